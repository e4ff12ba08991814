/**
 * Past commits that resemble a task vote for the files that they changed: their messages are in the words of those who ask for changes, which
 * the files need not contain. On questions they mislead, so only a text that asks nothing is answered with them.
 *
 * Commits are ranked by BM25 over their messages; a commit's score is shared by its files. Tests are left out. Cost: the postings of the
 * text's terms.
 */

import { maxQuestionLength, termsIn } from '../question/question.ts';
import { Cutoff } from '../retrieval/steps/select.ts';
import { idf, lengthNorm, maxFrequency } from '../retrieval/systems/bm25.ts';
import { isTestPath } from '../text/names/pathNames.ts';
import type { Past } from './past.ts';
import { termHash } from './pastBuilder.ts';

/** A file that past commits vote for. */
export interface Vote {
  readonly path: string;
  readonly score: number;
  /** The commit that votes most for it. */
  readonly commit: number;
}

/** Files that may be voted for. */
export const maxVotes: number = 50;

/** Commits that vote. */
const maxVoters = 40;
/** A commit that changed more files is a sweep, which says nothing of any of them. */
const maxFilesOfVoter = 30;

/** Files, the one with most votes first. @param exists whether a path is a file of the folder now. */
export function votesFor(past: Past, text: string, exists: (path: string) => boolean): readonly Vote[] {
  const scores = scoreCommits(past, text);
  const votes = new Map<string, { score: number; most: number; commit: number }>();
  for (const commit of best(scores, maxVoters)) {
    const files = past.filesAt(commit).filter(({ path }) => !isTestPath(path));
    if (files.length > maxFilesOfVoter) continue;
    const share = (scores[commit] as number) / Math.sqrt(files.length);
    for (const { path } of files) {
      const now = past.presentPath(path, exists);
      if (now === undefined) continue;
      const vote = votes.get(now) ?? { score: 0, most: 0, commit };
      vote.score += share;
      if (share > vote.most) [vote.most, vote.commit] = [share, commit];
      votes.set(now, vote);
    }
  }
  return [...votes]
    .map(([path, { score, commit }]) => ({ path, score, commit }))
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))
    .slice(0, maxVotes);
}

/** The indices of the highest scores above 0, highest first; of equal ones, the later commit first. */
function best(scores: Float64Array, max: number): readonly number[] {
  const cutoff = new Cutoff(max);
  for (const score of scores) if (score > cutoff.min) cutoff.add(score);
  const found: number[] = [];
  for (let i = 0; i < scores.length; i++) if ((scores[i] as number) > 0 && (scores[i] as number) >= cutoff.min) found.push(i);
  return found.sort((a, b) => (scores[b] as number) - (scores[a] as number) || b - a).slice(0, max);
}

/** BM25 of each commit. */
function scoreCommits(past: Past, text: string): Float64Array {
  const { terms, termStarts, postings, lengths } = past.columns;
  const scores = new Float64Array(past.size);
  const { meanLength } = past;
  for (const { term, weight } of termsIn(text.slice(0, maxQuestionLength))) {
    const t = findIn(terms, termHash(term));
    if (t < 0) continue;
    const [from, to] = [termStarts[t] as number, termStarts[t + 1] as number];
    const factor = weight * idf(to - from, past.size) * maxFrequency;
    for (let i = from; i < to; i++) {
      const entry = postings[i] as number;
      const commit = entry >>> 4;
      const frequency = entry & 15;
      scores[commit] =
        (scores[commit] as number) + (factor * frequency) / (frequency + 2 * lengthNorm(lengths[commit] as number, meanLength));
    }
  }
  return scores;
}

/** The commits whose messages have all terms of a text, oldest first. */
export function commitsNaming({ columns: { terms, termStarts, postings } }: Past, text: string): readonly number[] {
  const lists = termsIn(text).map(({ term }) => {
    const t = findIn(terms, termHash(term));
    return new Set(t < 0 ? [] : Array.from(postings.subarray(termStarts[t], termStarts[t + 1]), (entry) => entry >>> 4));
  });
  const [first = new Set<number>(), ...others] = lists;
  return [...first].filter((at) => others.every((list) => list.has(at)));
}

/** Index of a number in an ascending list, or -1. */
function findIn(sorted: Uint32Array, wanted: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === wanted ? low : -1;
}
