/** Term frequencies of a text outside the index. One pass. */

import { termsOf } from './terms.ts';
import { tokenize } from './tokens.ts';

/** The frequency of each term in a text; parts of identifiers are terms of their own. */
export function countTerms(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  const { count, starts, ends, shapes } = tokenize(text);
  for (let i = 0; i < count; i++) {
    for (const term of termsOf(text.slice(starts[i], ends[i]), shapes[i] as number)) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return counts;
}
