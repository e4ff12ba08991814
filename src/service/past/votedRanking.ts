/**
 * A text that reads as a change, such as a task, a report or a diff, is ranked with the votes of past commits that resemble it. Both rankings
 * are of files and are fused by their ranks; what only the votes find stays below what the words find.
 */

import { maxVotes, type Vote, votesFor } from '../../engine/past/votes.ts';
import { readQuestion } from '../../engine/question/question.ts';
import { fuseVotes } from '../../engine/retrieval/fuse.ts';
import type { Ranked, Ranking } from '../../engine/retrieval/ranking.ts';
import { readFields } from '../../engine/retrieval/steps/fields.ts';
import { isoDay } from '../folder/past/shownCommit.ts';
import type { View } from '../folder/view.ts';
import type { AskOptions } from '../types/options.ts';

/** The text of a task; undefined for a question, for words to look for, and for what depends on a selection or on earlier questions. */
export function taskText(text: string, { context = '', earlier = [], about, system = 'mesh' }: AskOptions): string | undefined {
  if (context.trim() !== '' || earlier.length > 0 || about !== undefined || system !== 'mesh') return undefined;
  const task = readFields(text).text;
  return readQuestion(task).isTask ? task : undefined;
}

/** The ranking of the first places for a task, as far as any past is known; `best` ranks without it. */
export async function rankedWithVotes(
  task: string,
  limit: number,
  { reader, folders }: View,
  best: (limit: number) => Promise<Ranking>,
): Promise<Ranking> {
  const votes = folders.flatMap((folder, position) => {
    const past = folder.past.now?.past;
    const found = past === undefined ? [] : votesFor(past, task, (path) => folder.hashOf(path) !== undefined);
    return found.map((vote) => ({ ...vote, position, past }));
  });
  if (votes.length === 0) return best(limit);
  const ranking = await best(Math.max(limit, votedPlaces));
  const infos = await reader.chunkInfo(ranking.results.map(({ chunk }) => chunk));
  const firsts = new Map<string, Ranked>();
  for (const [i, { folder, path }] of infos.entries()) {
    const key = `${folder} ${path}`;
    if (!firsts.has(key)) firsts.set(key, ranking.results[i] as Ranked);
  }
  const voted = votes
    .sort((a: Vote, b: Vote) => b.score - a.score)
    .slice(0, maxVotes)
    .map(({ position, path, past, commit }) => {
      const { subject, date } = past?.commit(commit) ?? { subject: '', date: 0 };
      const evidence = { kind: 'commit', label: 'changed with', keys: [`“${subject}”, ${isoDay(date)}`] };
      return { chunk: firsts.get(`${position} ${path}`)?.chunk, evidence };
    });
  return fuseVotes(ranking, voted, limit);
}

/** Places whose files are reordered. */
const votedPlaces = 100;
