/** Headings and phrases that documents on any subject contain. */

import { Space } from '../document.ts';
import { stopWords } from '../text/stemming/stopWords.ts';
import { isMeaninglessWord } from './placeholders.ts';
import { isCommonWord } from './vague.ts';

/**
 * Whether a name (folded words) is such a heading, or a phrase that starts or ends in the middle of a sentence.
 * @param isSubject whether it is a title or heading, which may start with any word.
 */
export function isBoilerplate(name: string, isSubject: boolean): boolean {
  const words = name.split(' ');
  if (words.every((word) => stopWords.has(word) || isMeaninglessWord(word) || isCommonWord(`${Space.Name}:${word}`))) return true;
  if (words.length === 1) return false;
  // A version with a word: "python 3".
  if (words.length === 2 && words.some((word) => /^v?\d/.test(word))) return true;
  const [first = '', last = ''] = [words[0], words.at(-1)];
  if (stopWords.has(last) || last === 'using') return true;
  return !isSubject && (stopWords.has(first) || isCommonWord(`${Space.Name}:${first}`));
}
