/**
 * Splits code into units: its logical lines. Its definitions say what belongs together: a definition with the comment above it is the scope of
 * the units in it, but for those of nested ones, and its name their subject.
 *
 * Within a definition, what is indented needs the line that it is indented below; a header needs its closing bracket and the clause after its
 * `try`; a declaration needs the comment above it; a header that ends with a colon needs the first line of its body. The first line of a definition
 * inside of another needs what it is indented below, if more than the definition is shown. So any closure of units still parses. Deviation from a
 * parser: code that is not indented is cut by lines. Cost: a pass over the lines and one over the definitions.
 */

import { type Definition, isField } from '../../../text/code/definition.ts';
import type { Language } from '../../../text/languages.ts';
import type { Lines } from '../../../text/lines.ts';
import { isWordAt } from '../../../text/words/characters.ts';
import { endsWithAny, startsWithAny, wordsOf } from '../../../util/strings.ts';
import type { CodeText } from './codeText.ts';
import { type LogicalLine, logicalLines } from './logicalLines.ts';
import type { Unit } from './unit.ts';

const closingWords = new Set(wordsOf('end fi done esac'));
/** First words of clauses that continue the statement above. */
const clauseWords = new Set(wordsOf('else elif elsif except rescue ensure catch finally'));

/** The units of lines `from` to `to` (exclusive) of a source. */
export function codeUnits(lines: Lines, language: Language, code: CodeText, from: number, to: number): readonly Unit[] {
  const units = logicalLines(lines, language, code, from, to);
  for (const unit of units) unit.scope = [unit.first, to];
  assignScopes(units, code.definitions);
  link(units, language);
  return units;
}

/** Sets scope and subject of what is in a definition, the inner ones last. A definition needs the comment above it. */
function assignScopes(units: readonly LogicalLine[], definitions: readonly Definition[]): void {
  const open: { readonly subject: readonly string[]; readonly lastLine: number }[] = [];
  let head = -1;
  for (const { name, firstLine, lastLine } of definitions.filter(({ kind }) => !isField(kind)).sort((a, b) => a.from - b.from)) {
    let at = Math.max(head, 0);
    while (at < units.length && (units[at] as LogicalLine).last < firstLine) at++;
    const unit = units[at];
    if (unit === undefined) return;
    if (at === head || unit.first > lastLine) continue;
    head = at;
    while (open.length > 0 && (open.at(-1)?.lastLine as number) < firstLine) open.pop();
    const subject = [...(open.at(-1)?.subject ?? []), name];
    open.push({ subject, lastLine });
    const start = startOfComment(units, at);
    if (start < at) unit.needs.push(start);
    // A doc string may be all that a body has.
    const belongs = (one: LogicalLine): boolean => one.first <= lastLine || (one.isDocString && one.indent > unit.indent);
    let end = start + 1;
    while (end < units.length && belongs(units[end] as LogicalLine)) end++;
    const scope = [(units[start] as LogicalLine).first, Math.max(lastLine, (units[end - 1] as LogicalLine).last) + 1] as const;
    for (const one of units.slice(start, end)) Object.assign(one, { scope, subject });
  }
}

/** The position of the first comment right above a unit, or of the unit. */
function startOfComment(units: readonly LogicalLine[], at: number): number {
  let start = at;
  for (let above = units[at - 1]; above?.kind === 'comment' && isRightBelow(units[start] as LogicalLine, above); above = units[start - 1])
    start--;
  return start;
}

/** Sets what each unit needs of the same definition. */
function link(units: readonly LogicalLine[], language: Language): void {
  /** Positions of the lines that others may be indented below, outermost first. */
  const open: number[] = [];
  for (const [i, unit] of units.entries()) {
    const isOutside = (header: number): boolean => (units[header] as LogicalLine).indent < unit.indent;
    // Comments may be indented less than the body they are in.
    while (unit.kind === 'code' && open.length > 0 && !isOutside(open.at(-1) as number)) {
      const closed = open.pop() as number;
      const before = units[closed] as LogicalLine;
      if (before.indent !== unit.indent || !opensWith(unit.head, clauseWords)) continue;
      unit.needs.push(closed);
      if (startsTry(before.head) || (opensWith(unit.head, closingWords) && !endsBlock(unit.head, language))) before.needs.push(i);
    }
    const header = open.findLast(isOutside);
    if (header !== undefined && (units[header] as LogicalLine).subject === unit.subject) unit.needs.push(header);
    else if (header !== undefined) unit.below = header;
    const above = units[i - 1];
    if (above !== undefined) linkAbove(unit, above, i);
    if (unit.kind === 'code') open.push(i);
  }
}

/** Whether a closing line ends a body rather than an expression: the body can be read without it. */
function endsBlock(head: string, { id }: Language): boolean {
  const first = head.trimStart().charAt(0);
  return id !== 'python' && id !== 'config' && (first === '}' || (first >= 'a' && first <= 'z'));
}

/** Whether no line separates a unit from the one above it, or one blank line from a block comment. */
function isRightBelow({ first }: LogicalLine, { last, endsBlockComment }: LogicalLine): boolean {
  return last + 1 === first || (endsBlockComment && last + 2 === first);
}

/** Links a unit to the comment, header or continued line above it. */
function linkAbove(unit: LogicalLine, above: LogicalLine, i: number): void {
  const isNext = isRightBelow(unit, above);
  const isComment = above.kind === 'comment' && !above.isDocString;
  if (isComment && isNext && unit.kind === 'code' && unit.indent === above.indent) above.needs.push(i);
  const opensBody = unit.indent > above.indent && above.kind === 'code' && above.tail.endsWith(':');
  if (
    opensBody ||
    (above.kind === 'code' &&
      isNext &&
      (endsWithAny(above.tail, ',\\+|&=(.?') || above.tail.endsWith('=>') || above.tail.endsWith('->')) &&
      unit.indent > above.indent)
  )
    above.needs.push(i);
}

/** Whether a line begins with a closing bracket or one of these words. */
function opensWith(line: string, words: ReadonlySet<string>): boolean {
  return startsWithAny(line.trimStart(), ')]}') || words.has(firstWord(line));
}

/** The letters that a line begins with. */
function firstWord(line: string): string {
  const text = line.trimStart();
  let end = 0;
  while (isWordAt(text, end)) end++;
  return text.slice(0, end);
}

function startsTry(line: string): boolean {
  const word = firstWord(line);
  const first = word === 'async' ? firstWord(line.trimStart().slice(word.length)) : word;
  return first === 'try' || first === 'begin';
}
