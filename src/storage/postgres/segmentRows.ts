/**
 * A segment as rows of the database.
 *
 * One row for each term and key (`posting`): its posting list as the bytes of `entryRows.ts`, numbered by the chunks of the segment. One row
 * for each chunk: its place and title (`head`), its keys with roles and positions (`forms`), and its terms, which a later push needs to know
 * what dies with it.
 *
 * Cost: linear in the entries, plus a hash and a sort of the terms and keys.
 */

import { type EntryRows, entriesOf, RowWriter } from '../../engine/index/entryRows.ts';
import type { Segment } from '../../engine/index/segment.ts';
import type { Lexicons } from '../../engine/text/words/lexicon.ts';
import type { PublishedContent } from '../publishedFiles.ts';
import { SharedIndexError } from '../sharedIndexError.ts';
import { decodeText, encodeText, keyOf, packFiles, packNumbers } from './codec.ts';

/** The row of a term or key. */
export interface PostingRow {
  readonly key: string;
  readonly size: number;
  /** Of a key. */
  readonly text: Uint8Array | undefined;
  readonly data: Uint8Array;
}

export interface ChunkRow {
  readonly head: Uint8Array;
  /** Numbers of posting rows, ascending; a key may come twice. */
  readonly keys: Int32Array;
  /** The same numbers with roles and positions, as one row of `EntryRows`. */
  readonly forms: Uint8Array;
  readonly terms: Int32Array;
}

export interface SegmentRows {
  readonly files: Buffer;
  readonly lengths: Buffer;
  readonly traits: Buffer;
  /** In the order of their keys; the number of each is its place. */
  readonly postings: readonly PostingRow[];
  /** By chunk. */
  readonly chunkRows: () => Iterable<ChunkRow>;
}

/** @param contents of each document. */
export function segmentRows(segment: Segment, contents: readonly PublishedContent[], lexicons: Lexicons): SegmentRows {
  const { chunkCount } = segment;
  const { rows, numbers } = postingRows(segment, lexicons);
  const terms = termsByChunk(segment, numbers.terms);
  return {
    files: packFiles(segment, contents),
    lengths: packNumbers(segment.lengths),
    traits: packNumbers(segment.traits),
    postings: rows,
    *chunkRows() {
      for (let chunk = 0; chunk < chunkCount; chunk++) {
        const head = encodeHead(segment, chunk, lexicons.titles.text(segment.titles[chunk] as number));
        yield { head, terms: terms(chunk), ...keysOfChunk(segment, chunk, numbers.keys) };
      }
    },
  };
}

/** The numbers of rows by the id in the lexicon. */
interface Numbers {
  readonly terms: ReadonlyMap<number, number>;
  readonly keys: ReadonlyMap<number, number>;
}

function postingRows(segment: Segment, lexicons: Lexicons): { readonly rows: readonly PostingRow[]; readonly numbers: Numbers } {
  // The first digits of the keys as numbers, which are compared faster.
  const found: { readonly row: PostingRow; readonly start: number; readonly list: 'terms' | 'keys'; readonly id: number }[] = [];
  for (const list of ['terms', 'keys'] as const) {
    const { ids, sizes, starts, bytes } = segment[list];
    for (const [r, id] of ids.entries()) {
      const text = lexicons[list].text(id);
      const key = keyOf(list === 'terms' ? 'term' : 'key', text);
      const data = bytes.subarray(starts[r], starts[r + 1]);
      const size = sizes[r] as number;
      const row = { key, size, text: list === 'keys' ? encodeText(text) : undefined, data };
      found.push({ row, start: Number.parseInt(key.slice(0, 12), 16), list, id });
    }
  }
  found.sort((a, b) => a.start - b.start || (a.row.key < b.row.key ? -1 : 1));
  const numbers = { terms: new Map<number, number>(), keys: new Map<number, number>() };
  for (const [number, { list, id }] of found.entries()) numbers[list].set(id, number);
  return { rows: found.map(({ row }) => row), numbers };
}

/** Inverts the posting lists of terms. */
function termsByChunk({ terms, chunkCount }: Segment, numbers: ReadonlyMap<number, number>): (chunk: number) => Int32Array {
  const starts = new Int32Array(chunkCount + 1);
  const lists = [...terms.ids].map((id, row) => ({ number: numbers.get(id) as number, chunks: entriesOf(terms, row).numbers }));
  for (const { chunks } of lists) for (const chunk of chunks) (starts[chunk + 1] as number)++;
  for (let chunk = 0; chunk < chunkCount; chunk++) (starts[chunk + 1] as number) += starts[chunk] as number;
  const next = starts.slice();
  const all = new Int32Array(starts[chunkCount] as number);
  for (const { number, chunks } of lists) for (const chunk of chunks) all[(next[chunk] as number)++] = number;
  return (chunk) => all.subarray(starts[chunk], starts[chunk + 1]);
}

function keysOfChunk({ chunkKeys }: Segment, chunk: number, numbers: ReadonlyMap<number, number>): Pick<ChunkRow, 'keys' | 'forms'> {
  const entries = entriesOf(chunkKeys, chunk);
  const order = [...entries.numbers.keys()].map((i) => ({ i, number: numbers.get(entries.numbers[i] as number) as number }));
  order.sort((a, b) => a.number - b.number || a.i - b.i);
  const writer = new RowWriter(1, order.length * 4, true);
  for (const { i, number } of order) writer.add(number, entries.values[i] as number, entries.places[i] as number);
  writer.endRow(true);
  return { keys: Int32Array.from(order, ({ number }) => number), forms: writer.finish().bytes };
}

/** A row of bytes from the database as rows to read. Throws `SharedIndexError` when it is read and its last number is not below `limit`. */
export function rowFrom(bytes: Uint8Array, size: number, isRoles: boolean, limit: number): EntryRows {
  if (size < 0 || size * 2 > bytes.length) throw new SharedIndexError('sharedDamaged');
  const check = (last: number): void => {
    if (!(last >= 0 && last < limit)) throw new SharedIndexError('sharedDamaged');
  };
  return { sizes: Int32Array.of(size), starts: Uint32Array.of(0, bytes.length), bytes, isRoles, check };
}

/** What is shown of a chunk, besides the path of its document. */
export interface ChunkHead {
  readonly startLine: number;
  readonly endLine: number;
  readonly startColumn: number;
  readonly endColumn: number;
  readonly title: string;
}

const headNumbers = ['startLines', 'endLines', 'startColumns', 'endColumns'] as const;
const headBytes = headNumbers.length * 4;

function encodeHead(segment: Segment, chunk: number, title: string): Buffer {
  const numbers = Buffer.alloc(headBytes);
  for (const [i, name] of headNumbers.entries()) numbers.writeInt32LE(segment[name][chunk] as number, i * 4);
  return Buffer.concat([numbers, encodeText(title)]);
}

/** Throws `SharedIndexError`. */
export function decodeHead(bytes: Buffer): ChunkHead {
  if (bytes.length <= headBytes) throw new SharedIndexError('sharedDamaged');
  const [startLine, endLine, startColumn, endColumn] = [0, 4, 8, 12].map((at) => bytes.readInt32LE(at)) as [number, number, number, number];
  return { startLine, endLine, startColumn, endColumn, title: decodeText(bytes.subarray(headBytes)) };
}
