/**
 * Fuses rankings: the score of a chunk is the sum of 1/(60 + rank) over the rankings that hold it.
 *
 * Source: reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009), with its constant. Cost: linear in the results.
 */

import type { Ranking } from './ranking.ts';

const constant = 60;

/** At most `limit` results, each with the evidence of its first ranking. Ties are in the order of the rankings. */
export function fuse(rankings: readonly Ranking[], limit: number): Ranking {
  const [first] = rankings;
  if (first === undefined) return { results: [], unknownTerms: [] };
  const fused = new Map<number, { result: Ranking['results'][number]; score: number }>();
  for (const { results } of rankings) {
    for (const [i, result] of results.entries()) {
      const known = fused.get(result.chunk) ?? { result, score: 0 };
      known.score += 1 / (constant + i + 1);
      fused.set(result.chunk, known);
    }
  }
  const best = [...fused.values()].sort((a, b) => b.score - a.score).slice(0, limit);
  return { ...first, results: best.map(({ result, score }) => ({ ...result, score })) };
}
