/** Which sources and excerpts say the same. */

import type { Excerpt } from './excerpt.ts';
import type { BriefSource } from './source.ts';
import { weights } from './weights.ts';

/** Files of several folders may have the same path. */
export function isSameFile(a: BriefSource, b: BriefSource): boolean {
  return a.path === b.path && a.text === b.text;
}

/** Whether an excerpt is not a copy or variant of one chosen before. */
export function isNew(excerpt: Excerpt, chosen: readonly Excerpt[]): boolean {
  return chosen.every((other) => overlapCoefficient(other.terms, excerpt.terms) < weights.variant);
}

/** The overlap coefficient of two sets of terms: the share of the smaller one that is in the other. */
function overlapCoefficient(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const term of a) if (b.has(term)) shared++;
  return shared / Math.max(1, Math.min(a.size, b.size));
}
