/** The share of the gold that survives each stage of `mesh`: the stage that loses it is worth improving. */

import { bind } from '../../src/engine/retrieval/retrievers.ts';
import { mesh } from '../../src/engine/retrieval/systems/mesh.ts';
import { type Half, ofHalf } from './halves.ts';
import type { OpenSet } from './sets.ts';

/** The stages in order; the last two are the results. */
export const stages = ['pool', 'seeds', 'links', 'top 10', 'top 5'] as const;
export type Stage = (typeof stages)[number];

/** The share of each question's gold at each stage. */
export interface StagedQuestion {
  readonly id: string;
  readonly shares: Readonly<Record<Stage, number>>;
}

/** Runs every question of a set and measures the stages. */
export async function askStages(set: OpenSet): Promise<readonly StagedQuestion[]> {
  const seen: Partial<Record<string, readonly number[]>> = {};
  const onStage = (stage: string, chunks: readonly number[]): void => {
    seen[stage] = chunks;
  };
  const staged: StagedQuestion[] = [];
  for (const { id, query, gold } of set.queries) {
    if (gold.length === 0) continue;
    const { results } = await bind(mesh).search(set.reader, query, { limit: set.depth, onStage });
    const ranked = await set.idsOf(results.map(({ chunk }) => chunk));
    const shareOf = (ids: readonly string[]): number => gold.filter((one) => ids.includes(one)).length / gold.length;
    const at = async (stage: string): Promise<number> => shareOf(await set.idsOf(seen[stage] ?? []));
    const shares = {
      pool: await at('pool'),
      seeds: await at('seeds'),
      links: await at('links'),
      'top 10': shareOf(ranked.slice(0, 10)),
      'top 5': shareOf(ranked.slice(0, 5)),
    };
    staged.push({ id, shares });
  }
  return staged;
}

/** Mean share of a stage over all questions or a half. */
export function stageMean(staged: readonly StagedQuestion[], stage: Stage, half: Half | 'all'): number | undefined {
  const part = ofHalf(staged, half);
  return part.length === 0 ? undefined : part.reduce((sum, { shares }) => sum + shares[stage], 0) / part.length;
}
