/** What the scanner finds in a source, by lines: its comments and strings, its definitions, its licence, imports and package clause. */

import type { Definition } from '../../../text/code/definition.ts';
import { readImports } from '../../../text/code/imports/imports.ts';
import { Zone } from '../../../text/code/lexing/zone.ts';
import { definitionsOf, readSource } from '../../../text/code/read.ts';
import type { Source } from '../../../text/code/source.ts';
import type { Language } from '../../../text/languages.ts';
import { type Lines, lineCursor } from '../../../text/lines.ts';
import { isLegalText } from '../../../text/names/legal.ts';
import { tokenize } from '../../../text/words/tokens.ts';
import { ZoneList } from '../../../text/zones.ts';

/** Lines [from, to), 0-based. */
export type LineRange = readonly [from: number, to: number];

export interface CodeText {
  /** The `Zone` of every code unit. */
  readonly zones: Uint8Array;
  readonly definitions: readonly Definition[];
  /** The legal texts among the comments that open the source, each as its first line and the one after it. */
  readonly licences: readonly LineRange[];
  /** The statements that import, and the clause that names the package. */
  readonly preamble: readonly LineRange[];
}

const zones = new ZoneList();

export function readCodeText(lines: Lines, language: Language): CodeText {
  zones.clear();
  const source = readSource(lines.text, tokenize(lines.text), language, zones);
  const licences = licencesIn(lines);
  if (source === undefined) return { zones: zones.toUnits(lines.text.length), definitions: [], licences, preamble: [] };
  const preamble = preambleOf(source, lines);
  return { zones: zones.toUnits(lines.text.length), definitions: definitionsOf(source, lines), licences, preamble };
}

function licencesIn(lines: Lines): readonly LineRange[] {
  const { text } = lines;
  const { count, starts, ends, kinds } = zones;
  const lineOf = lineCursor(lines);
  const found: LineRange[] = [];
  for (let i = 0, to = 0; i < count && kinds[i] === Zone.Comment; ) {
    const from = starts[i] as number;
    if (text.slice(to, from).trim() !== '') break;
    // Comments on consecutive lines are one.
    do to = ends[i++] as number;
    while (i < count && kinds[i] === Zone.Comment && !/\S|\n\s*\n/.test(text.slice(to, starts[i])));
    if (isLegalText(text.slice(from, to))) found.push([lineOf(from), lineOf(to - 1) + 1]);
  }
  return found;
}

function preambleOf(source: Source, lines: Lines): readonly LineRange[] {
  const lineOf = lineCursor(lines);
  const found: LineRange[] = [];
  const add = (from: number, to: number): void => void found.push([lineOf(from), lineOf(to - 1) + 1]);
  readImports(source, () => undefined, add);
  const clause = source.syntax.imports?.package;
  const { count, starts, ends, indents } = source.parts;
  for (let i = 0; clause !== undefined && i < count; i++)
    if (indents[i] === 0 && source.textOf(i) === clause) add(starts[i] as number, ends[i] as number);
  return found;
}
