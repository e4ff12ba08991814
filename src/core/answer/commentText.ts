/** What a comment says, for readers: the marks that begin its lines belong to the language it stands in, not to its sentences. */

import type { QuoteForm } from './statement.ts';

/** What begins a line amid a comment. */
const mark = String.raw`(?:\/{2,}[!*]?|\*+(?=\s|$)|#(?![!\w[]):?|--(?=\s)|;+(?=\s)|%+(?=\s))`;
/** Before the words of a line amid a comment. */
export const innerMark: RegExp = new RegExp(String.raw`^\s*${mark}[ \t]*`);

/** The words of a comment's statement in one line, without the marks of its further lines. Linear. */
export function commentText(statement: string): string {
  const [first = '', ...lines] = statement.split('\n');
  const said = [first, ...lines.map((line) => line.replace(innerMark, ''))].map((line) => line.trim());
  return said.filter((line) => line !== '').join(' ');
}

/** A quote as readers see it: what stands amid a comment without the marks of its lines. */
export function withoutMarks(quote: string, form: QuoteForm | undefined): string {
  return form === 'comment' ? commentText(quote) : form === 'example' ? commentCode(quote) : quote;
}

/** A mark and the blank that sets it apart. */
const innerMarkAlone = new RegExp(String.raw`^[ \t]*${mark}[ \t]?`);

/** A line of Rust's documentation that readers are not shown. */
const hidden = /^[ \t]*\/\/[/!] ?#(?:\s|$)/;

/** The code of an example amid a comment, line by line, without the marks of its further lines, or without their common indentation. Linear. */
export function commentCode(example: string): string {
  const [first = '', ...lines] = example.split('\n');
  const filled = lines.filter((line) => line.trim() !== '');
  const isMarked = filled.every((line) => innerMarkAlone.test(line));
  const indent = Math.min(...filled.map((line) => line.search(/\S/)));
  const bare = (line: string): string => (isMarked ? line.replace(innerMarkAlone, '') : line.slice(Math.min(indent, line.length)));
  return [first, ...lines.filter((line) => !hidden.test(line)).map(bare)].map((line) => line.trimEnd()).join('\n');
}
