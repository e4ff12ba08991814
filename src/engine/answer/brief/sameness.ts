/** Which sources and excerpts say the same. */

import type { Excerpt } from './excerpt.ts';
import { isRepeated } from './repeated.ts';
import type { BriefSource } from './source.ts';

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
