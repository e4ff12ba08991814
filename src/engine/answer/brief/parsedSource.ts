/** A source with its file parsed into units. Cost: one pass over the file; over some hundred lines around the chunk if the file is long. */

import { languageOf } from '../../text/languages.ts';
import { type Lines, linesOf } from '../../text/lines.ts';
import { blankSpans } from '../../text/secrets/secrets.ts';
import { codeUnits } from './codeUnits.ts';
import { docUnits } from './docUnits.ts';
import type { BriefSource } from './source.ts';
import { shortUnits, type Unit } from './unit.ts';

/** Longer texts, in UTF-16 units, are parsed only around the chunk, with this many lines on each side. */
const maxParsedLength = 200_000;
const linesAround = 200;

export interface ParsedSource {
  readonly source: BriefSource;
  /** Of the text with secrets blanked; offsets are those of the source. */
  readonly lines: Lines;
  readonly units: readonly Unit[];
}

export function parseSource(source: BriefSource): ParsedSource {
  // Subjects come from headings and must not leak a secret.
  const lines = linesOf(blankSpans(source.text, source.secrets));
  const isLong = source.text.length > maxParsedLength;
  const from = isLong ? Math.max(0, source.startLine - 1 - linesAround) : 0;
  const to = isLong ? Math.min(lines.count, source.endLine + linesAround) : lines.count;
  const unitsOf = source.kind === 'code' ? codeUnits : docUnits;
  return { source, lines, units: shortUnits(unitsOf(lines, languageOf(source.path), from, to)) };
}

/** Whether a unit overlaps the lines that the question is about. */
export function isAskedAbout({ about }: BriefSource, { first, last }: Unit): boolean {
  return about !== undefined && first < about.endLine && last >= about.startLine - 1;
}

/** The text of a range of lines, 0-based, `last` inclusive. */
export function textOf(lines: Lines, { first, last }: { readonly first: number; readonly last: number }): string {
  return lines.text.slice(lines.starts[first], lines.starts[last + 1]);
}
