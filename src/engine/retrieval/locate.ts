/**
 * Locates a term or key in a chunk's text, for the line that evidence points to. Nothing of this is stored; the text is analyzed as it was for
 * indexing, so everything in the index is found. Cost: one pass over the text per call.
 */

import { foldedWords } from '../text/names/entities.ts';
import { findNames } from '../text/names/nameFinder.ts';
import type { Span } from '../text/spans.ts';
import { stemmedLanguageOf } from '../text/stemming/stemmedLanguage.ts';
import { isWordAt } from '../text/words/characters.ts';
import { fold, termsOf } from '../text/words/terms.ts';
import { tokenize, wordsIn } from '../text/words/tokens.ts';

function termSpan(text: string, term: string): Span | undefined {
  const language = stemmedLanguageOf(text);
  return wordsIn(text).find(({ text, shape }) => [undefined, language].some((of) => termsOf(text, shape, of).includes(term)));
}

function nameSpan(text: string, name: string): Span | undefined {
  let start = -1;
  findNames(text, tokenize(text), (candidate, from) => {
    if (start < 0 && ` ${candidate} `.includes(` ${name} `)) start = from;
  });
  return wordsSpan(text, name.split(' '), Math.max(0, start));
}

/** The first run of words that folds to `words`, from offset `min` on. */
function wordsSpan(text: string, words: readonly string[], min: number): Span | undefined {
  if (words.length === 0) return undefined;
  const all = wordsIn(text).map((word) => ({ ...word, text: fold(word.text) }));
  const at = all.findIndex(({ from }, i) => from >= min && words.every((word, k) => all[i + k]?.text === word));
  return at < 0 ? undefined : { from: (all[at] as Span).from, to: (all[at + words.length - 1] as Span).to };
}

function literalSpan(text: string, literal: string, wholeWord: boolean): Span | undefined {
  if (literal === '') return undefined;
  for (let at = text.indexOf(literal); at >= 0; at = text.indexOf(literal, at + 1)) {
    const to = at + literal.length;
    if (!wholeWord || !(isWordAt(text, at - 1) || isWordAt(text, to))) return { from: at, to };
  }
  return undefined;
}

/** The first span of `text` with the term or key; undefined if it occurs only in the title or path. */
export function locate(text: string, kind: string, key: string): Span | undefined {
  switch (kind) {
    case 'term':
      return termSpan(text, key);
    case 'name':
    case 'title':
    case 'heading':
      return nameSpan(text, key);
    case 'symbol':
      return literalSpan(text, key, true);
    default:
      return literalSpan(text, key, true) ?? wordsSpan(text, foldedWords(key), 0) ?? literalSpan(text, key, false);
  }
}

/** The line (0-based, within the text) of an offset. */
export function lineOf(text: string, offset: number): number {
  let line = 0;
  for (let at = 0; at < offset; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 10 || (unit === 13 && text.charCodeAt(at + 1) !== 10)) line++;
  }
  return line;
}
