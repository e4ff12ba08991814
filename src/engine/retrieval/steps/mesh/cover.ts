/** The part of a question that chunks match, term by term, and how two chunks compare. Cost: the hits of the chunks. */

import type { Hits } from '../../systems/bm25.ts';

/** Factor that scales the best BM25 score to 1. */
export function scaleOf({ best }: Hits): number {
  return best > 0 ? 1 / best : 0;
}

/** Each term's part of the score of a chunk, scaled so that the best score is 1. */
export function coverOf(hits: Hits, chunk: number): Float64Array {
  const cover = new Float64Array(hits.terms.length);
  const scale = scaleOf(hits);
  for (const { t, part } of hits.of(chunk)) cover[t] = part * scale;
  return cover;
}

/** The part of the question that `chunk` covers beyond `covered`. */
export function gainOf(hits: Hits, chunk: number, covered: Float64Array): number {
  const scale = scaleOf(hits);
  let gain = 0;
  for (const { t, part } of hits.of(chunk)) gain += Math.max(0, part * scale - (covered[t] as number));
  return gain;
}

/** The part of the question that both `chunk` and `covered` cover. */
export function overlapOf(hits: Hits, chunk: number, covered: Float64Array): number {
  const scale = scaleOf(hits);
  let both = 0;
  for (const { t, part } of hits.of(chunk)) both += Math.min(part * scale, covered[t] as number);
  return both;
}

/** The share of what two chunks match of the question that both match, 0 to 1. */
export function sharedCover(hits: Hits, a: number, b: number): number {
  const covered = coverOf(hits, b);
  const both = overlapOf(hits, a, covered);
  const any = gainOf(hits, a, covered) + covered.reduce((sum, part) => sum + part, 0);
  return any === 0 ? 0 : both / any;
}
