/**
 * Whether a brief answers its question, by the share of the question that its first block matches, including the block's subject and path.
 * One or two words match by chance, unless the block's heading or name is made of them; but a question in other words than the text is answered by blocks that share little with it, so a
 * doubtful answer is marked `unsure` rather than withheld. The thresholds were chosen on newcomers' questions (`bench/quality/newcomers.ts`).
 */

import type { AnswerState } from './block.ts';
import type { Excerpt } from './excerpt.ts';
import { weights } from './weights.ts';

/** The state of an answer made of these excerpts. */
export function stateOf(chosen: readonly Excerpt[]): AnswerState {
  const [first] = chosen;
  if (first === undefined) return 'nothing';
  const isByChance = first.matchedWords < weights.sureWords && first.named < weights.sureShare;
  if (first.matched >= weights.sureShare && !isByChance) return 'sure';
  const isNear = chosen.some(({ matched, matchedWords }) => matched > weights.nearShare || matchedWords > 1);
  return isNear ? 'unsure' : 'nothing';
}
