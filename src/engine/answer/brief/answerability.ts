/**
 * Whether a brief answers its question, from what its first block shows: the share of the question that it matches, whether both rankings put
 * it first, whether its heading or name is made of the question's words, and whether it holds a message that the question quotes, or the whole
 * question, word for word. One or two words match by chance.
 *
 * `notHere` needs a name that occurs nowhere, or that most of its words occur nowhere and next to nothing of it in the best block: rare words weigh too much in a small index. A question in other words than
 * the text is answered by blocks that share little with it, so that words alone never suffice where some are known, and never in another language than the text's.
 * The thresholds were chosen on newcomers' questions (`bench/quality/newcomers.ts`).
 */

import type { AskedWord } from '../../question/askedWords.ts';
import type { AnswerState } from './block.ts';
import type { BriefQuery } from './briefQuery.ts';
import { weights } from './weights.ts';

/** What is known of a question beside the texts of its sources. */
export interface Signals {
  /** Whether the words of the question alone rank the same place first. */
  readonly isFirstByWords: boolean;
  /** Whether a word of the question occurs in no text of the index. */
  readonly isAbsent: (word: AskedWord) => boolean;
  /** The question as a model restated it: its words pick sources and lines; the state is that of the question. */
  readonly line?: string | undefined;
}

export const noSignals: Signals = { isFirstByWords: false, isAbsent: () => false };

/** What the first block matches of the question. */
export interface Match {
  /** The share of the question, by weight, that it shows: 0 to 1. */
  readonly matched: number;
  /** The share that its heading or name shows. */
  readonly named: number;
  /** The number of the question's words that it shows, and that its heading or name does. */
  readonly matchedWords: number;
  readonly namedWords: number;
  /** Whether it holds a message that the question quotes, or the whole question, word for word. */
  readonly holdsQuote: boolean;
  readonly isCode: boolean;
}

/** The same where a model restated the question: its words alone do not say that nothing is here, unless a name occurs nowhere. */
export function restatedStateOf(
  [first, query]: readonly [Match | undefined, BriefQuery],
  restated: readonly [Match | undefined, BriefQuery],
  signals: Signals,
  isForeign: boolean,
): AnswerState {
  const state = stateOf(first, query, signals, isForeign);
  if (state !== 'notHere' || query.words.some((word) => word.isProper && signals.isAbsent(word))) return state;
  return stateOf(...restated, signals, isForeign) === 'notHere' ? 'notHere' : 'closest';
}

/** The state of an answer with this first block; `isForeign`: no source is in the question's language. */
export function stateOf(first: Match | undefined, { words, asksHow }: BriefQuery, signals: Signals, isForeign: boolean): AnswerState {
  const absent = words.filter(signals.isAbsent);
  const weightOf = (list: readonly AskedWord[]): number => list.reduce((sum, { weight }) => sum + weight, 0);
  if (first === undefined || first.matched === 0) return 'notHere';
  const { matched, matchedWords, named, namedWords, holdsQuote, isCode } = first;
  const names = weightOf(absent.filter(({ isProper }) => isProper));
  if (names >= weights.absentName && matched < weights.sureShare) return 'notHere';
  const isOutnumbered = 2 * absent.length > words.length;
  if (!isForeign && absent.length > 1 && isOutnumbered && matched < weights.nearShare) return 'notHere';
  if (holdsQuote) return 'answer';
  if (absent.some(({ isProper }) => isProper)) return 'closest';
  const isByChance = matchedWords < weights.sureWords;
  const minMatched = signals.isFirstByWords ? weights.agreedShare : weights.sureShare;
  // A name of code does not say how to do what it is named after.
  const isNamed = !(isCode && asksHow) && named >= (namedWords > 1 ? weights.namedShare : weights.sureShare);
  return (matched >= minMatched && !isByChance) || isNamed ? 'answer' : 'closest';
}
