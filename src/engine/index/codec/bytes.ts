/** Growing and bounded byte buffers with varints, for blocks of strings. */

import { grown } from '../../util/growArray.ts';

/** Thrown if stored bytes are not what was written. The owner re-reads the document from its file. */
export class CorruptBytesError extends Error {
  override readonly name = 'CorruptBytesError';
}

/** Up to this many bytes, a loop is faster than `TypedArray.set`. */
const fewBytes = 24;

/** Writes into a growing buffer; reusable. */
export class ByteWriter {
  #bytes = new Uint8Array(1 << 14);
  #length = 0;

  /** Clears the content and keeps the buffer. */
  reset(): void {
    this.#length = 0;
  }

  /** A copy of the content. */
  toBytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }

  /** The content, valid until the next call. */
  get written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Copies the bytes in [start, end). */
  bytes(from: Uint8Array, start = 0, end = from.length): void {
    const size = end - start;
    if (this.#length + size > this.#bytes.length) this.#grow(size);
    if (size > fewBytes) this.#bytes.set(from.subarray(start, end), this.#length);
    else for (let i = 0; i < size; i++) this.#bytes[this.#length + i] = from[start + i] as number;
    this.#length += size;
  }

  /** An integer in [0, 2^32) as a varint: seven bits a byte, low bits first. Throws `RangeError` for anything else. */
  varint(value: number): void {
    if (this.#length + 5 > this.#bytes.length) this.#grow(5);
    if (value >= 0 && value < 128 && (value | 0) === value) {
      this.#bytes[this.#length++] = value;
      return;
    }
    if (!(value >= 0 && value <= 0xffffffff && Number.isInteger(value))) throw new RangeError(`not an unsigned 32-bit integer: ${value}`);
    let rest = value;
    while (rest > 127) {
      this.#bytes[this.#length++] = (rest & 127) | 128;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[this.#length++] = rest;
  }

  #grow(by: number): void {
    this.#bytes = grown(this.#bytes, Math.max(this.#bytes.length * 2, this.#length + by));
  }
}

/** Reads what a `ByteWriter` wrote. Every method throws `CorruptBytesError` for invalid bytes. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Offset of the next byte. */
  get position(): number {
    return this.#at;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  varint(): number {
    const at = this.#at;
    const [first, second] = [this.#bytes[at] as number, this.#bytes[at + 1] as number];
    if (first < 128) {
      this.#at = at + 1;
      return first;
    }
    if (second < 128) {
      this.#at = at + 2;
      return (first & 127) | (second << 7);
    }
    return this.#longVarint(this.#byte() & 127);
  }

  /** A varint that counts items of at least one byte: more than the bytes left is corrupt, so nothing huge is allocated. */
  count(): number {
    const value = this.varint();
    if (value > this.left) throw new CorruptBytesError(`a count of ${value} exceeds the ${this.left} bytes that are left`);
    return value;
  }

  skip(size: number): void {
    if (size > this.left) throw new CorruptBytesError(`${size} bytes exceed the ${this.left} that are left`);
    this.#at += size;
  }

  #longVarint(low: number): number {
    let value = low;
    let scale = 128;
    for (let i = 0; i < 4; i++) {
      const byte = this.#byte();
      value += (byte & 127) * scale;
      scale *= 128;
      if (byte < 128) {
        if (value > 0xffffffff) break;
        return value;
      }
    }
    throw new CorruptBytesError('a number exceeds 32 bits');
  }

  #byte(): number {
    const value = this.#bytes[this.#at++];
    if (value === undefined) throw new CorruptBytesError('the bytes end too early');
    return value;
  }
}
