/**
 * The heading of the column that holds a value: of a Markdown table, of rows separated by commas, semicolons or tabs, or of the columns that
 * an `INSERT` or `COPY` names. Cost: each text is searched once for blank lines and statements, however many values it has, and each value
 * causes a look at its row and at the first rows of its block.
 */

import { blanks, hasAny, isOnly, wordsOf } from '../../util/strings.ts';
import type { Span } from '../spans.ts';

/** Max characters of a row that are read, and of a block up to the headings of its table. */
const maxRow = 2000;
const separators = ',;\t|';
/** The row below the headings of a Markdown table. */
const delimiters = `${blanks}|:-`;
/** Signs around the text of a cell. */
const quotes = `${blanks}"'\`*N`;
const statement =
  /\b(?:insert\s{1,9}into|copy(?=[^()]{1,120}\([^()]{1,1000}\)\s{1,9}from\b))\s{1,9}[^\s;()]{1,100}\s{0,9}\(([^()]{1,1000})\)/gi;
/** Signs that no heading has, and its max length. */
const codeSigns = '(){}[]=<>:$\\';
const maxHeading = 44;

/** Finds the headings of values, which are asked for in ascending order. */
export class Columns {
  readonly #text: string;
  #headings: { readonly block: number; readonly line: string | undefined } | undefined;
  #block = 0;
  #searched = 0;
  #statement: { readonly to: number; readonly columns: readonly string[] } | undefined;
  #next: RegExpExecArray | null | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** The heading of the column of a value; undefined if it is in none. */
  headingOf(value: Span): string | undefined {
    const lineStart = lineStartBefore(this.#text, value.from, maxRow);
    if (lineStart === undefined) return undefined;
    const before = this.#text.slice(lineStart, value.from);
    return this.#inStatement(value, before) ?? this.#inRows(value, lineStart, before);
  }

  #inRows({ from, to }: Span, lineStart: number, before: string): string | undefined {
    const block = this.#blockAt(from);
    if (block >= lineStart) return undefined;
    const trimmed = trimEnd(before);
    const separator = trimmed === '' ? nextOf(this.#text, to) : trimmed.charAt(trimmed.length - 1);
    if (separator === '' || !separators.includes(separator)) return this.#inBlanks(block, to, before);
    const column = before.split(separator).length - 1;
    const rows = separator === '|' ? this.#headingRow(block, lineStart) : this.#lineAt(block);
    const cells = rows?.split(separator);
    if (cells === undefined || cells.length < 2) return undefined;
    if (separator !== '|' && !cells.every((cell) => cell.trim() !== '' && cell.length <= maxHeading && !hasAny(cell, codeSigns)))
      return undefined;
    return cells[column];
  }

  /** The heading of a column of words, in a comment above rows of as many words. */
  #inBlanks(block: number, to: number, before: string): string | undefined {
    const line = this.#lineAt(block);
    if (!line.startsWith('#')) return undefined;
    const [headings, row] = [wordsOf(line.slice(1)), wordsOf(before)];
    const rest = wordsOf(this.#lineAt(to));
    return headings.length === row.length + 1 + rest.length ? headings[row.length] : undefined;
  }

  /** The line above the delimiters of the Markdown table in a block; a block is searched once. */
  #headingRow(block: number, row: number): string | undefined {
    if (this.#headings?.block !== block) {
      const lines = this.#text.slice(block, Math.min(row, block + maxRow)).split('\n');
      const at = lines.findIndex((line) => line.includes('--') && line.includes('|') && isOnly(line, delimiters));
      this.#headings = { block, line: at > 0 ? lines[at - 1] : undefined };
    }
    return this.#headings.line;
  }

  #lineAt(from: number): string {
    const line = this.#text.slice(from, from + maxRow);
    const end = line.indexOf('\n');
    return end < 0 ? line : line.slice(0, end);
  }

  /** The start of the block of lines, without a blank one, around `at`. */
  #blockAt(at: number): number {
    const blank = this.#text.slice(this.#searched, at).lastIndexOf('\n\n');
    if (blank >= 0) this.#block = this.#searched + blank + 2;
    this.#searched = Math.max(this.#searched, at - 1);
    return this.#block;
  }

  #inStatement({ from }: Span, before: string): string | undefined {
    this.#readTo(from);
    if (this.#statement === undefined || this.#statement.to > from) return undefined;
    const { to, columns } = this.#statement;
    const opening = before.lastIndexOf('(');
    const row = opening >= 0 ? before.slice(opening + 1) : before.includes('\t') ? before.replaceAll('\t', ',') : undefined;
    // The statement ends with a `;` at the end of a line; the rows of a `COPY` follow it.
    if (row === undefined || (opening >= 0 && from - to < maxRow && this.#text.slice(to, from).includes(';\n'))) return undefined;
    return columns[row.split(',').length - 1];
  }

  #readTo(at: number): void {
    while (this.#next === undefined || (this.#next !== null && this.#next.index < at)) {
      if (this.#next !== undefined && this.#next !== null)
        this.#statement = { to: this.#next.index + this.#next[0].length, columns: (this.#next[1] as string).split(',') };
      statement.lastIndex = this.#statement?.to ?? 0;
      this.#next = statement.exec(this.#text);
    }
  }
}

/** The start of the line around `at`; undefined if it is more than `max` characters before it. */
export function lineStartBefore(text: string, at: number, max: number): number | undefined {
  const from = Math.max(0, at - max);
  const end = text.slice(from, at).lastIndexOf('\n');
  return end < 0 ? (from === 0 ? 0 : undefined) : from + end + 1;
}

function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && (quotes.includes(text.charAt(end - 1)) || text.charAt(end - 1) === 'N') && text.charAt(end - 1) !== '\t') end--;
  return text.slice(0, end);
}

function nextOf(text: string, at: number): string {
  let next = at;
  while (next < text.length && next < at + 8 && quotes.includes(text.charAt(next)) && text.charAt(next) !== '\t') next++;
  return text.charAt(next);
}
