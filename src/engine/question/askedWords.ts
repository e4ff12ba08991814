/**
 * The words of a question that say what it is about, each with the terms that it is looked up by and how much it weighs. Words that only ask
 * (stop words of the question's language) are left out. Cost: one pass over the question.
 */

import { isSymbol } from '../text/names/entities.ts';
import { stopWordsIn } from '../text/stemming/naturalLanguage.ts';
import { prefixLength } from '../text/stemming/stems.ts';
import { formsOf } from '../text/words/forms.ts';
import { fold, termsOf } from '../text/words/terms.ts';
import { Shape, wordsIn } from '../text/words/tokens.ts';
import { endsWithAny, trimEndOf } from '../util/strings.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';

/** Longer questions are cut. UTF-16 units. */
const maxLength = 20_000;
/** Factor for the weight of a code name: a question that contains one is about it. */
const nameWeight = 3;

/** The rarity of a term in the index: its inverse document frequency; the maximum if no chunk contains it. */
export type Rarity = (term: string) => number;

export interface AskedWord {
  /** As written. */
  readonly text: string;
  /** The whole word, then the parts of an identifier. */
  readonly terms: readonly string[];
  /** Terms of its other forms ("linter" for "lint"). */
  readonly forms: readonly string[];
  /** Its share of the question by rarity; all shares sum to 1. */
  readonly weight: number;
  /** Whether it is written like a name of code. */
  readonly isName: boolean;
  /** Whether it is written like a proper name: with a capital or digit inside a sentence, or in Latin letters within another script. */
  readonly isProper: boolean;
}

/** The words of a question, each once, in order; empty where it only asks. */
export function askedWords(question: string, rarity: Rarity, vocabulary: Vocabulary): readonly AskedWord[] {
  const text = question.slice(0, maxLength);
  const stops = stopWordsIn(vocabulary);
  const words = new Map<string, AskedWord>();
  for (const { text: word, shape, from } of wordsIn(text)) {
    if (stops.has(fold(word))) continue;
    const isName = isSymbol(word, shape, false);
    const isProper = isProperName(word, shape, text.slice(0, from), vocabulary);
    const groups = shape & Shape.Unspaced ? pairsOf(word, shape, vocabulary) : [termsOf(word, shape)];
    for (const group of groups) {
      const [whole] = group;
      if (whole === undefined || words.has(whole) || stops.has(whole)) continue;
      const forms = formsOf(word);
      const weight = Math.max(...group.map(rarity)) * (isName ? nameWeight : 1);
      words.set(whole, { text: word, terms: group, forms, weight, isName, isProper });
    }
  }
  const all = [...words.values()];
  const total = all.reduce((sum, { weight }) => sum + weight, 0) || 1;
  return all.map((word) => ({ ...word, weight: word.weight / total }));
}

/** Whether a word is written like a proper name after the text `before`; at the beginning of a sentence and in German, whose nouns have capitals, only with two. */
function isProperName(word: string, shape: number, before: string, { id, isUnspaced, isLatin = true }: Vocabulary): boolean {
  if (shape & Shape.Unspaced) return false;
  if (shape & Shape.Identifier) return true;
  if (isUnspaced || !isLatin) return !(shape & (Shape.Foreign | Shape.Digit)) && word.length > 1;
  if (!(shape & Shape.Capital)) return false;
  const end = trimEndOf(before.trimEnd(), `"'“„(¿¡`).trimEnd();
  const isPlain = id !== 'de' && end !== '' && !endsWithAny(end, '.?!:');
  return isPlain || (word.length > 1 && word === word.toUpperCase());
}

/** The terms of all words that do not only ask. */
export function askedTerms(text: string, vocabulary: Vocabulary): readonly string[] {
  return askedWords(text, () => 1, vocabulary).flatMap(({ terms }) => terms);
}

/** A single character that the segmenter's dictionary treats as a word. */
const oneHan = /^\p{Script=Han}$/u;

/**
 * The pairs of characters of a run without spaces, each a word of its own, without stop words and pairs across words. Words unknown to the
 * dictionary come as single characters; neighbouring ones are taken as one word.
 */
function pairsOf(run: string, shape: number, vocabulary: Vocabulary): readonly (readonly string[])[] {
  const stops = stopWordsIn(vocabulary);
  const segments = [...new Intl.Segmenter(vocabulary.id, { granularity: 'word' }).segment(run)].map(({ segment }) => segment);
  const spaced = segments.map((segment) => (stops.has(fold(segment)) ? ' ' : oneHan.test(segment) ? segment : ` ${segment} `)).join('');
  const content = spaced.split(' ').filter((word) => word.length > 1);
  return (content.length > 0 ? content : [run]).flatMap((word) => termsOf(word, shape)).map((term) => [term]);
}

/** Held share of a word found only in another form. */
const formShare = 0.7;

/** Terms of a text, with the prefixes that are looked up in addition. */
export interface TermSet {
  readonly terms: ReadonlySet<string>;
  /** The beginnings of the terms, `prefixLength` units each. */
  readonly prefixes: ReadonlySet<string>;
}

export function termSet(terms: Iterable<string>): TermSet {
  const all = new Set(terms);
  const prefixes = new Set<string>();
  for (const term of all) if (term.length >= prefixLength) prefixes.add(term.slice(0, prefixLength));
  return { terms: all, prefixes };
}

/** How much of a word a text contains: 1 for the whole word or all its parts, less for another form, else 0. */
export function heldShare({ terms: [whole = '', ...parts], forms }: AskedWord, { terms, prefixes }: TermSet): number {
  if (terms.has(whole) || (parts.length > 1 && parts.every((part) => terms.has(part)))) return 1;
  const isForm = forms.some((form) => terms.has(form)) || (whole.length >= prefixLength && prefixes.has(whole.slice(0, prefixLength)));
  return isForm ? formShare : 0;
}

/** Sum over words of the weight of each times its held share. */
export function heldWeight(words: readonly AskedWord[], text: TermSet): number {
  return words.reduce((sum, word) => sum + word.weight * heldShare(word, text), 0);
}
