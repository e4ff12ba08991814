/** Who was elected by which part of the question, and at which price. */

import { createSection, type Explanation, type ExplanationRow, figure, passages } from '../../engine/retrieval/explanation.ts';
import { pushTo } from '../../engine/util/pushTo.ts';
import type { EntityClass } from '../entities/descriptions.ts';

export interface Election {
  readonly classes: readonly EntityClass[];
  /** Weight of each class's ballot. */
  readonly weights: readonly number[];
  /** Of an alignment: the strength x of each class, and the price of each chunk. */
  readonly strengths?: ArrayLike<number> | undefined;
  readonly prices?: ReadonlyMap<number, number> | undefined;
  /** Elected chunks, in order. */
  readonly elected: readonly number[];
}

export function explainElection({ classes, weights, strengths, prices, elected }: Election): Explanation {
  const chunksBy = new Map<number, number[]>();
  for (const chunk of elected)
    classes.forEach(({ postings }, s) => {
      if (postings.chunks.includes(chunk)) pushTo(chunksBy, s, chunk);
    });
  const rows = classes.map((one, s): ExplanationRow & { readonly weight: number } => {
    const weight = weights[s] as number;
    const strength = strengths === undefined ? [] : [`strength ${figure(strengths[s] as number)}`];
    const figures = [`similarity ${figure(one.similarity)}`, ...strength, `ballot ${figure(weight)}`, passages(one.postings.size)];
    return { label: one.key.slice(2), detail: figures.join(', '), chunks: chunksBy.get(s) ?? [], weight };
  });
  rows.sort((a, b) => Number(b.chunks.length > 0) - Number(a.chunks.length > 0) || b.weight - a.weight);
  const names = rows.map(({ weight: _, ...row }) => row);
  const priced = elected.flatMap((chunk): readonly ExplanationRow[] => {
    const price = prices?.get(chunk) ?? 0;
    return price === 0 ? [] : [{ label: '', detail: `price ${figure(price)}`, chunks: [chunk] }];
  });
  return { sections: [createSection('elected', names), ...(priced.length === 0 ? [] : [createSection('prices', priced)])] };
}
