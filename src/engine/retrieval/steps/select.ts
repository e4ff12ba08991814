/**
 * Selects the top chunks by score, ties by path and line, so that a ranking never depends on how ids were assigned.
 *
 * Cost: one pass with a small heap; only chunks that tie at the cut-off are looked up.
 */

import type { ChunkInfo, IndexReader } from '../../index/reader.ts';

/** Gives the places of chunks: a reader, or the infos that a query has fetched. */
type Describer = Pick<IndexReader, 'chunkInfo'>;

/** Orders two places: folder, path, line, column. */
export function byPlace(a: ChunkInfo, b: ChunkInfo): number {
  if (a.folder !== b.folder) return a.folder - b.folder;
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return a.startLine - b.startLine || a.startColumn - b.startColumn;
}

/** The `limit`-th largest of the scores that were added: a heap. */
export class Cutoff {
  readonly #heap: Float64Array;
  #size = 0;

  constructor(limit: number) {
    this.#heap = new Float64Array(Math.max(1, limit));
  }

  /** Scores below it are not among the `limit` largest; minus infinity until there are that many. */
  get min(): number {
    return this.#size < this.#heap.length ? Number.NEGATIVE_INFINITY : (this.#heap[0] as number);
  }

  add(score: number): void {
    const heap = this.#heap;
    let at = 0;
    if (this.#size < heap.length) {
      at = this.#size++;
      for (let parent = (at - 1) >> 1; at > 0 && (heap[parent] as number) > score; parent = (at - 1) >> 1) {
        heap[at] = heap[parent] as number;
        at = parent;
      }
    } else {
      if (!(score > (heap[0] as number))) return;
      for (let child = 1; child < heap.length; child = 2 * at + 1) {
        if (child + 1 < heap.length && (heap[child + 1] as number) < (heap[child] as number)) child++;
        if ((heap[child] as number) >= score) break;
        heap[at] = heap[child] as number;
        at = child;
      }
    }
    heap[at] = score;
  }
}

/**
 * The chunks whose score is at least the `limit`-th largest, in the given order: `limit` of them and those that tie with the last, all if there
 * are fewer, none if `limit` is not positive.
 */
export function bestWithTies(chunks: ArrayLike<number>, scoreOf: (chunk: number) => number, limit: number): number[] {
  if (!(limit > 0)) return [];
  if (limit >= chunks.length) return Array.from(chunks);
  const cutoff = new Cutoff(limit);
  const kept: number[] = [];
  for (let i = 0; i < chunks.length; i++) {
    const chunk = chunks[i] as number;
    const score = scoreOf(chunk);
    // A score below the limit-th largest so far is below that of all.
    if (!(score >= cutoff.min)) continue;
    kept.push(chunk);
    cutoff.add(score);
  }
  return kept.filter((chunk) => scoreOf(chunk) >= cutoff.min);
}

/** Sorts chunks by score, best first, ties by place. */
export async function sortByScore(reader: Describer, chunks: readonly number[], scoreOf: (chunk: number) => number): Promise<number[]> {
  const sorted = [...chunks].sort((a, b) => scoreOf(b) - scoreOf(a));
  const tied = new Set<number>();
  for (let i = 1; i < sorted.length; i++) {
    const [a, b] = [sorted[i - 1] as number, sorted[i] as number];
    if (scoreOf(a) === scoreOf(b)) tied.add(a).add(b);
  }
  if (tied.size === 0) return sorted;
  const list = [...tied];
  const infos = await reader.chunkInfo(list);
  const infoOf = new Map(list.map((chunk, i) => [chunk, infos[i] as ChunkInfo]));
  return sorted.sort((a, b) => scoreOf(b) - scoreOf(a) || (a === b ? 0 : byPlace(infoOf.get(a) as ChunkInfo, infoOf.get(b) as ChunkInfo)));
}

/** The `limit` best chunks, in order; none if `limit` is not positive. */
export async function selectBest(
  reader: Describer,
  chunks: ArrayLike<number>,
  scoreOf: (chunk: number) => number,
  limit: number,
): Promise<number[]> {
  return (await sortByScore(reader, bestWithTies(chunks, scoreOf, Math.ceil(limit)), scoreOf)).slice(0, limit);
}
