/** What is said where nothing can be quoted: what was looked for, and which of it stands nowhere. */

import { longestQuestion } from '../core/retrieve/question.ts';
import { fold, termsOf } from '../core/text/terms.ts';
import { tokenize } from '../core/text/tokens.ts';

const mostWords = 8;
const longestWord = 60;

/**
 * One to three sentences. `sizes` has the terms of the question with the number of chunks that hold each; `hasSources` says whether some
 * place was found that speaks of a part of it. The extension knows the sentences by their words, see `serverTexts.ts`.
 */
export function nothingFound(question: string, sizes: ReadonlyMap<string, number>, hasSources: boolean): string {
  const words = wordsOf(question, sizes);
  if (words.size === 0) return 'Nothing found: the question holds no word to look for.';
  const all = [...words.keys()];
  const looked = `Looked for: ${all.slice(0, mostWords).join(', ')}.`;
  if (!hasSources) return `Nothing found. ${looked}`;
  const nowhere = all.filter((word) => words.get(word) === false).slice(0, mostWords);
  const missing = nowhere.length > 0 ? ` Nowhere in the workspace: ${nowhere.join(', ')}.` : '';
  return `No passage says enough of this to be quoted. ${looked}${missing}`;
}

/** The words of the question that were looked for, as they were written, and whether some chunk holds them. */
function wordsOf(question: string, sizes: ReadonlyMap<string, number>): Map<string, boolean> {
  const text = question.slice(0, longestQuestion);
  const { count, starts, ends, shapes } = tokenize(text);
  const words = new Map<string, boolean>();
  const seen = new Set<string>();
  for (let i = 0; i < count; i++) {
    const word = text.slice(starts[i], ends[i]);
    const terms = termsOf(word, shapes[i] as number).filter((term) => sizes.has(term));
    const isNew = terms.some((term) => !seen.has(term));
    for (const term of terms) seen.add(term);
    if (isNew) words.set(word.slice(0, longestWord), isSomewhere(word, terms, sizes));
  }
  return words;
}

/** A name is somewhere where it stands as a whole: its parts alone are other words. */
function isSomewhere(word: string, terms: readonly string[], sizes: ReadonlyMap<string, number>): boolean {
  const whole = fold(word);
  const looked = terms.includes(whole) ? [whole] : terms;
  return looked.some((term) => (sizes.get(term) ?? 0) > 0);
}
