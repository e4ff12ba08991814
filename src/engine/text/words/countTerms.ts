/** Term frequencies of a text outside the index. One pass. */

import { termsOf } from './terms.ts';
import { wordsIn } from './tokens.ts';

/** The frequency of each term in a text; parts of identifiers are terms of their own. */
export function countTerms(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of wordsIn(text)) for (const term of termsOf(word.text, word.shape)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
