/**
 * Highlights of an excerpt: the words that match a question's terms, and every occurrence of given names, which win where both apply. Tokens are
 * those of the index, so that exactly what it matched is highlighted. Cost: one pass over the tokens per name.
 */

import { foldedWords } from '../text/names/entities.ts';
import type { Span } from '../text/spans.ts';
import { stemmedLanguageOf } from '../text/stemming/stemmedLanguage.ts';
import type { StemmedLanguage } from '../text/stemming/stems.ts';
import { fold, termsOf } from '../text/words/terms.ts';
import { wordsIn } from '../text/words/tokens.ts';
import { questionTerms } from './question.ts';

/** A span to highlight. */
export interface MarkSpan extends Span {
  /** Position of a name in the list; absent for a word of the question. */
  readonly name?: number;
}

/** A word of the text, folded, with its terms. */
interface Word extends Span {
  readonly folded: string;
  readonly terms: readonly string[];
}

/** The highlights of `text`, ascending and without overlaps. */
export function marksIn(text: string, question: string, names: readonly string[]): readonly MarkSpan[] {
  const language = stemmedLanguageOf(text);
  const words = wordsOf(text, language);
  const asked = questionTerms(question, language === undefined ? [] : [language]);
  const wanted = new Set(asked.flatMap(({ term, stems, forms }) => [term, ...stems, ...forms]));
  const matching = words.filter(({ terms }) => terms.some((term) => wanted.has(term))).map(({ from, to }) => ({ from, to }));
  return apart([...names.flatMap((name, i) => occurrences(text, words, name, i, wanted.has(name))), ...matching]);
}

function wordsOf(text: string, language: StemmedLanguage | undefined): Word[] {
  return wordsIn(text).map(({ text, from, to, shape }) => ({ from, to, folded: fold(text), terms: termsOf(text, shape, language) }));
}

/** @param isAsked whether the name is a term of the question, which occurs in all of its forms. */
function occurrences(text: string, words: readonly Word[], wording: string, name: number, isAsked: boolean): MarkSpan[] {
  const wanted = foldedWords(wording);
  const found: MarkSpan[] = [];
  for (let i = 0; wanted.length > 0 && i + wanted.length <= words.length; i++) {
    if (!wanted.every((word, k) => words[i + k]?.folded === word)) continue;
    found.push({ from: (words[i] as Word).from, to: (words[i + wanted.length - 1] as Word).to, name });
  }
  // A term of the index is not a word of the text, but words have it as a term.
  if (found.length === 0 || isAsked) for (const { from, to, terms } of words) if (terms.includes(wording)) found.push({ from, to, name });
  if (found.length > 0 || wording === '') return found;
  // A name that is not a run of words (a link, quoted punctuation) occurs verbatim.
  for (let at = text.indexOf(wording); at >= 0; at = text.indexOf(wording, at + 1)) found.push({ from: at, to: at + wording.length, name });
  return found;
}

/** Removes overlaps: the earlier span wins; of spans with the same start, names win over words and longer ones over shorter. */
function apart(found: readonly MarkSpan[]): readonly MarkSpan[] {
  const isWord = ({ name }: MarkSpan): number => (name === undefined ? 1 : 0);
  const sorted = [...found].sort((a, b) => a.from - b.from || isWord(a) - isWord(b) || b.to - a.to);
  const kept: MarkSpan[] = [];
  for (const span of sorted) if (span.from >= (kept.at(-1)?.to ?? 0)) kept.push(span);
  return kept;
}
