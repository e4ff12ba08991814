/** The difference between two readers of one index, and remapping of data kept by chunk id. Cost: one pass over the chunks. */

import type { IndexReader } from '../index/reader.ts';

/** If more than this share of the chunks changed, everything is recomputed. */
const maxRepairShare = 1 / 4;

/** What changed from an earlier reader of an index to a later one. */
export interface IndexDiff {
  /** Current id of each chunk of the earlier reader; -1 if removed. */
  readonly chunkIds: Int32Array;
  /** Chunks before this one kept their ids or were removed. */
  readonly firstMoved: number;
  /** Ids in the earlier reader. */
  readonly removed: readonly number[];
  readonly added: readonly number[];
}

/** The difference; `undefined` if the readers are unrelated or too much changed. */
export async function diffIndexes(earlier: IndexReader, reader: IndexReader): Promise<IndexDiff | undefined> {
  const chunkIds = await reader.chunkIdsFrom(earlier);
  if (chunkIds === undefined) return undefined;
  const removed: number[] = [];
  const isKept = new Uint8Array(reader.chunkCount);
  for (const chunk of await earlier.liveChunks()) {
    const into = chunkIds[chunk] as number;
    if (into < 0) removed.push(chunk);
    else isKept[into] = 1;
  }
  const added: number[] = [];
  for (const chunk of await reader.liveChunks()) if (isKept[chunk] === 0) added.push(chunk);
  if (removed.length + added.length > reader.liveCount * maxRepairShare) return undefined;
  let firstMoved = 0;
  while (firstMoved < chunkIds.length && (chunkIds[firstMoved] === firstMoved || chunkIds[firstMoved] === -1)) firstMoved++;
  return { chunkIds, firstMoved, removed, added };
}

/** The current ids of the chunks that remain, in the given order. */
export function remapChunks(chunks: Int32Array, chunkIds: Int32Array): Int32Array {
  const moved = new Int32Array(chunks.length);
  let size = 0;
  for (let i = 0; i < chunks.length; i++) {
    const into = chunkIds[chunks[i] as number] as number;
    if (into >= 0) moved[size++] = into;
  }
  return size === moved.length ? moved : moved.slice(0, size);
}

/** Values kept by earlier chunk id, moved to the current ids. */
export function remapByChunk<T>(known: readonly (T | undefined)[], chunkIds: Int32Array, chunkCount: number): (T | undefined)[] {
  const moved: (T | undefined)[] = new Array(chunkCount);
  for (let i = 0; i < known.length; i++) {
    const into = chunkIds[i] as number;
    if (into >= 0) moved[into] = known[i];
  }
  return moved;
}
