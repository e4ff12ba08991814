/**
 * The lines of the selected units as pieces of a block, verbatim except for masked secrets. Gaps of up to two lines are shown, since a line
 * that counts them takes as much room; a very long line is cut to the sentences around the words of the question.
 */

import { type AskedWord, heldWeight, termSet } from '../../question/askedWords.ts';
import { commentOf } from '../../text/commentLines.ts';
import { languageNamed } from '../../text/languages.ts';
import { hasWords, isLowSurrogate, type Lines, lineAt } from '../../text/lines.ts';
import { maskSpans } from '../../text/secrets/secrets.ts';
import { sentencesOf } from '../../text/sentences.ts';
import { overlap, type Span } from '../../text/spans.ts';
import { countTerms } from '../../text/words/countTerms.ts';
import type { Piece } from './block.ts';
import type { ParsedSource } from './parsedSource.ts';
import type { BriefSource } from './source.ts';
import type { Unit } from './units/unit.ts';

/** Max non-blank lines of a gap that is shown. */
const maxShownGap = 2;
/** Longer lines are cut to about `cutLineLength`. UTF-16 units. */
const maxLineLength = 800;
const cutLineLength = 500;

/** The units of a source as pieces, in order. */
export function piecesOf(units: readonly Unit[], parsed: ParsedSource, words: readonly AskedWord[]): readonly Piece[] {
  const { lines, source } = parsed;
  const pieces: Piece[] = [];
  for (const { first, last } of mergedRanges(units, parsed)) {
    let from = first;
    for (let i = first; i <= last; i++) {
      const line = spanOf(lines, i);
      if (line.to - line.from <= maxLineLength) continue;
      if (i > from) pieces.push(wholeLines(parsed, from, i - 1));
      pieces.push({ startLine: i + 1, text: maskedText(source, cutAround(lines.text, line, words)), isCut: true });
      from = i + 1;
    }
    if (from <= last) pieces.push(wholeLines(parsed, from, last));
  }
  return pieces;
}

/** The line ranges of the units, merged across short gaps. */
function mergedRanges(units: readonly Unit[], parsed: ParsedSource): readonly { readonly first: number; readonly last: number }[] {
  const ranges: { first: number; last: number }[] = [];
  for (const { first, last } of units) {
    const before = ranges.at(-1);
    if (before !== undefined && isShortGap(parsed, before.last + 1, first)) before.last = Math.max(before.last, last);
    else ranges.push({ first, last });
  }
  const isBlank = blankLines(parsed);
  for (const range of ranges) {
    while (range.last > range.first && isBlank(range.last)) range.last--;
    while (range.last > range.first && isBlank(range.first)) range.first++;
  }
  return ranges;
}

/** Part of a long unit may begin or end with a blank line, or with one that only marks a comment. */
function blankLines({ lines, source }: ParsedSource): (line: number) => boolean {
  const [mark, close] = commentOf(languageNamed(source.language).comments);
  return (i) => {
    const line = lineAt(lines, i).trim();
    return line === '' || (source.kind === 'code' && close === '' && line.startsWith(mark) && !hasWords(line));
  };
}

function isShortGap({ lines, source }: ParsedSource, from: number, to: number): boolean {
  let filled = 0;
  for (let i = from; i < to; i++) {
    const line = spanOf(lines, i);
    if (source.text.slice(line.from, line.to).trim() !== '') filled++;
  }
  return filled <= maxShownGap;
}

function spanOf(lines: Lines, i: number): Span {
  const from = lines.starts[i] as number;
  return { from, to: from + lineAt(lines, i).length };
}

/** Secrets are masked line by line, so that line numbers stay right after a secret of several lines. */
function wholeLines({ lines, source }: ParsedSource, first: number, last: number): Piece {
  const texts: string[] = [];
  for (let i = first; i <= last; i++) texts.push(maskedText(source, spanOf(lines, i)));
  return { startLine: first + 1, text: texts.join('\n') };
}

/** As many sentences as fit around the one that holds most of the question. */
function cutAround(text: string, line: Span, words: readonly AskedWord[]): Span {
  const sentences = sentencesOf(text.slice(line.from, line.to)).map(({ from, to }) => ({ from: line.from + from, to: line.from + to }));
  const held = sentences.map(({ from, to }) => heldWeight(words, termSet(countTerms(text.slice(from, to)).keys())));
  let [first, last] = [held.indexOf(Math.max(...held)), held.indexOf(Math.max(...held))];
  const sizeOf = (a: number, b: number): number =>
    (sentences[b]?.to ?? Number.POSITIVE_INFINITY) - (sentences[a]?.from ?? Number.NEGATIVE_INFINITY);
  for (;;) {
    if (sizeOf(first, last + 1) <= cutLineLength) last++;
    else if (sizeOf(first - 1, last) <= cutLineLength) first--;
    else break;
  }
  const from = sentences[first]?.from ?? line.from;
  const to = Math.min(sentences[last]?.to ?? line.to, from + maxLineLength);
  return { from, to: isLowSurrogate(text.charCodeAt(to)) ? to - 1 : to };
}

function maskedText({ text, secrets }: BriefSource, { from, to }: Span): string {
  const inside = secrets.filter((secret) => overlap(secret, { from, to }));
  const local = inside.map((secret) => ({ from: Math.max(secret.from, from) - from, to: Math.min(secret.to, to) - from }));
  return maskSpans(text.slice(from, to), local).text;
}
