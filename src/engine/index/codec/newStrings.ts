/**
 * The strings that one thread has interned since it was last asked, as bytes for another thread, whose lexicons give them other ids.
 *
 * A block continues where the previous one ended: for each lexicon the first id and the number of strings, then their lengths, then their bytes.
 */

import type { Lexicon, Lexicons } from '../../text/words/lexicon.ts';
import { grown } from '../../util/growArray.ts';
import { ByteReader, ByteWriter, CorruptBytesError } from './bytes.ts';

const parts = ['terms', 'keys', 'titles'] as const;
type Part = (typeof parts)[number];

/** The number of strings in each lexicon at some time. */
export type Checkpoint = Readonly<Record<Part, number>>;

/** The checkpoint of empty lexicons. */
export const emptyCheckpoint: Checkpoint = { terms: 0, keys: 0, titles: 0 };

const writer = new ByteWriter();
const texts = new ByteWriter();

/** The strings of lexicons since a checkpoint. */
export function newStrings(
  lexicons: Lexicons,
  since: Checkpoint,
): { readonly block: Uint8Array<ArrayBuffer>; readonly checkpoint: Checkpoint } {
  writer.reset();
  for (const part of parts) writeStrings(lexicons[part], since[part]);
  return { block: writer.toBytes(), checkpoint: { terms: lexicons.terms.size, keys: lexicons.keys.size, titles: lexicons.titles.size } };
}

function writeStrings(lexicon: Lexicon, first: number): void {
  writer.varint(first);
  writer.varint(lexicon.size - first);
  texts.reset();
  for (let id = first; id < lexicon.size; id++) {
    const { bytes, from, to, isWide } = lexicon.bytesOf(id);
    // The length in bytes, and whether there are two for each unit.
    writer.varint((to - from) * 2 + (isWide ? 1 : 0));
    texts.bytes(bytes, from, to);
  }
  writer.bytes(texts.written);
}

/** The ids here of another thread's strings. */
export class StringMap {
  readonly #lexicons: Lexicons;
  readonly #sizes: Record<Part, number> = { terms: 0, keys: 0, titles: 0 };
  readonly #ids: Record<Part, Int32Array> = { terms: new Int32Array(256), keys: new Int32Array(256), titles: new Int32Array(256) };

  constructor(lexicons: Lexicons) {
    this.#lexicons = lexicons;
  }

  /** By the other thread's id. */
  get ids(): Readonly<Record<Part, Int32Array>> {
    return this.#ids;
  }

  /** Reads the next block. Throws `CorruptBytesError` if it does not continue the last one. */
  add(block: Uint8Array): void {
    const reader = new ByteReader(block);
    for (const part of parts) this.#add(part, reader, block);
    if (reader.left > 0) throw new CorruptBytesError(`${reader.left} bytes follow the last string`);
  }

  #add(part: Part, reader: ByteReader, block: Uint8Array): void {
    const first = reader.varint();
    const count = reader.count();
    if (first !== this.#sizes[part]) throw new CorruptBytesError(`string ${first} follows ${this.#sizes[part]}`);
    const headers = new Uint32Array(count);
    for (let i = 0; i < count; i++) headers[i] = reader.varint();
    if (first + count > this.#ids[part].length) this.#ids[part] = grown(this.#ids[part], (first + count) * 1.5);
    const ids = this.#ids[part];
    for (const [i, header] of headers.entries()) {
      const from = reader.position;
      reader.skip(header >>> 1);
      ids[first + i] = this.#lexicons[part].internBytes(block, from, reader.position, header % 2 === 1);
    }
    this.#sizes[part] = first + count;
  }
}
