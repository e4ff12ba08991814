/** A source with the units of its file. Cost: one pass over the file, or over some hundred lines around the chunk where it is long. */

import { languageOf } from '../../text/languages.ts';
import { type Lines, linesOf } from '../../text/lines.ts';
import { blankSpans } from '../../text/secrets/secrets.ts';
import { codeUnits } from './codeUnits.ts';
import { docUnits } from './docUnits.ts';
import type { BriefSource } from './source.ts';
import { shortUnits, type Unit } from './unit.ts';

/** A longer text is read only around the chunk. UTF-16 units, and lines on each side. */
const maxRead = 200_000;
const linesAround = 200;

export interface Reading {
  readonly source: BriefSource;
  /** Of the text with secrets blanked; offsets are the same as in the source. */
  readonly lines: Lines;
  readonly units: readonly Unit[];
}

export function readSource(source: BriefSource): Reading {
  // Subjects are made of headings: what looks like a secret is no part of one.
  const lines = linesOf(blankSpans(source.text, source.secrets));
  const isLong = source.text.length > maxRead;
  const from = isLong ? Math.max(0, source.startLine - 1 - linesAround) : 0;
  const to = isLong ? Math.min(lines.count, source.endLine + linesAround) : lines.count;
  const unitsOf = source.kind === 'code' ? codeUnits : docUnits;
  return { source, lines, units: shortUnits(unitsOf(lines, languageOf(source.path), from, to)) };
}

/** Whether a unit holds lines that the question is about. */
export function isAskedAbout({ about }: BriefSource, { first, last }: Unit): boolean {
  return about !== undefined && first < about.endLine && last >= about.startLine - 1;
}

/** The text of a range of lines, 0-based, `last` inclusive. */
export function textOf(lines: Lines, { first, last }: { readonly first: number; readonly last: number }): string {
  return lines.text.slice(lines.starts[first], lines.starts[last + 1]);
}
