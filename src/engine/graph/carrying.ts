/** What has changed between two readers of one index, and how what is kept by chunk ids follows. Cost: one pass over the chunks. */

import type { IndexReader } from '../index/reader.ts';

/** Changes of more than this share of the chunks are not followed: everything is found anew. */
const largestRepair = 1 / 4;

/** What a later reader of an index has otherwise than an earlier one. */
export interface Change {
  /** Where each chunk of the earlier reader is now, -1 where it is gone. */
  readonly carried: Int32Array;
  /** Chunks before this one kept their ids, or are gone. */
  readonly firstMoved: number;
  /** Ids of the earlier reader. */
  readonly gone: readonly number[];
  readonly come: readonly number[];
}

/** What has changed; `undefined` where the readers have nothing to do with each other, or too much has changed. */
export async function changeBetween(earlier: IndexReader, reader: IndexReader): Promise<Change | undefined> {
  const carried = await reader.chunkIdsFrom(earlier);
  if (carried === undefined) return undefined;
  const gone: number[] = [];
  const isCarried = new Uint8Array(reader.chunkCount);
  for (const chunk of await earlier.liveChunks()) {
    const into = carried[chunk] as number;
    if (into < 0) gone.push(chunk);
    else isCarried[into] = 1;
  }
  const come: number[] = [];
  for (const chunk of await reader.liveChunks()) if (isCarried[chunk] === 0) come.push(chunk);
  if (gone.length + come.length > reader.liveCount * largestRepair) return undefined;
  let firstMoved = 0;
  while (firstMoved < carried.length && (carried[firstMoved] === firstMoved || carried[firstMoved] === -1)) firstMoved++;
  return { carried, firstMoved, gone, come };
}

/** The present ids of those of the chunks that are left, in their order. */
export function carriedOver(chunks: Int32Array, carried: Int32Array): Int32Array {
  const moved = new Int32Array(chunks.length);
  let size = 0;
  for (let i = 0; i < chunks.length; i++) {
    const into = carried[chunks[i] as number] as number;
    if (into >= 0) moved[size++] = into;
  }
  return size === moved.length ? moved : moved.slice(0, size);
}

/** What belonged to chunks of the earlier reader, at the chunks' present ids. */
export function movedTo<T>(known: readonly (T | undefined)[], carried: Int32Array, chunkCount: number): (T | undefined)[] {
  const moved: (T | undefined)[] = new Array(chunkCount);
  for (let i = 0; i < known.length; i++) {
    const into = carried[i] as number;
    if (into >= 0) moved[into] = known[i];
  }
  return moved;
}
