/** The order of the live chunks that follows from contents and paths alone. */

import type { IndexReader } from '../index/reader.ts';

/** The live chunks by folder, path and position: the same for equal contents, while ids depend on the history. */
export interface ChunkOrder {
  /** Id of each chunk, in this order. */
  readonly chunks: Int32Array;
  /** Position of each id; -1 for a deleted chunk. */
  readonly positions: Int32Array;
}

/** Documents with their live chunks, by folder and path. */
export async function documentsByPlace(reader: IndexReader): Promise<readonly (readonly number[])[]> {
  const isLive = new Uint8Array(reader.chunkCount);
  for (const chunk of await reader.liveChunks()) isLive[chunk] = 1;
  const all = [...(await reader.documents())].sort(
    (a, b) => a.folder - b.folder || (a.path === b.path ? a.firstChunk - b.firstChunk : a.path < b.path ? -1 : 1),
  );
  return all.map(({ firstChunk, chunksEnd }) => {
    const chunks: number[] = [];
    for (let chunk = firstChunk; chunk < chunksEnd; chunk++) if (isLive[chunk] === 1) chunks.push(chunk);
    return chunks;
  });
}

const orders = new WeakMap<IndexReader, Promise<ChunkOrder>>();

/** The order of all live chunks. Cached for the reader. */
export function chunkOrder(reader: IndexReader): Promise<ChunkOrder> {
  const known = orders.get(reader) ?? readOrder(reader);
  orders.set(reader, known);
  return known;
}

async function readOrder(reader: IndexReader): Promise<ChunkOrder> {
  const chunks = Int32Array.from((await documentsByPlace(reader)).flat());
  return { chunks, positions: positionsOf(chunks, reader.chunkCount) };
}

/** The position of each chunk in a list without repetitions, -1 if it is not in it. */
export function positionsOf(chunks: Int32Array, chunkCount: number): Int32Array {
  const positions = new Int32Array(chunkCount).fill(-1);
  chunks.forEach((chunk, at) => {
    positions[chunk] = at;
  });
  return positions;
}
