/**
 * An answer without a model: the sentences and lines of the best sources that cover the question, quoted to the letter.
 *
 * The question says what is wanted (`wish.ts`), each statement what it is worth to that (`candidates.ts`, `worth.ts`), and they are taken
 * greedily (`choose.ts`): the next one is the one that adds most of the question's rare words and that a good source says, from a source that
 * has said less so far. Where the sources say too little of the question nothing is quoted (`confidence.ts`).
 * Cost: one pass over the text of at most `mostSources` chunks, and one over their statements for each that is taken.
 */

import { type AnswerSource, type Candidate, candidatesOf } from './candidates.ts';
import { choose } from './choose.ts';
import { isSaid, type Rarity } from './confidence.ts';
import type { QuoteForm } from './statement.ts';
import { wishOf } from './wish.ts';

/** How long an answer gets, in statements and UTF-16 units, and how many of the ranked chunks it is taken from. */
export const answerLimits = {
  mostStatements: 6,
  mostCharacters: 700,
  mostSources: 8,
  /** Where a command or a definition is asked for: how far down the ranking it is looked for, and how many of the chunks there that may hold it are read. */
  deepest: 40,
  mostFurther: 8,
} as const;

/** A verbatim stretch of a source. */
export interface Quote {
  readonly n: number;
  /** UTF-16 offsets in the source's text, end exclusive. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** Code, or an example of it amid prose; words of a comment, or an example amid them; prose. */
  readonly form: QuoteForm;
}

/**
 * What of ranked sources, best first, answers a question: in the order of the sources, those first that define what is sought; of one source
 * in that of its text. Empty where they say too little of the question.
 */
export function quotesFor(question: string, ranked: readonly AnswerSource[], rarity: Rarity): readonly Quote[] {
  const near = ranked.filter(({ isFurther }) => !isFurther).slice(0, answerLimits.mostSources);
  const wish = wishOf(question, rarity);
  if (!isSaid(wish.words, near, wish.wantsCommand ? near.length : undefined)) return [];
  const further = ranked.filter(({ isFurther }) => isFurther).slice(0, answerLimits.mostFurther);
  const candidates = [...near, ...further].flatMap((source, rank) => candidatesOf(source, rank, wish));
  const chosen = choose(candidates, answerLimits.mostStatements, answerLimits.mostCharacters);
  return inReadingOrder(chosen).map(({ source, from, to, form }) => ({ n: source.n, from, to, text: source.text.slice(from, to), form }));
}

function inReadingOrder(chosen: readonly Candidate[]): readonly Candidate[] {
  const defining = new Set(chosen.filter(({ role }) => role.isSought).map(({ rank }) => rank));
  const isAside = ({ rank }: Candidate): number => (defining.has(rank) ? 0 : 1);
  return [...chosen].sort((a, b) => isAside(a) - isAside(b) || a.rank - b.rank || a.from - b.from);
}

/** An answer of quotes as plain text: each on lines of its own with the number of its source, `… [2]`. */
export function quotesText(quotes: readonly Quote[]): string {
  return quotes.map(({ text, n }) => `${text} [${n}]`).join('\n');
}
