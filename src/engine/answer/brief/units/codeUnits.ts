/**
 * Splits code into units: statements, comments and declarations as a tree by indentation, without a parser.
 *
 * A unit is a logical line: a line and those that its brackets continue. What is in a body needs the body's header; a header needs its closing
 * bracket and the clause after its `try`; a declaration needs the comment above it; a header that ends with a colon needs the first line of
 * its body. So any closure of units still parses. Long comments and strings keep their first paragraph and their end.
 *
 * Deviation from a parser: nesting is by indentation, so code that is not indented is cut by lines. Cost: two passes over the text.
 */

import { isField } from '../../../text/code/definition.ts';
import { Zone } from '../../../text/code/lexing/lexer.ts';
import { endsBlockComment } from '../../../text/commentLines.ts';
import type { Language } from '../../../text/languages.ts';
import { type Lines, lineAt } from '../../../text/lines.ts';
import { hasWord, isWordAt } from '../../../text/words/characters.ts';
import { endsWithAny, indentLength, skip, startsWithAny, wordsOf } from '../../../util/strings.ts';
import type { CodeText } from './codeText.ts';
import type { DraftUnit, Unit } from './unit.ts';

/** A bracketed statement with more lines is cut between its lines. */
const maxJoinedLines = 8;
/** A comment or string with more lines is cut to its first paragraph. */
const maxWholeComment = 6;

const closingWords = new Set(wordsOf('end fi done esac'));
/** First words of clauses that continue the statement above. */
const clauseWords = new Set(wordsOf('else elif elsif except rescue ensure catch finally'));
const decorator = /^\s*(?:@|#\[|\[\[?[A-Z][\w.]*[(\]])/;

/** A unit with what decides its place in the tree. */
interface Node extends DraftUnit {
  readonly indent: number;
  readonly head: string;
  readonly tail: string;
  readonly isDocString: boolean;
  readonly endsBlockComment: boolean;
}

/** The units of lines `from` to `to` (exclusive) of a source. */
export function codeUnits(lines: Lines, language: Language, code: CodeText, from: number, to: number): readonly Unit[] {
  const { zones, definitions } = code;
  const nodes = logicalLines(lines, zones, language, from, to);
  const names = new Map(definitions.flatMap(({ line, name, kind }) => (isField(kind) ? [] : [[line, name] as const])));
  link(nodes, names, language, to);
  return nodes;
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

/** Statements and comments in order, without blank lines. */
function logicalLines(lines: Lines, zones: Uint8Array, language: Language, from: number, to: number): Node[] {
  const nodes: Node[] = [];
  for (let i = from; i < to; ) {
    const text = lineAt(lines, i);
    if (text.trim() === '') {
      i++;
      continue;
    }
    const at = (lines.starts[i] as number) + indentLength(text);
    const isComment = zones[at] === Zone.Comment;
    const last = isComment ? endOfComment(lines, zones, language, i, to) : endOfStatement(lines, zones, i, to);
    addUnits(nodes, lines, zones, language, isComment ? 'comment' : 'code', i, last);
    i = last + 1;
  }
  return nodes;
}

/** The depth of a line in the tree. A YAML list item is inside the key above it even when it is not indented. */
function depthOf(line: string): number {
  return indentOf(line) + (line.trimStart().startsWith('- ') ? 0.5 : 0);
}

/** Adds lines as one unit, or as three if a comment or string is long: its first paragraph, the rest, its last line. */
function addUnits(
  nodes: Node[],
  lines: Lines,
  zones: Uint8Array,
  language: Language,
  kind: Unit['kind'],
  first: number,
  last: number,
): void {
  // Lines inside a string may be indented less than the statement.
  const indent = depthOf(lineAt(lines, first));
  const isDoc = isDocString(lineAt(lines, first), language);
  const add = (from: number, to: number, needs: number[]): number => {
    const node = { first: from, last: to, kind, needs, scope: [from, to + 1] as const, subject: [], indent, head: lineAt(lines, from) };
    const endsComment = kind === 'comment' && endsBlockComment(lineAt(lines, to), language.comments);
    return nodes.push({ ...node, tail: codeOf(lines, zones, to), isDocString: isDoc, endsBlockComment: endsComment }) - 1;
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
  if (isDoc || kind === 'code') for (const at of [head, rest]) (nodes[at] as Node).needs.push(end);
}

/** A line without the comment at its end. */
function codeOf(lines: Lines, zones: Uint8Array, i: number): string {
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

/** The last line of the statement that begins on a line: where its brackets and strings are closed, unless it is long. */
function endOfStatement(lines: Lines, zones: Uint8Array, first: number, to: number): number {
  let depth = 0;
  let isDecorator = decorator.test(lineAt(lines, first));
  for (let i = first; i < to; i++) {
    const [start, end] = [lines.starts[i] as number, lines.starts[i + 1] as number];
    for (let at = start; at < end; at++) {
      if (zones[at] !== Zone.Code) continue;
      const character = lines.text.charAt(at);
      if (character === '(' || character === '[') depth++;
      else if (character === ')' || character === ']') depth--;
    }
    const inString = i + 1 < to && zones[end] === Zone.String && zones[end - 1] === Zone.String;
    if (!inString && depth <= 0 && !continuesBelow(lines, i, to)) {
      if (!isDecorator) return i;
      isDecorator = i + 1 < to && decorator.test(lineAt(lines, i + 1));
    } else if (i - first >= maxJoinedLines && !inString && !isDecorator) return first;
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

/** Sets each unit's needs, scope and subject. */
function link(nodes: readonly Node[], names: ReadonlyMap<number, string>, language: Language, to: number): void {
  /** Positions of the open headers, outermost first. */
  const open: number[] = [];
  for (const [i, node] of nodes.entries()) {
    const isOutside = (header: number): boolean => (nodes[header] as Node).indent < node.indent;
    // Comments may be indented less than the body they are in.
    while (node.kind === 'code' && open.length > 0 && !isOutside(open.at(-1) as number)) {
      const closed = open.pop() as number;
      if ((nodes[closed] as Node).indent !== node.indent || !opensWith(node.head, clauseWords)) continue;
      node.needs.push(closed);
      const before = nodes[closed] as Node;
      if (startsTry(before.head) || (opensWith(node.head, closingWords) && !endsBlock(node.head, language))) before.needs.push(i);
    }
    const header = open.findLast(isOutside);
    if (header !== undefined) node.needs.push(header);
    const above = nodes[i - 1];
    if (above !== undefined) linkAbove(node, above, i);
    if (node.kind === 'code') open.push(i);
  }
  assignScopes(nodes, names, to);
}

/** Whether a closing line ends a body rather than an expression: the body can be read without it. */
function endsBlock(head: string, { id }: Language): boolean {
  const first = head.trimStart().charAt(0);
  return id !== 'python' && id !== 'config' && (first === '}' || (first >= 'a' && first <= 'z'));
}

/** Whether no line separates a unit from the one above it, or one blank line from a block comment. */
function isRightBelow({ first }: Node, { last, endsBlockComment }: Node): boolean {
  return last + 1 === first || (endsBlockComment && last + 2 === first);
}

/** Links a unit to the comment, header or continued line above it. */
function linkAbove(node: Node, above: Node, i: number): void {
  const isNext = isRightBelow(node, above);
  const isComment = above.kind === 'comment' && !above.isDocString;
  if (isComment && isNext && node.kind === 'code' && node.indent === above.indent) above.needs.push(i);
  const opensBody = node.indent > above.indent && above.kind === 'code' && above.tail.endsWith(':');
  if (
    opensBody ||
    (above.kind === 'code' &&
      isNext &&
      (endsWithAny(above.tail, ',\\+|&=(.?') || above.tail.endsWith('=>') || above.tail.endsWith('->')) &&
      node.indent > above.indent)
  )
    above.needs.push(i);
}

/** A definition whose body is open. */
interface OpenDefinition {
  readonly at: number;
  readonly name: string;
  /** Its first line, or that of the comment above it. */
  readonly start: number;
  /** The units in it, without those of nested definitions. */
  readonly members: number[];
}

/** Sets each unit's scope and subject by its enclosing definitions; outside of them the rest of the file follows. A definition needs the comment above it but no enclosing header: its subject names those. */
function assignScopes(nodes: readonly Node[], names: ReadonlyMap<number, string>, to: number): void {
  const open: OpenDefinition[] = [];
  const close = (end: number): void => {
    const { start, members } = open.pop() as OpenDefinition;
    for (const member of members) (nodes[member] as Node).scope = [start, end];
  };
  for (const [i, node] of nodes.entries()) {
    for (let inner = open.at(-1); inner !== undefined; inner = open.at(-1)) {
      const { indent } = nodes[inner.at] as Node;
      if (indent < node.indent || (indent === node.indent && opensWith(node.head, closingWords))) break;
      close(node.first);
    }
    const name = nameIn(node, names);
    if (name !== undefined && node.kind === 'code') {
      const comment = commentAbove(nodes, i);
      for (const around of open) dropNeed(node, around.at);
      for (const at of comment) {
        for (const around of open) dropNeed(nodes[at] as Node, around.at);
        open.at(-1)?.members.splice(open.at(-1)?.members.indexOf(at) as number, 1);
        (nodes[at] as Node).subject = [...open.map((one) => one.name), name];
      }
      if (comment.length > 0) node.needs.push(comment[0] as number);
      open.push({ at: i, name, start: (nodes[comment[0] ?? i] as Node).first, members: [...comment] });
    }
    if (open.length === 0) node.scope = [node.first, to];
    open.at(-1)?.members.push(i);
    node.subject = open.map((one) => one.name);
  }
  while (open.length > 0) close(to);
}

function dropNeed(node: Node, header: number): void {
  const at = node.needs.indexOf(header);
  if (at >= 0) node.needs.splice(at, 1);
}

/** Positions of the comment right above a unit, in order. */
function commentAbove(nodes: readonly Node[], i: number): readonly number[] {
  const found: number[] = [];
  for (let at = i - 1; at >= 0; at--) {
    const above = nodes[at] as Node;
    if (above.kind !== 'comment' || !isRightBelow(nodes[at + 1] as Node, above)) break;
    found.unshift(at);
  }
  return found;
}

function nameIn({ first, last }: Node, names: ReadonlyMap<number, string>): string | undefined {
  for (let line = first; line <= last; line++) {
    const name = names.get(line);
    if (name !== undefined) return name;
  }
  return undefined;
}
