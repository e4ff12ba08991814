/**
 * Stems for words of languages other than English, so that inflected forms are one term.
 *
 * Stems by Snowball's rules, as `@orama/stemmers` has them, cut at six letters: alone, stems leave apart what agglutinating languages put
 * behind a word, and the first letters leave the prefixes of Arabic on it (`bench/README.md`, Languages). A pure function of the word.
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
  /** The stem of a folded word; what holds a digit or a sign stays as it is. */
  readonly stem: (folded: string) => string;
}

/** Inflection is behind so many units of a long word. */
export const prefixLength = 6;

const anyWord = /^[\p{L}\p{M}]+$/u;
/** Among words of these, those of ASCII are English. */
const inOtherScripts = ['ar', 'el', 'hi', 'ru'];

export const stemmedLanguages: readonly StemmedLanguage[] = Object.entries(stemmers).map(([id, cut]) => {
  const hasOwnScript = inOtherScripts.includes(id);
  const stemOf = (folded: string): string => (anyWord.test(folded) ? cut(folded).slice(0, prefixLength) || folded : folded);
  return { id, stem: hasOwnScript ? (folded) => (asciiWord.test(folded) ? stem(folded) : stemOf(folded)) : stemOf };
});

/** The language of an id, where it is one of these. */
export function stemmedLanguage(id: string | undefined): StemmedLanguage | undefined {
  return stemmedLanguages.find((language) => language.id === id);
}

/** The term of every chunk of a language, by which an index knows how many it has. No text holds it: no word has a colon. */
export function termOfLanguage({ id }: StemmedLanguage): string {
  return `language:${id}`;
}
