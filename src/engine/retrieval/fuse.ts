/**
 * Fuses rankings: the score of a chunk is the sum of 1/(60 + rank) over the rankings that hold it.
 *
 * Source: reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009), with its constant. Cost: linear in the results.
 */

import type { Evidence, Ranking } from './ranking.ts';

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

/** The weight of a vote against a place in the ranking. Chosen on past commits of other repositories than are measured (bench/history). */
const voteWeight = 0.3;

/** A place that is voted for, with what says why; without a chunk where the ranking has none of it. */
export interface Voted {
  readonly chunk: number | undefined;
  readonly evidence: Evidence;
}

/** At most `limit` results of a ranking, fused with votes, the strongest first. Ties are in the order of the ranking. */
export function fuseVotes(ranking: Ranking, votes: readonly Voted[], limit: number): Ranking {
  const ranks = new Map(votes.map(({ chunk }, i) => [chunk, i]));
  const fused = ranking.results.map((result, i) => {
    const vote = ranks.get(result.chunk);
    const score = 1 / (constant + i + 1);
    if (vote === undefined) return { ...result, score };
    const { evidence } = votes[vote] as Voted;
    return { ...result, score: score + voteWeight / (constant + vote + 1), evidence: [...result.evidence, evidence] };
  });
  return { ...ranking, results: fused.sort((a, b) => b.score - a.score).slice(0, limit) };
}
