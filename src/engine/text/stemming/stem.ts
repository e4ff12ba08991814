/**
 * The Porter stemmer for lower-case ASCII words.
 *
 * Source: M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980, with the two departures of the author's own later
 * versions (step 2: "bli" for "abli", and "logi" to "log"). Words of other alphabets are left alone by the caller.
 * Cost: a few suffix tests per word; callers keep the result per distinct word.
 */

import { endsWithAny, wordsOf } from '../../util/strings.ts';

const step2 =
  rules(`ational ate tional tion enci ence anci ance izer ize bli ble alli al entli ent eli e ousli ous ization ize ation ate ator ate
alism al iveness ive fulness ful ousness ous aliti al iviti ive biliti ble logi log`);
const step3 = rules('icate ic ative - alize al iciti ic ical ic ful - ness -');
const step4 = 'al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize'.split(' ');

/** Pairs of a suffix and what it becomes, `-` for nothing. */
function rules(text: string): readonly (readonly [string, string])[] {
  const words = wordsOf(text);
  return words.flatMap((suffix, i) => (i % 2 === 0 ? [[suffix, (words[i + 1] as string).replace('-', '')] as const] : []));
}

/** The words that the stemmer takes. */
export const asciiWord = /^[a-z]+$/;

function isConsonant(word: string, at: number): boolean {
  const letter = word.charAt(at);
  if (letter === 'y') return at === 0 || !isConsonant(word, at - 1);
  return !'aeiou'.includes(letter);
}

/** Porter's m: how often a vowel run is followed by a consonant run in the first `length` letters. */
function measure(word: string, length: number): number {
  let count = 0;
  let afterVowel = false;
  for (let i = 0; i < length; i++) {
    const consonant = isConsonant(word, i);
    if (consonant && afterVowel) count++;
    afterVowel = !consonant;
  }
  return count;
}

function hasVowel(word: string, length: number): boolean {
  for (let i = 0; i < length; i++) if (!isConsonant(word, i)) return true;
  return false;
}

function endsDouble(word: string): boolean {
  const last = word.length - 1;
  return last > 0 && word[last] === word[last - 1] && isConsonant(word, last);
}

/** Consonant, vowel, consonant at the end, the last not w, x or y. */
function endsShort(word: string, length: number): boolean {
  const last = length - 1;
  if (last < 2 || !isConsonant(word, last) || isConsonant(word, last - 1) || !isConsonant(word, last - 2)) return false;
  const letter = word[last];
  return letter !== 'w' && letter !== 'x' && letter !== 'y';
}

function plurals(word: string): string {
  if (!word.endsWith('s')) return word;
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2);
  return word.endsWith('ss') ? word : word.slice(0, -1);
}

function pastAndGerund(word: string): string {
  if (word.endsWith('eed')) return measure(word, word.length - 3) > 0 ? word.slice(0, -1) : word;
  const cut = word.endsWith('ed') ? 2 : word.endsWith('ing') ? 3 : 0;
  if (cut === 0 || !hasVowel(word, word.length - cut)) return word;
  const stem = word.slice(0, -cut);
  if (stem.endsWith('at') || stem.endsWith('bl') || stem.endsWith('iz')) return `${stem}e`;
  if (endsDouble(stem) && !endsWithAny(stem, 'lsz')) return stem.slice(0, -1);
  return measure(stem, stem.length) === 1 && endsShort(stem, stem.length) ? `${stem}e` : stem;
}

function replaceFirst(word: string, rules: readonly (readonly [string, string])[]): string {
  for (const [suffix, replacement] of rules) {
    if (!word.endsWith(suffix)) continue;
    const length = word.length - suffix.length;
    return measure(word, length) > 0 ? word.slice(0, length) + replacement : word;
  }
  return word;
}

function dropSuffix(word: string): string {
  let ending = '';
  for (const suffix of step4) if (suffix.length > ending.length && word.endsWith(suffix)) ending = suffix;
  if (ending === '') return word;
  const length = word.length - ending.length;
  if (measure(word, length) <= 1) return word;
  if (ending === 'ion' && word[length - 1] !== 's' && word[length - 1] !== 't') return word;
  return word.slice(0, length);
}

function tidy(word: string): string {
  let result = word;
  if (result.endsWith('e')) {
    const length = result.length - 1;
    const m = measure(result, length);
    if (m > 1 || (m === 1 && !endsShort(result, length))) result = result.slice(0, length);
  }
  if (result.endsWith('ll') && measure(result, result.length) > 1) result = result.slice(0, -1);
  return result;
}

/** The stem of a lower-case ASCII word; words of one or two letters are returned unchanged. */
export function stem(word: string): string {
  if (word.length < 3) return word;
  let result = pastAndGerund(plurals(word));
  if (result.endsWith('y') && hasVowel(result, result.length - 1)) result = `${result.slice(0, -1)}i`;
  return tidy(dropSuffix(replaceFirst(replaceFirst(result, step2), step3)));
}
