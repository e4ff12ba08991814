/**
 * A part of a large index, read as if it were all: for systems whose cost grows with the whole index. Counts are those of the part, so that
 * a name is as rare as it is there; ids are those of the index.
 *
 * Cost: the keys of its chunks once; each posting list that is asked for is read whole.
 */

import type { FoundKey, IndexReader, Postings } from '../index/reader.ts';
import { selectBest } from './steps/select.ts';
import { termsTo } from './steps/wordPostings.ts';
import { scoreTerms } from './systems/bm25.ts';

/** Best chunks whose keys are followed, and the most chunks that a followed key may have. */
const followed = 100;
const maxHolders = 50;

export interface NearestPart {
  readonly reader: IndexReader;
  /** Terms of the question that occur nowhere in the whole index. */
  readonly unknownTerms: readonly string[];
}

/**
 * The part of an index that is nearest to a question: at most `size` of the chunks that are accepted, half of them or more the best by BM25, the
 * others those that share the rarest keys with the first of these.
 */
export async function nearestPart(
  whole: IndexReader,
  question: string,
  size: number,
  accept: (chunk: number) => boolean = () => true,
): Promise<NearestPart> {
  const hits = await scoreTerms(whole, await termsTo(whole, question));
  const best = await selectBest(whole, hits.top(size, accept), hits.scoreOf, size);
  const chunks = new Set(best.slice(0, Math.ceil(size / 2)));
  for (const chunk of await sharingKeys(whole, best.slice(0, followed))) if (chunks.size < size && accept(chunk)) chunks.add(chunk);
  for (const chunk of best) if (chunks.size < size) chunks.add(chunk);
  return { reader: await partOf(whole, [...chunks]), unknownTerms: hits.unknownTerms };
}

/** The chunks that share a key with some others, of the rarest keys first. */
async function sharingKeys(reader: IndexReader, chunks: readonly number[]): Promise<readonly number[]> {
  const keys = new Map((await reader.chunkKeys(chunks)).flat().map((key) => [key.id, key]));
  const rare = [...keys.values()].filter(({ count }) => count > 1 && count <= maxHolders);
  rare.sort((a, b) => a.count - b.count || (a.text < b.text ? -1 : 1));
  const postings = await reader.keyPostings(rare.map(({ id }) => id));
  return postings.flatMap((own) => [...own.chunks.subarray(0, own.size)]);
}

/** The index of some chunks of another. */
export async function partOf(reader: IndexReader, chunks: readonly number[]): Promise<IndexReader> {
  const live = Int32Array.from(chunks).sort();
  const isIn = new Uint8Array(reader.chunkCount);
  for (const chunk of live) isIn[chunk] = 1;
  const counts = new Map<number, number>();
  for (const id of (await reader.chunkKeyColumns([...live])).ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  const countOf = (id: number): number => counts.get(id) ?? 0;
  const within = (postings: Postings): Postings => {
    const kept = Array.from(postings.chunks.keys()).filter((i) => i < postings.size && isIn[postings.chunks[i] as number] === 1);
    return {
      size: kept.length,
      chunks: Int32Array.from(kept, (i) => postings.chunks[i] as number),
      values: Int32Array.from(kept, (i) => postings.values[i] as number),
      places: Uint32Array.from(kept, (i) => postings.places[i] as number),
    };
  };
  const found = ({ id, postings }: FoundKey): FoundKey => {
    const own = within(postings);
    return { id: own.size === 0 ? -1 : id, postings: own };
  };
  const termPostings: IndexReader['termPostings'] = async (terms) => (await reader.termPostings(terms)).map(within);
  return {
    generation: reader.generation,
    chunkCount: reader.chunkCount,
    liveCount: live.length,
    totalLength: live.reduce((sum, chunk) => sum + (reader.lengths[chunk] as number), 0),
    lengths: reader.lengths,
    traits: reader.traits,
    liveChunks: async () => live,
    documents: async () =>
      (await reader.documents()).filter(({ firstChunk, chunksEnd }) => isIn.subarray(firstChunk, chunksEnd).includes(1)),
    termPostings,
    termCounts: async (terms) => Int32Array.from(await termPostings(terms), ({ size }) => size),
    findKeys: async (texts) => (await reader.findKeys(texts)).map(found),
    keyTexts: (ids) => reader.keyTexts(ids),
    keyCounts: async (ids) => Int32Array.from(ids, countOf),
    keysBySize: async (min, max) => [...counts].filter(([, count]) => count >= min && count <= max).map(([id]) => id),
    keyPostings: async (ids) => (await reader.keyPostings(ids)).map(within),
    chunkKeys: async (asked) => (await reader.chunkKeys(asked)).map((keys) => keys.map((key) => ({ ...key, count: countOf(key.id) }))),
    chunkKeyColumns: (asked) => reader.chunkKeyColumns(asked),
    chunkInfo: (asked) => reader.chunkInfo(asked),
  };
}
