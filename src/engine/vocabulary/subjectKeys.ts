/** Which keys are specific to a subject, and which are too general. */

import { Space } from '../document.ts';

/** The most frequent nationalities. */
export const nationalities =
  'american australian brazilian british canadian chinese dutch english european french german greek indian irish italian japanese korean ' +
  'mexican polish russian scottish spanish swedish turkish';

const months = 'january|february|march|april|may|june|july|august|september|october|november|december';
const weekdays = 'monday|tuesday|wednesday|thursday|friday|saturday|sunday';
/** Months, weekdays, years and nationalities group unrelated chunks. */
const general = new RegExp(String.raw`^n:(?:\d+s?|(?:\d+ )?(?:${months})(?: \d+)*|${weekdays}|${nationalities.replaceAll(' ', '|')})$`);

/** Whether a key is specific enough to hold a community together or to relate two places on its own. */
export function isSubjectKey(key: string): boolean {
  if (key[0] === Space.Path || key.length <= 4) return false;
  // Plain lower-case function names (`push`, `join`) are not specific.
  return key[0] === Space.Symbol ? /[\p{Lu}\p{N}_$]/u.test(key.slice(2)) : !general.test(key);
}
