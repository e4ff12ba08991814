/** The votes for each elected passage: of relations, of entities, of what is near them, and of passage recall. */

import { createSection, type Explanation, figure } from '../../engine/retrieval/explanation.ts';
import type { Ranked } from '../../engine/retrieval/ranking.ts';

/** A recall source, as it is called in evidence. */
type Source = 'entity' | 'relation' | 'passage' | 'nearby';

export interface Vote {
  readonly weight: number;
  readonly approved: ArrayLike<number>;
  readonly source: Source;
  /** The entity that votes, and the chunk that led to it. */
  readonly key?: string;
  readonly via?: number;
}

const sources = ['relation', 'entity', 'nearby', 'passage'] as const;
/** Entities named of each source, the weightiest first. */
const maxNames = 4;

export function explainVotes(ballots: readonly Vote[], results: readonly Ranked[]): Explanation {
  const rows = results.map(({ chunk, score }) => {
    const own = ballots.filter(({ approved }) => Array.prototype.includes.call(approved, chunk));
    const parts = sources.flatMap((source) => {
      const votes = own.filter((vote) => vote.source === source).sort((a, b) => b.weight - a.weight);
      if (votes.length === 0) return [];
      const names = [...new Set(votes.flatMap(({ key }) => (key === undefined ? [] : [key.slice(2)])))].slice(0, maxNames);
      const sum = votes.reduce((total, { weight }) => total + weight, 0);
      return [`${source} ${figure(sum)}${names.length === 0 ? '' : ` (${names.join(', ')})`}`];
    });
    return { label: '', detail: `${figure(score)} = ${parts.join(' + ')}`, chunks: [chunk] };
  });
  return { sections: [createSection('votes', rows)] };
}
