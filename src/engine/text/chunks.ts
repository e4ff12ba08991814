/**
 * Splits a document into chunks of whole lines: about 30 lines (10 to 60), at most 8 kB.
 *
 * Prose is split by headings first, then by paragraphs; code by declarations (with the comment above them), indentation and blank lines; other
 * text by paragraphs. A chunk is shorter than ten lines only at the end of a file or section. A line of over 8 kB is split at the ends of
 * sentences into chunks that share its line number and have columns.
 *
 * Greedy: each chunk ends at the boundary with the highest strength minus a penalty for its distance from 30 lines.
 * Cost: one pass over the lines, at most 60 boundaries scored per chunk.
 */

import { type Definition, isField } from './code/definition.ts';
import { definitionsIn } from './code/read.ts';
import type { Comments } from './code/syntax.ts';
import { endsBlockComment, isCommentLine } from './commentLines.ts';
import type { Block, Heading } from './documents/document.ts';
import { readDocument } from './documents/readDocument.ts';
import { sectionsOf } from './documents/sections.ts';
import type { Language } from './languages.ts';
import { byteLength, indentAt, isBlankAt, isLowSurrogate, type Lines, lineAt } from './lines.ts';
import { sentencesOf } from './sentences.ts';
import type { Span } from './spans.ts';

export const chunkLimits = { minLines: 10, targetLines: 30, maxLines: 60, maxBytes: 8192 } as const;

/** A chunk's range, with what splitting found out about it. */
export interface ChunkRange {
  /** Offsets in the text, end exclusive, the last line break included. */
  readonly from: number;
  readonly to: number;
  /** 0-based, inclusive. */
  readonly firstLine: number;
  readonly lastLine: number;
  /** Both 0 for whole lines. */
  readonly startColumn: number;
  readonly endColumn: number;
  readonly headingPath: readonly string[];
  readonly headings: readonly Heading[];
  readonly definitions: readonly Definition[];
  /** Code in a document, as offsets in the text. */
  readonly code: readonly Span[];
  /** The declaration that encloses the chunk's first line, if any. */
  readonly inside: string | undefined;
}

/** How good a chunk boundary before each line is, from 0 (any line) to 3. */
type Strengths = Float32Array;

function paragraphStrengths(lines: Lines): Strengths {
  const strengths = new Float32Array(lines.count + 1);
  for (let i = 1; i < lines.count; i++) {
    if (isBlankAt(lines, i - 1) && !isBlankAt(lines, i)) strengths[i] = 2;
  }
  return strengths;
}

/** The first line of the comments above a declaration that begins at a line, at least `min`. A blank line may separate it from a block comment. */
function leadInStart(lines: Lines, line: number, min: number, comments: Comments): number {
  let start = line;
  if (start - 2 >= min && isBlankAt(lines, start - 1) && endsBlockComment(lineAt(lines, start - 2), comments)) start--;
  for (; start > min; start--) {
    if (!isCommentLine(lineAt(lines, start - 1), comments)) return start;
  }
  return start;
}

function codeStrengths(lines: Lines, definitions: readonly Definition[], comments: Comments): Strengths {
  const strengths = new Float32Array(lines.count + 1);
  for (let i = 1; i < lines.count; i++) {
    if (!isBlankAt(lines, i - 1)) continue;
    const indent = indentAt(lines, i);
    if (indent >= 0) strengths[i] = indent === 0 ? 1.5 : 0.7;
  }
  let min = 0;
  for (const { firstLine, line, indent } of definitions) {
    const start = leadInStart(lines, firstLine, Math.min(firstLine, Math.max(min, firstLine - chunkLimits.maxLines)), comments);
    min = line + 1;
    const strength = indent === 0 ? 3 : indent <= 4 ? 2 : 1;
    if (start > 0) strengths[start] = Math.max(strengths[start] as number, strength);
  }
  return strengths;
}

function bytesBetween(lines: Lines, from: number, to: number): number {
  return lines.isAscii ? to - from : byteLength(lines.text, from, to);
}

/** The end line (exclusive) of the chunk that begins at `from`, within [from + 1, to]. */
function nextBoundary(lines: Lines, from: number, to: number, strengths: Strengths): number {
  const { minLines, targetLines } = chunkLimits;
  const last = lastBoundary(lines, from, to);
  let best = last;
  let bestScore = Number.NEGATIVE_INFINITY;
  for (let boundary = Math.min(from + minLines, to); boundary <= last; boundary++) {
    const rest = to - boundary;
    const strength = boundary === to ? 3.5 : rest < minLines ? -1 : (strengths[boundary] as number);
    const score = strength - Math.abs(boundary - from - targetLines) / 12;
    if (score >= bestScore) {
      bestScore = score;
      best = boundary;
    }
  }
  return best;
}

/** The last possible end line (exclusive) of the chunk that begins at `from`, within [from + 1, to]. */
function lastBoundary(lines: Lines, from: number, to: number): number {
  const { maxLines, maxBytes } = chunkLimits;
  const { starts, isAscii } = lines;
  const last = Math.min(to, from + maxLines);
  // A code unit takes at most three bytes.
  if (((starts[last] as number) - (starts[from] as number)) * (isAscii ? 1 : 3) <= maxBytes) return last;
  let bytes = bytesBetween(lines, starts[from] as number, starts[from + 1] as number);
  for (let boundary = from + 2; boundary <= last; boundary++) {
    bytes += bytesBetween(lines, starts[boundary - 1] as number, starts[boundary] as number);
    if (bytes > maxBytes) return boundary - 1;
  }
  return last;
}

/** Offsets at which a line over the byte limit is split: at the ends of sentences if possible, else between words. */
function cutLongLine(text: string): number[] {
  const max = Math.floor(chunkLimits.maxBytes / 3);
  const cuts: number[] = [];
  let from = 0;
  while (text.length - from > max) {
    const window = text.slice(from, from + max);
    const sentence = sentencesOf(window).at(-2)?.to ?? 0;
    const word = Math.max(window.lastIndexOf(' '), window.lastIndexOf(','), window.lastIndexOf(';'));
    let cut = from + (sentence > max / 4 ? sentence : word > max / 4 ? word + 1 : max);
    if (isLowSurrogate(text.charCodeAt(cut))) cut--;
    cuts.push(cut);
    from = cut;
  }
  cuts.push(text.length);
  return cuts;
}

type RangeContext = Pick<ChunkRange, 'headingPath' | 'headings' | 'definitions' | 'code' | 'inside'>;

function pushRange(ranges: ChunkRange[], lines: Lines, firstLine: number, end: number, context: RangeContext): void {
  const from = lines.starts[firstLine] as number;
  const to = lines.starts[end] as number;
  if (lines.text.slice(from, to).trim() === '') return;
  if (end - firstLine > 1 || bytesBetween(lines, from, to) <= chunkLimits.maxBytes) {
    ranges.push({ from, to, firstLine, lastLine: end - 1, startColumn: 0, endColumn: 0, ...context });
    return;
  }
  let startColumn = 0;
  for (const cut of cutLongLine(lineAt(lines, firstLine))) {
    ranges.push({ from: from + startColumn, to: from + cut, firstLine, lastLine: firstLine, startColumn, endColumn: cut, ...context });
    startColumn = cut;
  }
}

function cutDocument(ranges: ChunkRange[], lines: Lines, language: Language, all: readonly Definition[]): void {
  const { headings, blocks } = readDocument(lines, language);
  const strengths = paragraphStrengths(lines);
  // Elsewhere, names do not distinguish code from text.
  const isFenced = language.headings === 'markdown' || lines.text.includes('```');
  const code = isFenced ? blocks().filter(({ kind }) => kind === 'code') : [];
  let [heading, block, definition] = [0, 0, 0];
  for (const { from, to, path } of sectionsOf(lines, headings)) {
    for (let start = from; start < to; ) {
      const end = nextBoundary(lines, start, to, strengths);
      const firstHeading = heading;
      while ((headings[heading]?.line ?? end) < end) heading++;
      while ((code[block]?.last ?? start) < start) block++;
      const spans: Span[] = [];
      for (let i = block; (code[i]?.first ?? end) < end; i++) spans.push(spanOf(lines, code[i] as Block, start, end));
      const own = headings.slice(firstHeading, heading);
      const firstDefinition = definition;
      while ((all[definition]?.line ?? end) < end) definition++;
      const definitions = all.slice(firstDefinition, definition).filter(isShown);
      pushRange(ranges, lines, start, end, { headingPath: path, headings: own, definitions, code: spans, inside: undefined });
      start = end;
    }
  }
}

/** The part of a block in lines [from, end). */
function spanOf({ starts }: Lines, { first, last }: Block, from: number, end: number): Span {
  return { from: starts[Math.max(first, from)] as number, to: starts[Math.min(last + 1, end)] as number };
}

/** Whether a field is named like a constant, which readers look for like for a value of its own. */
function isConstant(name: string): boolean {
  return name.length > 1 && name === name.toUpperCase() && name !== name.toLowerCase();
}

/** Whether a definition is in titles and keys. */
function isShown({ kind, name }: Definition): boolean {
  return !isField(kind) || isConstant(name);
}

function cutCode(ranges: ChunkRange[], lines: Lines, language: Language, all: readonly Definition[]): void {
  const definitions = all.filter(isShown);
  const strengths = codeStrengths(lines, definitions, language.comments);
  let from = 0;
  let next = 0;
  const open: Definition[] = [];
  while (from < lines.count) {
    const end = nextBoundary(lines, from, lines.count, strengths);
    const inside = enclosing(lines, open, from, end);
    const own: Definition[] = [];
    for (; next < definitions.length && (definitions[next] as Definition).line < end; next++) {
      const definition = definitions[next] as Definition;
      own.push(definition);
      while (open.length > 0 && (open[open.length - 1] as Definition).to <= definition.from) open.pop();
      open.push(definition);
    }
    pushRange(ranges, lines, from, end, { headingPath: [], headings: [], definitions: own, code: [], inside });
    from = end;
  }
}

/** The innermost declaration before line `from` that goes on after the first non-blank line in [from, end). */
function enclosing(lines: Lines, open: readonly Definition[], from: number, end: number): string | undefined {
  let at = from;
  while (at < end && indentAt(lines, at) < 0) at++;
  return at === end ? undefined : open.findLast(({ lastLine }) => lastLine > at)?.name;
}

/** The chunks of a text, in order, without blank ones; `definitions` are those of the text, if they are known. */
export function chunkRanges(lines: Lines, language: Language, definitions?: readonly Definition[]): readonly ChunkRange[] {
  const ranges: ChunkRange[] = [];
  const all = definitions ?? definitionsIn(lines, language);
  if (language.kind === 'code') cutCode(ranges, lines, language, all);
  else cutDocument(ranges, lines, language, all);
  return ranges;
}
