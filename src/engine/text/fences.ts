/**
 * Fenced code blocks of Markdown as in CommonMark, but at any indentation, since a fence in a list is indented with its item. The only parser of
 * fences, apart from the webview's Markdown reader. Cost: one pass over a line.
 */

import { indentLength } from '../util/strings.ts';

/** An open fence. */
export interface Fence {
  /** Its backticks or tildes, at least three. */
  readonly mark: string;
  /** Number of spaces and tabs before the mark. */
  readonly indent: number;
  /** The language, as written; may be empty. */
  readonly language: string;
}

/** Backticks with another backtick later on the line are a code span, no fence. */
const opening = /^([ \t]*)(`{3,}(?=[^`]*$)|~{3,})[ \t]*([\w+#-]*)/;
const closing = /^([ \t]*)(`{3,}|~{3,})[ \t\r\n]*$/;

/** The fence that is open after `line`, given the one open before it. The line may include its line break. */
export function fenceAfter(open: Fence | undefined, line: string): Fence | undefined {
  if (open !== undefined) {
    const [, indent = '', mark = ''] = closing.exec(line) ?? [];
    return mark.startsWith(open.mark) && indent.length <= open.indent + 3 ? undefined : open;
  }
  const [, indent = '', mark, language = ''] = opening.exec(line) ?? [];
  return mark === undefined ? undefined : { mark, indent: indent.length, language };
}

/** A line of code without the indentation of its fence. */
export function codeLine({ indent }: Fence, line: string): string {
  return line.slice(Math.min(indent, indentLength(line)));
}

/** A run of at least `min` backticks, longer than any in `code`. */
export function backticksAround(code: string, min: number): string {
  let length = min;
  for (const [run] of code.matchAll(/`+/g)) length = Math.max(length, run.length + 1);
  return '`'.repeat(length);
}
