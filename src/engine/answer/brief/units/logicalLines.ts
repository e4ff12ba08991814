/**
 * The logical lines of code: a line and those that its brackets, its string or its operator continue, or a run of comment lines. What is before
 * the name of a definition belongs to its line. Long comments and strings are three units: their first paragraph, the rest, their end.
 *
 * Cost: two looks at each line.
 */

import type { Definition } from '../../../text/code/definition.ts';
import { Zone } from '../../../text/code/lexing/zone.ts';
import { endsBlockComment } from '../../../text/commentLines.ts';
import type { Language } from '../../../text/languages.ts';
import { type Lines, lineAt } from '../../../text/lines.ts';
import { hasWord } from '../../../text/words/characters.ts';
import { endsWithAny, indentLength, skip } from '../../../util/strings.ts';
import type { CodeText } from './codeText.ts';
import type { DraftUnit, Unit } from './unit.ts';

/** A bracketed statement with more lines is cut between its lines. */
const maxJoinedLines = 8;
/** A comment or string with more lines is cut to its first paragraph. */
const maxWholeComment = 6;

/** The subject of what is in no definition. */
const noSubject: readonly string[] = [];

/** A unit with what decides what it needs. */
export interface LogicalLine extends DraftUnit {
  readonly indent: number;
  /** Its first line. */
  readonly head: string;
  /** Its last line, without the comment at its end. */
  readonly tail: string;
  readonly isDocString: boolean;
  readonly endsBlockComment: boolean;
}

/** The logical lines of lines `from` to `to` (exclusive), in order. */
export function logicalLines(lines: Lines, language: Language, { zones, definitions }: CodeText, from: number, to: number): LogicalLine[] {
  const found: LogicalLine[] = [];
  const headers = headersByLine(definitions);
  for (let i = from; i < to; ) {
    const text = lineAt(lines, i);
    if (text.trim() === '') {
      i++;
      continue;
    }
    const at = (lines.starts[i] as number) + indentLength(text);
    const isComment = zones[at] === Zone.Comment;
    const name = Math.min(headers.get(i) ?? i, to - 1);
    const last = isComment ? endOfComment(lines, zones, language, i, to) : endOfStatement(lines, zones, i, name, to);
    addUnits(found, lines, zones, language, isComment ? 'comment' : 'code', i, last);
    i = last + 1;
  }
  return found;
}

/** The line of the name of each definition that begins on an earlier one, by its first line; a name that follows its body is left out. */
function headersByLine(definitions: readonly Definition[]): ReadonlyMap<number, number> {
  const headers = new Map<number, number>();
  for (const [i, { from, firstLine, line }] of definitions.entries())
    if (firstLine < line && (definitions[i - 1]?.at ?? -1) < from && !headers.has(firstLine)) headers.set(firstLine, line);
  return headers;
}

/** Whether a line begins with a quote that opens a comment, after a prefix such as `r`. */
function isDocString(line: string, { comments }: Language): boolean {
  const text = line.trimStart();
  const quote = skip(text, 'rRuUbBfF');
  return comments.block.some(([open]) => endsWithAny(open, comments.quotes) && text.startsWith(open, quote));
}

function indentOf(line: string): number {
  let width = 0;
  for (const character of line) {
    if (character === ' ') width++;
    else if (character === '\t') width += 4;
    else break;
  }
  return width;
}

/** The depth of a line in the tree. A YAML list item is inside the key above it even when it is not indented. */
function nestingDepth(line: string): number {
  return indentOf(line) + (line.trimStart().startsWith('- ') ? 0.5 : 0);
}

/** Adds lines as one unit, or as three if a comment or string is long: its first paragraph, the rest, its last line. */
function addUnits(
  found: LogicalLine[],
  lines: Lines,
  zones: Uint8Array,
  language: Language,
  kind: Unit['kind'],
  first: number,
  last: number,
): void {
  // Lines inside a string may be indented less than the statement.
  const indent = nestingDepth(lineAt(lines, first));
  const isDoc = isDocString(lineAt(lines, first), language);
  const add = (from: number, to: number, needs: number[]): number => {
    const place = { first: from, last: to, scope: [from, to + 1] as const, subject: noSubject, indent, head: lineAt(lines, from) };
    const endsComment = kind === 'comment' && endsBlockComment(lineAt(lines, to), language.comments);
    return found.push({ ...place, kind, needs, tail: codeOnLine(lines, zones, to), isDocString: isDoc, endsBlockComment: endsComment }) - 1;
  };
  let paragraph = first + 1;
  while (paragraph < last && hasWord(lineAt(lines, paragraph))) paragraph++;
  const isText = zones[(lines.starts[paragraph] as number) - 1] !== Zone.Code;
  if (last - first < maxWholeComment || paragraph >= last - 1 || !isText) {
    add(first, last, []);
    return;
  }
  const head = add(first, paragraph - 1, []);
  const rest = add(paragraph, last - 1, [head]);
  const end = add(last, last, [head]);
  // The rest parses even if a comment is not closed.
  if (isDoc || kind === 'code') for (const at of [head, rest]) (found[at] as LogicalLine).needs.push(end);
}

/** A line without the comment at its end. */
function codeOnLine(lines: Lines, zones: Uint8Array, i: number): string {
  const line = lineAt(lines, i);
  let end = line.length;
  while (end > 0 && (zones[(lines.starts[i] as number) + end - 1] === Zone.Comment || line[end - 1] === ' ')) end--;
  return line.slice(0, end);
}

/** The last line of the run of comments that begins on a line; a doc string is a run of its own. */
function endOfComment(lines: Lines, zones: Uint8Array, language: Language, first: number, to: number): number {
  const head = lineAt(lines, first);
  let last = first;
  for (let i = first + 1; i < to; i++) {
    const text = lineAt(lines, i);
    const start = lines.starts[i] as number;
    const isInside = zones[start - 1] === Zone.Comment;
    const begins = zones[start + indentLength(text)] === Zone.Comment && indentOf(text) === indentOf(head);
    if (!isInside && (text.trim() === '' || !begins || isDocString(head, language) || isDocString(text, language))) break;
    last = i;
  }
  return last;
}

/**
 * The last line of the statement that begins on a line and has its name on the line `name`: where its brackets and strings are closed, unless
 * it is long.
 */
function endOfStatement(lines: Lines, zones: Uint8Array, first: number, name: number, to: number): number {
  let depth = 0;
  for (let i = first; i < to; i++) {
    const [start, end] = [lines.starts[i] as number, lines.starts[i + 1] as number];
    for (let at = start; at < end; at++) {
      if (zones[at] !== Zone.Code) continue;
      const character = lines.text.charAt(at);
      if (character === '(' || character === '[') depth++;
      else if (character === ')' || character === ']') depth--;
    }
    // Also one of Python in three quotes, which is a comment where it begins a statement.
    const inString = i + 1 < to && zones[end] !== Zone.Code && zones[end - 1] === zones[end];
    if (i < name) continue;
    if (!inString && depth <= 0 && !continuesBelow(lines, i, to)) return i;
    if (!inString && i - name >= maxJoinedLines) return name;
  }
  return to - 1;
}

/** Whether the next line continues the expression of this one. */
function continuesBelow(lines: Lines, i: number, to: number): boolean {
  if (i + 1 >= to) return false;
  const next = lineAt(lines, i + 1);
  if (next.trim() === '') return false;
  if (next.trim() === '{' && indentOf(next) === indentOf(lineAt(lines, i))) return true;
  if (lineAt(lines, i).trimEnd().endsWith('\\')) return true;
  return indentOf(next) > indentOf(lineAt(lines, i)) && /^\s*(?:\.[\w]|&&|\|\||\?\s|:\s|\|>|<<)/.test(next);
}
