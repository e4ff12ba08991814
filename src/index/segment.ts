/**
 * A segment: the chunks of some documents with their postings, in typed arrays, never changed after it is built.
 *
 * Postings are laid out as rows (one per term or key, sorted by id) of entries (chunk, value, places): offsets and three parallel
 * columns, each as narrow as its numbers. A change of the index adds a small segment and marks old chunks dead; see `livingIndex.ts`.
 * Memory: 7 to 9 bytes an entry, some 30 bytes a chunk. Cost: a look-up is a binary search among the rows.
 */

import type { DocumentColumns } from '../core/columns.ts';
import type { PathNames } from '../core/document.ts';
import type { ChunkIds, Values } from '../core/retrieve/reader.ts';

/** A document as it is placed in an index: content under a path. */
export interface IndexedDocument {
  readonly path: string;
  readonly names: PathNames;
  /** With ids of the lexicons of the index. */
  readonly columns: DocumentColumns;
}

/** Rows of entries, by id. */
export interface Rows {
  /** Ids that have a row, ascending. */
  readonly ids: Int32Array;
  /** Row i spans entries [offsets[i], offsets[i + 1]). */
  readonly offsets: Int32Array;
  /** Ascending within a row. */
  readonly chunks: ChunkIds;
  readonly values: Values;
  readonly places: Uint32Array;
  /** Where the entries lie on disk: reads those in [from, to). The columns above are then read as a whole when they are touched. */
  readonly read?: (from: number, to: number) => Pick<Rows, 'chunks' | 'values' | 'places'>;
}

/** The keys of one chunk. */
export interface ChunkKeyColumns {
  readonly ids: Int32Array;
  readonly roles: Uint8Array;
  readonly places: Uint32Array;
}

export interface Segment {
  /** Of each document. */
  readonly paths: readonly string[];
  readonly firstChunkOf: Int32Array;
  /** The serial of each document's first chunk; the next chunks have the next numbers. Ascending, and kept by merges; see `carried.ts`. */
  readonly firstSerialOf: Int32Array;
  readonly chunkCount: number;
  /** The document of each chunk; the following columns are by chunk too. */
  readonly documentOf: Int32Array;
  readonly startLines: Int32Array;
  readonly endLines: Int32Array;
  readonly startColumns: Int32Array;
  readonly endColumns: Int32Array;
  /** Ids of titles. */
  readonly titles: Int32Array;
  readonly lengths: Int32Array;
  /** Bits of `Trait`. */
  readonly traits: Uint8Array;
  readonly terms: Rows;
  readonly keys: Rows;
  /** Keys by chunk: chunk c holds entries [keyOffsets[c], keyOffsets[c + 1]) of the next three. */
  readonly keyOffsets: Int32Array;
  readonly keyIds: Int32Array;
  readonly keyRoles: Uint8Array;
  readonly keyPlaces: Uint32Array;
  /** Where these lie on disk: reads the entries in [from, to). */
  readonly readKeys?: (from: number, to: number) => ChunkKeyColumns;
}

/** The keys of a chunk of the segment. */
export function keysOfChunk(segment: Segment, chunk: number): ChunkKeyColumns {
  const [from, to] = [segment.keyOffsets[chunk] as number, segment.keyOffsets[chunk + 1] as number];
  if (segment.readKeys !== undefined) return segment.readKeys(from, to);
  const { keyIds, keyRoles, keyPlaces } = segment;
  return { ids: keyIds.subarray(from, to), roles: keyRoles.subarray(from, to), places: keyPlaces.subarray(from, to) };
}

/** The columns that hold one number of each chunk. */
export const chunkColumns = ['documentOf', 'startLines', 'endLines', 'startColumns', 'endColumns', 'titles', 'lengths'] as const;

/** The chunk after the last one of a document. */
export function chunksEnd({ firstChunkOf, chunkCount }: Segment, position: number): number {
  return position + 1 < firstChunkOf.length ? (firstChunkOf[position + 1] as number) : chunkCount;
}

/** The position of `id` among the rows, or -1. */
export function rowOf(rows: Rows, id: number): number {
  let low = 0;
  let high = rows.ids.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = rows.ids[middle] as number;
    if (found === id) return middle;
    if (found < id) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
