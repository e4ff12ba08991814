/** Columns of derived data as bytes. */

import { ByteReader, ByteWriter, CorruptBytesError } from '../index/codec/bytes.ts';
import { decodeNumbers, encodeNumbers } from '../index/codec/numberCode.ts';
import { readJson } from '../util/budget.ts';

/** Writes columns one after the other; `ColumnReader` reads them in the same order. */
export class ColumnWriter {
  readonly #bytes = new ByteWriter();

  numbers(numbers: Int32Array): this {
    return this.#column(numbers.length, encodeNumbers(numbers));
  }

  lists(lists: readonly ArrayLike<number>[]): this {
    const joined = new Int32Array(lists.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const list of lists) {
      joined.set(list, at);
      at += list.length;
    }
    return this.numbers(Int32Array.from(lists, ({ length }) => length)).numbers(joined);
  }

  texts(texts: readonly string[]): this {
    return this.#column(texts.length, new TextEncoder().encode(JSON.stringify(texts)));
  }

  /** Exact, in the byte order of the machine. */
  floats(floats: Float32Array): this {
    return this.#column(floats.length, new Uint8Array(floats.buffer, floats.byteOffset, floats.byteLength));
  }

  /** Of equal length. */
  vectors(vectors: readonly Float32Array[]): this {
    const size = vectors[0]?.length ?? 0;
    const all = new Float32Array(vectors.length * size);
    for (const [i, vector] of vectors.entries()) all.set(vector, i * size);
    return this.numbers(Int32Array.of(vectors.length)).floats(all);
  }

  toBytes(): Uint8Array {
    return this.#bytes.toBytes();
  }

  #column(count: number, bytes: Uint8Array): this {
    this.#bytes.varint(count);
    this.#bytes.varint(bytes.length);
    this.#bytes.bytes(bytes);
    return this;
  }
}

/** Reads what a `ColumnWriter` wrote. Every method throws `CorruptBytesError` for anything else; nothing larger than the bytes is allocated. */
export class ColumnReader {
  readonly #bytes: Uint8Array;
  readonly #reader: ByteReader;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#reader = new ByteReader(bytes);
  }

  /** Numbers from 0 to `below`, exclusive. */
  numbers(below: number): Int32Array {
    const { count, bytes } = this.#column();
    if (count > bytes.length) throw new CorruptBytesError(`${count} numbers in ${bytes.length} bytes`);
    const numbers = decodeNumbers(bytes, count);
    for (const number of numbers)
      if (number < 0 || number >= below) throw new CorruptBytesError(`a number of ${number}, not below ${below}`);
    return numbers;
  }

  /** Lists of such numbers; `count` of them if that is known. */
  lists(below: number, count?: number): Int32Array[] {
    const sizes = this.numbers(2 ** 31);
    const joined = this.numbers(below);
    let at = 0;
    const lists = Array.from(sizes, (size) => {
      at += size;
      return joined.slice(at - size, at);
    });
    if (at !== joined.length || lists.length !== (count ?? lists.length))
      throw new CorruptBytesError(`${lists.length} lists of ${at} numbers in ${joined.length}`);
    return lists;
  }

  texts(): readonly string[] {
    const { count, bytes } = this.#column();
    let texts: unknown;
    try {
      texts = readJson(new TextDecoder().decode(bytes));
    } catch (cause) {
      throw new CorruptBytesError('texts that cannot be read', { cause });
    }
    if (Array.isArray(texts) && texts.length === count && texts.every((text) => typeof text === 'string')) return texts;
    throw new CorruptBytesError('texts that are none');
  }

  floats(): Float32Array {
    const { count, bytes } = this.#column();
    if (count * Float32Array.BYTES_PER_ELEMENT !== bytes.length) throw new CorruptBytesError(`${count} floats in ${bytes.length} bytes`);
    // Copied: the bytes may be part of a larger buffer, at any offset.
    return new Float32Array(new Uint8Array(bytes).buffer);
  }

  /** `count` of them if that is known. */
  vectors(count?: number): readonly Float32Array[] {
    const [size] = this.numbers(2 ** 31);
    const all = this.floats();
    const length = size === 0 ? 0 : all.length / (size as number);
    if (size === undefined || size !== (count ?? size) || !Number.isInteger(length) || length * size !== all.length)
      throw new CorruptBytesError(`${size} vectors of ${all.length} numbers`);
    return Array.from({ length: size }, (_, i) => all.subarray(i * length, (i + 1) * length));
  }

  /** Call it last. */
  end(): void {
    if (this.#reader.left > 0) throw new CorruptBytesError(`${this.#reader.left} bytes too many`);
  }

  #column(): { readonly count: number; readonly bytes: Uint8Array } {
    const count = this.#reader.varint();
    const size = this.#reader.count();
    const from = this.#reader.position;
    this.#reader.skip(size);
    return { count, bytes: this.#bytes.subarray(from, from + size) };
  }
}
