/** A source with its file parsed into units. Cost: one pass over the file; over some hundred lines around the chunk if the file is long. */

import { languageNamed } from '../../text/languages.ts';
import { type Lines, lineAt, linesOf } from '../../text/lines.ts';
import { blankSpans } from '../../text/secrets/secrets.ts';
import { indentLength, skip, startsWithAny } from '../../util/strings.ts';
import type { BriefSource } from './source.ts';
import { type LineRange, readCodeText } from './units/codeText.ts';
import { codeUnits } from './units/codeUnits.ts';
import { docUnits } from './units/docUnits.ts';
import { shortUnits, type Unit } from './units/unit.ts';

/** Longer texts, in UTF-16 units, are parsed only around the chunk, with this many lines on each side. */
const maxParsedLength = 200_000;
const linesAround = 200;

export interface ParsedSource {
  readonly source: BriefSource;
  /** The lines of the text with secrets blanked; offsets are those of the source. */
  readonly lines: Lines;
  readonly units: readonly Unit[];
  /** Lines of the licences that open a source. */
  readonly licences: readonly LineRange[];
  /** Lines of its imports and of the clause that names its package. */
  readonly preamble: readonly LineRange[];
}

export function parseSource(source: BriefSource): ParsedSource {
  // Subjects come from headings and must not leak a secret.
  const lines = linesOf(blankSpans(source.text, source.secrets));
  const isLong = source.text.length > maxParsedLength;
  const from = isLong ? Math.max(0, source.startLine - 1 - linesAround) : 0;
  const to = isLong ? Math.min(lines.count, source.endLine + linesAround) : lines.count;
  const language = languageNamed(source.language);
  if (source.kind !== 'code') return { source, lines, units: shortUnits(docUnits(lines, language, from, to)), licences: [], preamble: [] };
  const code = readCodeText(lines, language);
  return { source, lines, units: shortUnits(codeUnits(lines, language, code, from, to)), licences: code.licences, preamble: code.preamble };
}

/** Whether a unit is part of a licence that opens its source. */
export function isLicence({ licences }: ParsedSource, { first, last }: Unit): boolean {
  return licences.some(([from, to]) => from <= first && last < to);
}

/** Whether a unit is an entry of a table of contents: links to headings of its own page. */
export function isContents({ lines, source }: ParsedSource, { first, last }: Unit): boolean {
  for (let i = first; i <= last; i++) {
    const line = lineAt(lines, i).trim();
    const isLink = line.startsWith('[', skip(line, '-*+.0123456789 ')) && line.includes('](#') && line.endsWith(')');
    if (!isLink) return false;
  }
  return source.kind === 'doc';
}

/** Whether a unit imports names or names the package of its file. */
export function isPreamble({ preamble }: ParsedSource, { first, last }: Unit): boolean {
  return preamble.some(([from, to]) => from <= first && last < to);
}

/** How many lines of the table or list that a unit of a document belongs to follow after it. */
export function linesOfRest({ lines, units }: ParsedSource, { last, scope }: Unit): number {
  const at = units.findLastIndex((unit) => unit.first <= last);
  const markOf = ({ first }: Unit): string => {
    const line = lineAt(lines, first);
    return startsWithAny(line.trimStart(), '|-*+') ? line.slice(0, indentLength(line) + 1) : '';
  };
  const mark = markOf(units[at] as Unit);
  let end = at;
  for (let next = units[end + 1]; mark !== '' && next !== undefined && next.last < scope[1] && markOf(next) === mark; next = units[end + 1])
    end++;
  return (units[end] as Unit).last - Math.max(last, (units[at] as Unit).last);
}

/** Whether a unit overlaps the lines that the question is about. */
export function isAskedAbout({ about }: BriefSource, { first, last }: Unit): boolean {
  return about !== undefined && first < about.endLine && last >= about.startLine - 1;
}

/** The text of a range of lines, 0-based, `last` inclusive. */
export function textOf(lines: Lines, { first, last }: { readonly first: number; readonly last: number }): string {
  return lines.text.slice(lines.starts[first], lines.starts[last + 1]);
}
