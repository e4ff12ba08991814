/** What a line of a document without nesting is by its marks. Cost: linear in the line. */

import { blanks, hasAny, isOnly, skip } from '../../util/strings.ts';
import type { Language } from '../languages.ts';
import { isLabel } from './labels.ts';

const itemMark = /^\s*(?:[-*+•]|\d{1,3}[.)]|#\.|\([a-z\d]\)|[a-z][.)])\s+\S/;
/** Lines without content: rules, underlines, borders of tables, comments, lone images, options of directives, requests of manual pages, keywords of Org. */
const noise =
  /^\s*(?:([=\-~^"'`#*+.:<>_|])\1{2,}|[|+][-=:|+\s]+|<!--.*-->|\.\w{0,2}(?:\s+\S{1,3})?|#\+\w+:?.*|\[[^\]]+\]:(?:\s.*)?|:\w[\w-]*:(?:\s.*)?|(?:<\/?\w[^>]*>)+|(?:\[?!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])(?:\](?:\([^)]*\)|\[[^\]]*\]))?\s*)+)\s*$/;
const asciidocNoise = /^(?:\[.*\]|\/\/.*|(?:include|image|ifdef|ifndef|ifeval|endif|toc)::.*|\+)\s*$/;
/** Directives of reStructuredText without text to read, and those that hold code. */
const silent = new Set('include image figure contents index highlight currentmodule module meta only automodule'.split(' '));
const ofCode = new Set('code-block code sourcecode literalinclude math parsed-literal productionlist doctest testcode'.split(' '));

/** The level of the list item that a line begins: its column, in AsciiDoc the number of its marks; undefined if it begins none. */
export function itemLevel(line: string, indent: number, { id }: Language): number | undefined {
  const marks = id === 'asciidoc' ? skip(line, line.charAt(indent), indent) - indent : 0;
  const isMarked = marks > 0 && '*.-'.includes(line.charAt(indent)) && line.charAt(indent + marks) === ' ';
  return isMarked ? indent + marks : itemMark.test(line) ? indent : undefined;
}

/** Whether a line has nothing to read. */
export function isNoise(line: string, { id }: Language): boolean {
  return noise.test(line) || isLabel(line) || (id === 'asciidoc' && asciidocNoise.test(line));
}

/** Whether a line is an option of the directive above it. */
export function isOption(line: string): boolean {
  return line.trimStart().startsWith(':') && noise.test(line);
}

/** The directive of reStructuredText that a line begins: whether it has text to read, a table of contents, or code. */
export function directiveIn(line: string): 'silent' | 'contents' | 'code' | 'text' | undefined {
  const [name = '', ...rest] = line.trimStart().slice('.. '.length).split('::', 2);
  if (rest.length === 0 || !line.trimStart().startsWith('.. ') || name === '' || hasAny(name, blanks)) return undefined;
  if (name === 'toctree') return 'contents';
  return silent.has(name) ? 'silent' : ofCode.has(name) ? 'code' : 'text';
}

/** Whether a line is a row of a table. */
export function isTableRow(line: string): boolean {
  return line.trimStart().startsWith('|');
}

/** Whether a line is the rule below the header of a table. */
export function isHeaderRule(line: string): boolean {
  return isOnly(line, `${blanks}|:-+=`) && line.includes('-');
}
