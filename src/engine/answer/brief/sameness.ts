/** Which sources and texts say the same: copies, translations of the same names, variants for another platform. */

import type { Excerpt } from './excerpt.ts';
import type { BriefSource } from './source.ts';
import { weights } from './weights.ts';

/** Files of several folders may have the same path. */
export function isSameFile(a: BriefSource, b: BriefSource): boolean {
  return a.path === b.path && a.text === b.text;
}

/** Whether an excerpt is not a copy or variant of one chosen before. */
export function isNew(excerpt: Excerpt, chosen: readonly Excerpt[]): boolean {
  return !isRepeated(
    excerpt.terms,
    chosen.map(({ terms }) => terms),
  );
}

/** Whether most terms are those of one of the texts before it. Cost: one look-up for each of them and each text. */
export function isRepeated(terms: ReadonlySet<string>, before: Iterable<ReadonlySet<string>>): boolean {
  for (const known of before) {
    let shared = 0;
    for (const term of terms) if (known.has(term)) shared++;
    if (terms.size > 0 && shared >= weights.variant * terms.size) return true;
  }
  return false;
}
