/**
 * Where the sentences of a text end: at a stop that white space and no lower-case letter follows, and at blank lines and list items.
 *
 * Follows Unicode's sentence boundaries (UAX #29, rule SB8), with abbreviations, initials and list numbers, and without a break at each line
 * break. Not `Intl.Segmenter`: its version of Unicode differs between machines, and what is stored depends on the ends. Cost: one pass.
 */

import { isLowSurrogate } from './lines.ts';
import type { Span } from './spans.ts';

/** A stop with closing marks and the numbers of citations; a stop of Chinese or Japanese; a blank line; the line before a list item. */
const end =
  /[.!?؟۔।॥][\p{Pe}\p{Pf}"'*_`]{0,4}(?:\s?\[\d{1,4}\]){0,9}\s+(?!\[\d{1,4}\])(?=[\p{Ps}\p{Pi}"']{0,9}[^\s\p{Ll}\p{Ps}\p{Pi}"'])|[。！？｡][」』）”’]{0,4}|\n[ \t\r]*\n[\r\n]*|\n(?=[ \t]*(?:[-*+>|#]|\d+[.)])[ \t])/gu;

/** Before a name or the second of two things. */
export const abbreviations: ReadonlySet<string> = new Set(
  'mr mrs ms dr st sr jr prof rev gen col capt lt sgt mt ft vs cf approx ca vgl bzw др напр'.split(' '),
);
/** Abbreviations before a number. */
const numbered = new Set('no nos nr fig figs eq eqs sec ch vol pp art ver рис стр'.split(' '));
/** An initial, "e.g.", "z.B.". */
const letters = /^\p{L}(?:\.\p{L})*$/u;
const itemNumber = /^\d{1,3}$/;
/** What may precede the number of a list item. */
const itemStart = /^[\s>*_([-]{0,40}$/;

/** The end offsets of the sentences, with the white space after them, ascending; the last is the length of the text. */
export function sentenceEnds(text: string): number[] {
  const ends: number[] = [];
  let from = 0;
  for (const { 0: match, index } of text.matchAll(end)) {
    const to = index + match.length;
    if (to === text.length || (match.startsWith('.') && continues(text, from, index, to))) continue;
    ends.push(to);
    from = to;
  }
  ends.push(text.length);
  return ends;
}

/** Whether a full stop, followed by something at `next`, does not end the sentence that begins at `from`. */
function continues(text: string, from: number, stop: number, next: number): boolean {
  let start = stop;
  while (start > from && stop - start < maxWordLength && /[\p{L}\p{N}.'’-]/u.test(text.charAt(start - 1))) start--;
  const word = text.slice(start, stop).toLowerCase();
  if (itemNumber.test(word)) return itemStart.test(text.slice(from, start));
  return letters.test(word) || abbreviations.has(word) || (numbered.has(word) && /\d/.test(text.charAt(next)));
}
const maxWordLength = 12;

/** The sentences of a text, in order, without surrounding white space. */
export function sentencesOf(text: string): readonly Span[] {
  let from = 0;
  const spans = sentenceEnds(text).map((to) => {
    const sentence = text.slice(from, to);
    const span = { from: to - sentence.trimStart().length, to: from + sentence.trimEnd().length };
    from = to;
    return span;
  });
  return spans.filter((span) => span.to > span.from);
}

/** The first sentences of a text that have at most so many UTF-16 units together; of a longer one its beginning. */
export function firstSentences(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = sentenceEnds(text.slice(0, maxLength)).at(-2) ?? maxLength;
  return text.slice(0, isLowSurrogate(text.charCodeAt(end)) ? end - 1 : end);
}
