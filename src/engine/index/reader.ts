/**
 * What a retriever may ask of an index. Methods are batched and return promises so that the index may lie in memory, in several
 * folders or on another machine; a retriever awaits them a handful of times per query.
 *
 * Chunks are dense ids in [0, chunkCount) of one generation; ids say nothing about order, ties are broken by path and line.
 */

import type { ChunkKind } from '../document.ts';

/** Positive numbers, of one byte where all are below 256. */
export type Values = Uint8Array | Int32Array;

/** Where one term or key occurs. All arrays have the same length; `chunks` is ascending. Read only. */
export interface Postings {
  /** Live chunks that hold it: the document frequency. */
  readonly size: number;
  readonly chunks: Int32Array;
  /** Weighted counts of a term; roles of a key (bits of `Role`). */
  readonly values: Values;
  /** Bit i is set where place i of the chunk holds it. Unsigned. */
  readonly places: Uint32Array;
}

/** One key of a chunk as the index holds it. `id` is dense and valid for one generation. */
export interface KeyOfChunk {
  readonly id: number;
  readonly roles: number;
  readonly places: number;
}

/** The keys of some chunks one after the other, as columns of one length. */
export interface KeyColumns {
  /** The keys of the i-th chunk are in [offsets[i], offsets[i + 1]). */
  readonly offsets: Int32Array;
  readonly ids: Int32Array;
  readonly roles: Uint8Array;
}

/** What is shown of a chunk. */
export interface ChunkInfo {
  /** Relative to its folder, with `/`. */
  readonly path: string;
  /** Which folder of a workspace of several; 0 where there is one. */
  readonly folder: number;
  readonly startLine: number;
  readonly endLine: number;
  readonly startColumn: number;
  readonly endColumn: number;
  readonly title: string;
  readonly kind: ChunkKind;
}

/** What a retriever must know of many chunks at once; bits of `IndexReader.traits`. */
export const Trait = {
  /** Belongs to a test, an example or a fixture. */
  Test: 1,
  /** Is prose. */
  Prose: 2,
  /** Is the whole of its document: a passage, a note. */
  Whole: 4,
  /** Lies in no file: its document has no path that says anything. */
  Loose: 8,
  /** Belongs to a list of what was changed. */
  ChangeLog: 16,
} as const;

/** One generation of an index: it stays as it is while the index goes on. */
export interface IndexReader {
  /** Rises with every change; ids, caches and rankings belong to one generation. */
  readonly generation: number;
  readonly chunkCount: number;
  /** Chunks that are live; equals `chunkCount` where nothing was removed since the last merge. */
  readonly liveCount: number;
  /** Sum of the lengths of the live chunks. */
  readonly totalLength: number;
  /** Length of each chunk, by id. */
  readonly lengths: Int32Array;
  /** Bits of `Trait` of each chunk, by id. */
  readonly traits: Uint8Array;
  /**
   * Where each chunk of an earlier reader is in this one: its id here, or -1 where it was or has become dead. `undefined` where the two
   * are not readers of one index; where they are, ids of keys mean the same in both.
   */
  carriedFrom(earlier: IndexReader): Promise<Int32Array | undefined>;
  /** Ids of the live chunks, ascending. */
  liveChunks(): Promise<Int32Array>;
  /** Postings of each term, empty where unknown. */
  termPostings(terms: readonly string[]): Promise<readonly Postings[]>;
  /** Id of each key, or -1 where no chunk has it. */
  keyIds(keys: readonly string[]): Promise<Int32Array>;
  keyTexts(ids: readonly number[]): Promise<readonly string[]>;
  /** Number of live chunks of each key. */
  keyCounts(ids: readonly number[]): Promise<Int32Array>;
  /** Ids of the keys that at least `least` and at most `most` live chunks hold, in no particular order. */
  keysBySize(min: number, max: number): Promise<readonly number[]>;
  keyPostings(ids: readonly number[]): Promise<readonly Postings[]>;
  /** All keys of each chunk. */
  chunkKeys(chunks: readonly number[]): Promise<readonly (readonly KeyOfChunk[])[]>;
  /** As `chunkKeys`, without an object for each key and without places. */
  chunkKeyColumns(chunks: readonly number[]): Promise<KeyColumns>;
  chunkInfo(chunks: readonly number[]): Promise<readonly ChunkInfo[]>;
}
