/** Which keys tell a subject, and which gather what has nothing in common. */

import { Space } from '../document.ts';

/** Months, weekdays, years and nationalities gather what has nothing in common. */
const vague =
  /^n:(?:\d+s?|(?:\d+ )?(?:january|february|march|april|may|june|july|august|september|october|november|december)(?: \d+)*|monday|tuesday|wednesday|thursday|friday|saturday|sunday|american|british|english|french|german|italian|spanish|indian|chinese|japanese|russian|canadian|australian|irish|scottish|dutch|swedish|european|polish|greek|turkish|korean|mexican|brazilian)$/;

/** Whether a key tells what a chunk is about, so that it may hold a community together or relate two places by itself. */
export function isTelling(key: string): boolean {
  if (key[0] === Space.Path || key.length <= 4) return false;
  // A plain lower-case word that is called somewhere (`push`, `join`) says nothing of a subject.
  return key[0] === Space.Symbol ? /[\p{Lu}\p{N}_$]/u.test(key.slice(2)) : !vague.test(key);
}
