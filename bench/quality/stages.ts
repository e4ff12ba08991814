/** The share of the gold that survives each stage of a system that reports stages: the one that loses it is worth improving. */

import { type Half, ofHalf } from './halves.ts';
import type { System } from './judge.ts';
import type { OpenSet } from './sets.ts';

/** The stages of the results; those of a system come before. */
const resultStages = { 'top 10': 10, 'top 5': 5 } as const;
export const resultStageCount = Object.keys(resultStages).length;

/** The share of each question's gold at each stage, in the order of the stages. */
export interface StagedQuestion {
  readonly id: string;
  readonly shares: Readonly<Record<string, number>>;
}

/** Runs every question of a set and measures the stages; of the results alone if the system reports none. */
export async function askStages(set: OpenSet, { retriever }: System): Promise<readonly StagedQuestion[]> {
  const staged: StagedQuestion[] = [];
  for (const { id, query, gold } of set.queries) {
    if (gold.length === 0) continue;
    const seen: Record<string, readonly number[]> = {};
    const onStage = (stage: string, chunks: readonly number[]): void => {
      seen[stage] = chunks;
    };
    const { results } = await retriever.search(set.reader, query, { limit: set.depth, onStage });
    const ranked = await set.idsOf(results.map(({ chunk }) => chunk));
    const shareOf = (ids: readonly string[]): number => gold.filter((one) => ids.includes(one)).length / gold.length;
    const shares: Record<string, number> = {};
    for (const [stage, chunks] of Object.entries(seen)) shares[stage] = shareOf(await set.idsOf(chunks));
    for (const [stage, size] of Object.entries(resultStages)) shares[stage] = shareOf(ranked.slice(0, size));
    staged.push({ id, shares });
  }
  return staged;
}

/** The stages that were reported, in order. */
export function stagesOf(staged: readonly StagedQuestion[]): readonly string[] {
  const own = new Set(staged.flatMap(({ shares }) => Object.keys(shares)).filter((stage) => !(stage in resultStages)));
  return [...own, ...Object.keys(resultStages)];
}

/** Mean share of a stage over all questions or a half; a question without it, which had another way to its results, counts as its results do. */
export function stageMean(staged: readonly StagedQuestion[], stage: string, half: Half | 'all'): number | undefined {
  const part = ofHalf(staged, half);
  const shareOf = ({ shares }: StagedQuestion): number => shares[stage] ?? shares['top 10'] ?? 0;
  return part.length === 0 ? undefined : part.reduce((sum, one) => sum + shareOf(one), 0) / part.length;
}
