/**
 * The strings of one store's documents, each written once. Documents hold their numbers, which are given in the order of first use, so that
 * frequent strings mostly get small numbers.
 *
 * Numbers only grow, until a dictionary of the current strings replaces this one (`renewedDictionary.ts`). New strings are written as a
 * block with the documents that use them; blocks are read back in order, each continuing where the previous one ended. In memory, a number
 * maps to the id of its string in the process's lexicons.
 * Cost: eight bytes a string, two table look-ups to translate.
 */

import type { Lexicon, Lexicons } from '../../text/words/lexicon.ts';
import { grown } from '../../util/growArray.ts';
import { ByteReader, ByteWriter, CorruptBytesError } from './bytes.ts';

/** The three namespaces of numbers. */
export const parts = ['terms', 'keys', 'titles'] as const;
export type Part = (typeof parts)[number];

/** The number of strings in each part at some time. */
export type Checkpoint = Readonly<Record<Part, number>>;

/** The checkpoint of an empty dictionary. */
export const emptyCheckpoint: Checkpoint = { terms: 0, keys: 0, titles: 0 };

/** The numbers of one part. */
class Numbers {
  readonly lexicon: Lexicon;
  size = 0;
  /** Id of each number. */
  ids = new Int32Array(1 << 8);
  /** Number of each id, plus one; 0 for an id without one. */
  #ofId = new Int32Array(1 << 8);

  constructor(lexicon: Lexicon) {
    this.lexicon = lexicon;
  }

  /** The number of an id; a new id gets the next one. */
  of(id: number): number {
    if (id < this.#ofId.length) {
      const known = this.#ofId[id] as number;
      if (known > 0) return known - 1;
    }
    return this.push(id);
  }

  /** Gives the next number to an id. */
  push(id: number): number {
    if (this.size === this.ids.length) this.ids = grown(this.ids, (this.size + 1) * 1.5);
    if (id >= this.#ofId.length) this.#ofId = grown(this.#ofId, (id + 1) * 1.5);
    const number = this.size++;
    this.ids[number] = id;
    this.#ofId[id] = number + 1;
    return number;
  }

  copy(): Numbers {
    const copy = new Numbers(this.lexicon);
    copy.size = this.size;
    copy.ids = this.ids.slice();
    copy.#ofId = this.#ofId.slice();
    return copy;
  }

  has(id: number): boolean {
    return id < this.#ofId.length && (this.#ofId[id] as number) > 0;
  }

  /** Removes the numbers from `size` on. */
  truncate(size: number): void {
    for (let number = size; number < this.size; number++) this.#ofId[this.ids[number] as number] = 0;
    this.size = size;
  }
}

export class Dictionary {
  readonly #parts: Readonly<Record<Part, Numbers>>;
  /** The dictionary whose numbers this one has had from the start. */
  readonly origin: Dictionary | undefined;

  constructor(lexicons: Lexicons, origin?: Dictionary) {
    this.origin = origin;
    const numbersOf = (part: Part): Numbers => (origin === undefined ? new Numbers(lexicons[part]) : origin.#parts[part].copy());
    this.#parts = { terms: numbersOf('terms'), keys: numbersOf('keys'), titles: numbersOf('titles') };
  }

  /** The id of each number. */
  get ids(): Readonly<Record<Part, Int32Array>> {
    const { terms, keys, titles } = this.#parts;
    return { terms: terms.ids, keys: keys.ids, titles: titles.ids };
  }

  /** The numbers of one part: `of(id)`, and `ids` by number, valid below `size`. */
  part(part: Part): Pick<Numbers, 'of' | 'ids' | 'size'> {
    return this.#parts[part];
  }

  checkpoint(): Checkpoint {
    const { terms, keys, titles } = this.#parts;
    return { terms: terms.size, keys: keys.size, titles: titles.size };
  }

  /** Rolls back to a checkpoint. */
  reset(checkpoint: Checkpoint): void {
    for (const part of parts) this.#parts[part].truncate(checkpoint[part]);
  }

  /** The strings added since a checkpoint, as a block; undefined if there are none. */
  blockSince(checkpoint: Checkpoint): Uint8Array | undefined {
    if (parts.every((part) => this.#parts[part].size === checkpoint[part])) return undefined;
    writer.reset();
    for (const part of parts) {
      const { lexicon, ids, size } = this.#parts[part];
      writeStrings(lexicon, checkpoint[part], size, (number) => ids[number] as number);
    }
    return writer.toBytes();
  }

  /** Reads the next block. Throws `CorruptBytesError`, with nothing added, if it does not continue the last one or repeats a string. */
  addBlock(block: Uint8Array): void {
    const before = this.checkpoint();
    try {
      const reader = new ByteReader(block);
      for (const part of parts) addStrings(reader, block, this.#parts[part]);
      if (reader.left > 0) throw new CorruptBytesError(`${reader.left} bytes follow the last string`);
    } catch (error) {
      this.reset(before);
      throw error;
    }
  }
}

const writer = new ByteWriter();
const texts = new ByteWriter();

/** The strings of lexicons since a checkpoint as a block, for a dictionary whose numbers equal their ids. */
export function blockOf(
  lexicons: Lexicons,
  since: Checkpoint,
): { readonly block: Uint8Array<ArrayBuffer>; readonly checkpoint: Checkpoint } {
  writer.reset();
  for (const part of parts) writeStrings(lexicons[part], since[part], lexicons[part].size, (number) => number);
  return { block: writer.toBytes(), checkpoint: { terms: lexicons.terms.size, keys: lexicons.keys.size, titles: lexicons.titles.size } };
}

/**
 * The strings of the numbers in [first, end): first all headers (length in bytes times two, plus one for two-byte units), then all bytes,
 * which compresses better.
 */
function writeStrings(lexicon: Lexicon, first: number, end: number, idOf: (number: number) => number): void {
  writer.varint(first);
  writer.varint(end - first);
  texts.reset();
  for (let number = first; number < end; number++) {
    const { bytes, from, to, isWide } = lexicon.bytesOf(idOf(number));
    writer.varint((to - from) * 2 + (isWide ? 1 : 0));
    texts.bytes(bytes, from, to);
  }
  writer.bytes(texts.written);
}

function addStrings(reader: ByteReader, block: Uint8Array, numbers: Numbers): void {
  const first = reader.varint();
  const count = reader.count();
  if (first !== numbers.size) throw new CorruptBytesError(`number ${first} follows ${numbers.size}`);
  const headers = new Uint32Array(count);
  for (let i = 0; i < count; i++) headers[i] = reader.varint();
  for (const header of headers) {
    const from = reader.position;
    reader.skip(header >>> 1);
    const id = numbers.lexicon.internBytes(block, from, reader.position, header % 2 === 1);
    if (numbers.has(id)) throw new CorruptBytesError(`string ${numbers.size} has a number already`);
    numbers.push(id);
  }
}
