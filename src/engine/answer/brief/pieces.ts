/**
 * The lines of chosen units as pieces of a block: verbatim but for masked secrets. Gaps of two lines are shown, since counting them takes as
 * much room; a very long line is cut to its sentences around the words of the question.
 */

import { type AskedWord, heldWeight, termSet } from '../../question/askedWords.ts';
import { isLowSurrogate, type Lines, lineAt } from '../../text/lines.ts';
import { maskSpans } from '../../text/secrets/secrets.ts';
import { sentencesOf } from '../../text/sentences.ts';
import { overlap, type Span } from '../../text/spans.ts';
import { countTerms } from '../../text/words/countTerms.ts';
import type { Piece } from './block.ts';
import type { Reading } from './reading.ts';
import type { BriefSource } from './source.ts';
import type { Unit } from './unit.ts';

/** Filled lines of a gap that is shown. */
const maxShownGap = 2;
/** Longer lines are cut to about the second number. UTF-16 units. */
const maxLine = 800;
const cutLine = 500;

/** The pieces that units of a source make, in order. */
export function piecesOf(units: readonly Unit[], reading: Reading, words: readonly AskedWord[]): readonly Piece[] {
  const { lines, source } = reading;
  const pieces: Piece[] = [];
  for (const { first, last } of joined(units, reading)) {
    let from = first;
    for (let i = first; i <= last; i++) {
      const line = spanOf(lines, i);
      if (line.to - line.from <= maxLine) continue;
      if (i > from) pieces.push(wholeLines(reading, from, i - 1));
      pieces.push({ startLine: i + 1, text: maskedText(source, cutAround(lines.text, line, words)), isCut: true });
      from = i + 1;
    }
    if (from <= last) pieces.push(wholeLines(reading, from, last));
  }
  return pieces;
}

/** The ranges of lines that units take, those with a short gap between them as one. */
function joined(units: readonly Unit[], reading: Reading): readonly { readonly first: number; readonly last: number }[] {
  const ranges: { first: number; last: number }[] = [];
  for (const { first, last } of units) {
    const before = ranges.at(-1);
    if (before !== undefined && isShortGap(reading, before.last + 1, first)) before.last = Math.max(before.last, last);
    else ranges.push({ first, last });
  }
  return ranges;
}

function isShortGap({ lines, source }: Reading, from: number, to: number): boolean {
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

/** Secrets are masked line by line, so that the lines after one keep their numbers. */
function wholeLines({ lines, source }: Reading, first: number, last: number): Piece {
  const texts: string[] = [];
  for (let i = first; i <= last; i++) texts.push(maskedText(source, spanOf(lines, i)));
  return { startLine: first + 1, text: texts.join('\n') };
}

/** The sentences of a line around the one that holds most of the question, as many as fit. */
function cutAround(text: string, line: Span, words: readonly AskedWord[]): Span {
  const sentences = sentencesOf(text.slice(line.from, line.to)).map(({ from, to }) => ({ from: line.from + from, to: line.from + to }));
  const held = sentences.map(({ from, to }) => heldWeight(words, termSet(countTerms(text.slice(from, to)).keys())));
  let [first, last] = [held.indexOf(Math.max(...held)), held.indexOf(Math.max(...held))];
  const sizeOf = (a: number, b: number): number =>
    (sentences[b]?.to ?? Number.POSITIVE_INFINITY) - (sentences[a]?.from ?? Number.NEGATIVE_INFINITY);
  for (;;) {
    if (sizeOf(first, last + 1) <= cutLine) last++;
    else if (sizeOf(first - 1, last) <= cutLine) first--;
    else break;
  }
  const from = sentences[first]?.from ?? line.from;
  const to = Math.min(sentences[last]?.to ?? line.to, from + maxLine);
  return { from, to: isLowSurrogate(text.charCodeAt(to)) ? to - 1 : to };
}

function maskedText({ text, secrets }: BriefSource, { from, to }: Span): string {
  const inside = secrets.filter((secret) => overlap(secret, { from, to }));
  const local = inside.map((secret) => ({ from: Math.max(secret.from, from) - from, to: Math.min(secret.to, to) - from }));
  return maskSpans(text.slice(from, to), local).text;
}
