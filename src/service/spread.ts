/** Ranked places for an answer, of which a few are shown of each file. */

import type { DescribedResult } from './ask/describe.ts';

/** So many times the places of an answer are ranked for it. */
export const spreadFactor = 3;

/** Max places of a file before those of others: an answer shows two of them. */
const maxPlaces = 3;

/** The first `limit` places, those beyond some of their file after all others; the first `kept` stay. */
export function spreadOverFiles(ranked: readonly DescribedResult[], limit: number, kept = 0): readonly DescribedResult[] {
  const counts = new Map<string, number>();
  const all = ranked.map((one, i) => ({ ...one, isLater: i >= limit }));
  const isFurther = all.map(({ result: { folder, path } }, i) => {
    const key = `${folder} ${path}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return i >= kept && count > maxPlaces;
  });
  const ordered = [...all.filter((_, i) => !isFurther[i]), ...all.filter((_, i) => isFurther[i])];
  return ordered.slice(0, Math.max(kept, limit)).map((one, i) => ({ ...one, result: { ...one.result, rank: i + 1 } }));
}
