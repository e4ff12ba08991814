/**
 * Whether a brief answers its question, by the share of the question's words in its best block, including the block's subject and path.
 * One word of several matches by chance; but a question in other words than the text is answered by blocks that share little with it, so a
 * doubtful answer is marked `unsure` rather than withheld. The thresholds were chosen on newcomers' questions (`bench/quality/newcomers.ts`).
 */

import type { AskedWord } from '../../question/askedWords.ts';
import type { AnswerState } from './block.ts';
import type { Excerpt } from './excerpt.ts';
import { weights } from './weights.ts';

/** The state of an answer made of these excerpts. */
export function stateOf(chosen: readonly Excerpt[], words: readonly AskedWord[]): AnswerState {
  const matches = chosen.map((excerpt) => ({
    weight: matchedWeight(excerpt, words),
    count: words.filter((word) => matchedShare(excerpt, word) > 0).length,
  }));
  const best = matches.reduce((a, b) => (b.weight > a.weight ? b : a), { weight: 0, count: 0 });
  if (best.weight >= weights.sureShare && best.count >= Math.min(weights.sureWords, words.length)) return 'sure';
  const isNear = matches.some(({ weight, count }) => weight > weights.nearShare || count > 1);
  return isNear ? 'unsure' : 'nothing';
}

function matchedWeight(excerpt: Excerpt, words: readonly AskedWord[]): number {
  return words.reduce((sum, word) => sum + word.weight * matchedShare(excerpt, word), 0);
}

function matchedShare({ shown, titled }: Excerpt, word: AskedWord): number {
  return Math.max(shown.get(word) ?? 0, titled.get(word) ?? 0);
}
