/** Ranked chunks for an answer, of which a few are shown of each file. */

import type { IndexReader } from '../engine/index/reader.ts';
import type { Ranking } from '../engine/retrieval/ranking.ts';

/** So many times the places of an answer are ranked for it. */
export const spreadFactor = 3;

/** Max places of a file before those of others: an answer shows two of them. */
const maxPlaces = 3;

/** The first `limit` results, those beyond some of their file after all others; the first `kept` stay. */
export async function spreadOverFiles(ranking: Ranking, limit: number, reader: IndexReader, kept = 0): Promise<Ranking> {
  const infos = await reader.chunkInfo(ranking.results.map(({ chunk }) => chunk));
  const counts = new Map<string, number>();
  const [spread, further]: [Ranking['results'][number][], Ranking['results'][number][]] = [[], []];
  for (const [i, one] of ranking.results.entries()) {
    const { folder, path } = infos[i] as (typeof infos)[number];
    const key = `${folder} ${path}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    (i >= kept && count > maxPlaces ? further : spread).push(i >= limit ? { ...one, isLater: true } : one);
  }
  return { ...ranking, results: [...spread, ...further].slice(0, Math.max(kept, limit)) };
}
