/** Which keys tell a subject, and which gather what has nothing in common. */

import { Space } from '../document.ts';

/** Those that are said of the most. */
export const nationalities =
  'american australian brazilian british canadian chinese dutch english european french german greek indian irish italian japanese korean ' +
  'mexican polish russian scottish spanish swedish turkish';

const months = 'january|february|march|april|may|june|july|august|september|october|november|december';
const weekdays = 'monday|tuesday|wednesday|thursday|friday|saturday|sunday';
/** Months, weekdays, years and nationalities gather what has nothing in common. */
const vague = new RegExp(String.raw`^n:(?:\d+s?|(?:\d+ )?(?:${months})(?: \d+)*|${weekdays}|${nationalities.replaceAll(' ', '|')})$`);

/** Whether a key tells what a chunk is about, so that it may hold a community together or relate two places by itself. */
export function isSubjectKey(key: string): boolean {
  if (key[0] === Space.Path || key.length <= 4) return false;
  // A plain lower-case word that is called somewhere (`push`, `join`) says nothing of a subject.
  return key[0] === Space.Symbol ? /[\p{Lu}\p{N}_$]/u.test(key.slice(2)) : !vague.test(key);
}
