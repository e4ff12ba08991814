/**
 * The interface of an index for retrievers. Methods take batches and return promises, so that the index may be in memory, span several
 * folders or be remote. An answer takes bytes in proportion to what was asked for; a retriever starts the calls that do not depend on each
 * other together, and `mesh` waits for at most six such round trips per query (`test/engine/retrieval/systems/roundTrips.test.ts`).
 *
 * Chunk ids are dense in [0, chunkCount) within one generation. They imply no order: ties are broken by path and line.
 */

import type { ChunkKind } from '../document.ts';

/** Positive numbers; one byte each if all are below 256. */
export type Values = Uint8Array | Int32Array;

/** Posting list of a term or key. All arrays have the same length; `chunks` is ascending. Read only. */
export interface Postings {
  /** Document frequency: the number of live chunks with it. */
  readonly size: number;
  readonly chunks: Int32Array;
  /** Weighted frequencies of a term; roles of a key (bits of `Role`). */
  readonly values: Values;
  /** Position masks: bit i is set if it occurs at place i of the chunk. Unsigned. */
  readonly places: Uint32Array;
}

export const noPostings: Postings = { size: 0, chunks: new Int32Array(0), values: new Int32Array(0), places: new Uint32Array(0) };

/** A key of a chunk. `id` is dense and valid for one generation. */
export interface KeyOfChunk {
  readonly id: number;
  readonly text: string;
  /** Number of live chunks with it. */
  readonly count: number;
  readonly roles: number;
  readonly places: number;
}

/** A key that was looked up by its text; -1 and empty postings if no chunk has it. */
export interface FoundKey {
  readonly id: number;
  readonly postings: Postings;
}

/** The keys of several chunks one after the other, as columns of equal length. */
export interface KeyColumns {
  /** The keys of the i-th chunk are in [offsets[i], offsets[i + 1]). */
  readonly offsets: Int32Array;
  readonly ids: Int32Array;
  readonly roles: Uint8Array;
}

/** The displayed fields of a chunk. */
export interface ChunkInfo {
  /** Relative to its folder, with `/`. */
  readonly path: string;
  /** Of its document, for `languageNamed`. */
  readonly language: string;
  /** Index of the workspace folder; 0 if there is only one. */
  readonly folder: number;
  readonly startLine: number;
  readonly endLine: number;
  readonly startColumn: number;
  readonly endColumn: number;
  readonly title: string;
  readonly kind: ChunkKind;
}

/** A live document with chunks: they are in [firstChunk, chunksEnd). */
export interface DocumentInfo {
  readonly path: string;
  /** As in `ChunkInfo`. */
  readonly language: string;
  /** As in `ChunkInfo`. */
  readonly folder: number;
  readonly firstChunk: number;
  readonly chunksEnd: number;
}

/** The ids of a document's chunks, in order. */
export function chunkIdsOf({ firstChunk, chunksEnd }: Pick<DocumentInfo, 'firstChunk' | 'chunksEnd'>): number[] {
  return Array.from({ length: chunksEnd - firstChunk }, (_, i) => firstChunk + i);
}

/** Properties that a retriever needs for many chunks at once; bits of `IndexReader.traits`. */
export const Trait = {
  /** Part of a test, an example, a fixture or a text for contributors. */
  Auxiliary: 1,
  /** Prose. */
  Prose: 2,
  /** The only chunk of its document: a passage, a note. */
  Whole: 4,
  /** Not from a file: the path of its document has no meaning. */
  NoPath: 8,
  /** Part of a change log. */
  ChangeLog: 16,
} as const;

/** One generation of an index: immutable while the index changes. */
export interface IndexReader {
  /** Rises with every change; ids, caches and rankings are valid for one generation. */
  readonly generation: number;
  readonly chunkCount: number;
  /** Number of live chunks; equals `chunkCount` if nothing was removed since the last merge. */
  readonly liveCount: number;
  /** Sum of the lengths of the live chunks. */
  readonly totalLength: number;
  /** Length of each chunk, by id. */
  readonly lengths: Int32Array;
  /** Bits of `Trait` of each chunk, by id. */
  readonly traits: Uint8Array;
  /** Ids of the live chunks, ascending. */
  liveChunks(): Promise<Int32Array>;
  documents(): Promise<readonly DocumentInfo[]>;
  /** Posting list of each term; empty if unknown. */
  termPostings(terms: readonly string[]): Promise<readonly Postings[]>;
  /** Number of live chunks of each term. */
  termCounts(terms: readonly string[]): Promise<Int32Array>;
  findKeys(texts: readonly string[]): Promise<readonly FoundKey[]>;
  keyTexts(ids: readonly number[]): Promise<readonly string[]>;
  /** Number of live chunks of each key. */
  keyCounts(ids: readonly number[]): Promise<Int32Array>;
  /** Ids of the keys of at least `min` and at most `max` live chunks, in no particular order. */
  keysBySize(min: number, max: number): Promise<readonly number[]>;
  keyPostings(ids: readonly number[]): Promise<readonly Postings[]>;
  chunkKeys(chunks: readonly number[]): Promise<readonly (readonly KeyOfChunk[])[]>;
  /** As `chunkKeys`, without an object for each key: ids and roles alone. */
  chunkKeyColumns(chunks: readonly number[]): Promise<KeyColumns>;
  chunkInfo(chunks: readonly number[]): Promise<readonly ChunkInfo[]>;
}
