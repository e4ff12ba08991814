/** A source with its file parsed into units. Cost: one pass over the file; over some hundred lines around the chunk if the file is long. */

import { Zone } from '../../text/code/lexing/lexer.ts';
import { type Language, languageNamed } from '../../text/languages.ts';
import { type Lines, lineAt, linesOf } from '../../text/lines.ts';
import { isLegalText } from '../../text/names/legal.ts';
import { blankSpans } from '../../text/secrets/secrets.ts';
import { useSyntaxes } from '../../text/uses/syntaxes.ts';
import { tokenize } from '../../text/words/tokens.ts';
import { ZoneList } from '../../text/zones.ts';
import { indentLength, skip, startsWithAny } from '../../util/strings.ts';
import { codeUnits } from './codeUnits.ts';
import { docUnits } from './docUnits.ts';
import type { BriefSource } from './source.ts';
import { shortUnits, type Unit } from './unit.ts';

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
  /** Lines of its imports and of the clause that names its package, in and before the chunk. */
  readonly preamble: readonly LineRange[];
}

/** Lines [from, to), 0-based. */
type LineRange = readonly [from: number, to: number];

export function parseSource(source: BriefSource): ParsedSource {
  // Subjects come from headings and must not leak a secret.
  const lines = linesOf(blankSpans(source.text, source.secrets));
  const isLong = source.text.length > maxParsedLength;
  const from = isLong ? Math.max(0, source.startLine - 1 - linesAround) : 0;
  const to = isLong ? Math.min(lines.count, source.endLine + linesAround) : lines.count;
  const unitsOf = source.kind === 'code' ? codeUnits : docUnits;
  const language = languageNamed(source.language);
  const licences = source.kind === 'code' ? licencesIn(lines, language) : [];
  const preamble = source.kind === 'code' ? preambleOf(lines, language, source) : [];
  return { source, lines, units: shortUnits(unitsOf(lines, language, from, to)), licences, preamble };
}

const zones = new ZoneList();
/** Licences that open sources are shorter. UTF-16 units. */
const maxLicenceLength = 16_000;

/** The legal texts among the comments that open a source, each as its first line and the one after it. */
function licencesIn({ text, starts: lineStarts }: Lines, { comments }: Language): readonly LineRange[] {
  const head = text.slice(0, maxLicenceLength);
  const { count, starts, ends, kinds } = zones.find(head, tokenize(head), comments);
  const lineOf = (offset: number): number => lineStarts.findIndex((_, line) => (lineStarts[line + 1] ?? Number.POSITIVE_INFINITY) > offset);
  const found: LineRange[] = [];
  for (let i = 0, to = 0; i < count && kinds[i] === Zone.Comment; ) {
    const from = starts[i] as number;
    if (head.slice(to, from).trim() !== '') break;
    // Comments on consecutive lines are one.
    do to = ends[i++] as number;
    while (i < count && kinds[i] === Zone.Comment && !/\S|\n\s*\n/.test(head.slice(to, starts[i])));
    if (isLegalText(head.slice(from, to))) found.push([lineOf(from), lineOf(to - 1) + 1]);
  }
  return found;
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

/** Max lines before a chunk in which an import begins that reaches into it. */
const maxImportLines = 60;

/** The imports and the package clause that begin in a chunk or reach into it. */
function preambleOf(lines: Lines, { id }: Language, { startLine, endLine }: BriefSource): readonly LineRange[] {
  const { imports = [], packageClause } = useSyntaxes[id] ?? {};
  const patterns = packageClause === undefined ? imports : [...imports, packageClause];
  const found: LineRange[] = [];
  for (let i = Math.max(0, startLine - 1 - maxImportLines); i < endLine; i++) {
    for (const pattern of patterns) {
      pattern.lastIndex = lines.starts[i] as number;
      if (!pattern.test(lines.text)) continue;
      const first = i;
      while ((lines.starts[i + 1] ?? Number.POSITIVE_INFINITY) < pattern.lastIndex) i++;
      found.push([first, i + 1]);
      break;
    }
  }
  return found;
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
