/**
 * Stems for words of languages other than English, so that inflected forms are one term.
 *
 * Snowball stems (`@orama/stemmers`), cut to six letters. Stemming alone does not join the forms of agglutinating languages, whose suffixes
 * pile up; the first letters alone keep the prefixes of Arabic (`bench/quality/languages.md`). A pure function of the word.
 */

import { stemmer as ar } from '@orama/stemmers/arabic';
import { stemmer as da } from '@orama/stemmers/danish';
import { stemmer as nl } from '@orama/stemmers/dutch';
import { stemmer as fi } from '@orama/stemmers/finnish';
import { stemmer as fr } from '@orama/stemmers/french';
import { stemmer as de } from '@orama/stemmers/german';
import { stemmer as el } from '@orama/stemmers/greek';
import { stemmer as hu } from '@orama/stemmers/hungarian';
import { stemmer as hi } from '@orama/stemmers/indian';
import { stemmer as it } from '@orama/stemmers/italian';
import { stemmer as no } from '@orama/stemmers/norwegian';
import { stemmer as pt } from '@orama/stemmers/portuguese';
import { stemmer as ro } from '@orama/stemmers/romanian';
import { stemmer as ru } from '@orama/stemmers/russian';
import { stemmer as es } from '@orama/stemmers/spanish';
import { stemmer as sv } from '@orama/stemmers/swedish';
import { stemmer as tr } from '@orama/stemmers/turkish';
import { asciiWord, stem } from './stem.ts';

const stemmers = { ar, da, de, el, es, fi, fr, hi, hu, it, nl, no, pt, ro, ru, sv, tr };

/** A language whose words are stemmed here. */
export interface StemmedLanguage {
  /** BCP 47. */
  readonly id: string;
  /** The stem of a folded word; words with a digit or punctuation are unchanged. */
  readonly stem: (folded: string) => string;
}

/** Stems are cut to this many UTF-16 units. */
export const prefixLength = 6;

const anyWord = /^[\p{L}\p{M}]+$/u;
/** Languages in whose texts ASCII words are English. */
const inOtherScripts = ['ar', 'el', 'hi', 'ru'];

export const stemmedLanguages: readonly StemmedLanguage[] = Object.entries(stemmers).map(([id, cut]) => {
  const hasOwnScript = inOtherScripts.includes(id);
  const stemOf = (folded: string): string => (anyWord.test(folded) ? cut(folded).slice(0, prefixLength) || folded : folded);
  return { id, stem: hasOwnScript ? (folded) => (asciiWord.test(folded) ? stem(folded) : stemOf(folded)) : stemOf };
});

/** The language with this id, if it is stemmed here. */
export function stemmedLanguage(id: string | undefined): StemmedLanguage | undefined {
  return stemmedLanguages.find((language) => language.id === id);
}

/**
 * The term that every chunk in a language has, so that an index can count them. It cannot occur in a text, since no word contains a colon.
 */
export function termOfLanguage({ id }: StemmedLanguage): string {
  return `language:${id}`;
}
