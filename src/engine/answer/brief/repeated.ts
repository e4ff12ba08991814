/** Whether a text says what another one has said: a copy, a translation of the same names, a variant for another platform. */

import { weights } from './weights.ts';

/** Whether most terms are those of one of the texts before it. Cost: one look-up for each of them and each text. */
export function isRepeated(terms: ReadonlySet<string>, before: Iterable<ReadonlySet<string>>): boolean {
  for (const known of before) {
    let shared = 0;
    for (const term of terms) if (known.has(term)) shared++;
    if (terms.size > 0 && shared >= weights.variant * terms.size) return true;
  }
  return false;
}
