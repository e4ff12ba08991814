/**
 * Whether a brief answers, by what its best block shows of the question, words of its subject and path included. One word of several is met
 * by chance; a question that is put in other words than the text is answered by blocks that share little with it, so the doubt is told
 * rather than the answer withheld. The thresholds were chosen on newcomers' questions (`bench/quality/newcomers.ts`).
 */

import type { AskedWord } from '../../question/askedWords.ts';
import type { AnswerState } from './block.ts';
import type { Excerpt } from './excerpt.ts';
import { weights } from './weights.ts';

/** The state of an answer of some blocks. */
export function stateOf(chosen: readonly Excerpt[], words: readonly AskedWord[]): AnswerState {
  const shares = chosen.map((excerpt) => ({
    weight: weightIn(excerpt, words),
    count: words.filter((word) => isIn(excerpt, word) > 0).length,
  }));
  const best = shares.reduce((a, b) => (b.weight > a.weight ? b : a), { weight: 0, count: 0 });
  if (best.weight >= weights.sureShare && best.count >= Math.min(weights.sureWords, words.length)) return 'sure';
  const isNear = shares.some(({ weight, count }) => weight > weights.nearShare || count > 1);
  return isNear ? 'unsure' : 'nothing';
}

function weightIn(excerpt: Excerpt, words: readonly AskedWord[]): number {
  return words.reduce((sum, word) => sum + word.weight * isIn(excerpt, word), 0);
}

function isIn({ shown, titled }: Excerpt, word: AskedWord): number {
  return Math.max(shown.get(word) ?? 0, titled.get(word) ?? 0);
}
