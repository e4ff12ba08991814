/**
 * Finds the heading of a value's column in a Markdown table.
 *
 * Cost: at most `window` characters before the value, only for values with a `|` before them on their line.
 */

import { blanks, isOnly } from '../../util/strings.ts';
import type { Span } from '../spans.ts';

const window = 2000;
const [newline, pipe] = [10, 124];
/** The row below the headings. */
const delimiters = `${blanks}|:-`;

/** The heading of the column of the value that begins at `from`; undefined outside tables. */
export function columnHeadingOf(text: string, units: Uint16Array, from: number): Span | undefined {
  let column = 0;
  let at = from - 1;
  for (; at >= 0 && units[at] !== newline && at > from - window; at--) if (units[at] === pipe) column++;
  if (column === 0) return undefined;
  const min = Math.max(0, from - window);
  while (at > min) {
    const start = text.lastIndexOf('\n', at - 1) + 1;
    const line = text.slice(start, at);
    if (!line.includes('|')) return undefined;
    if (isOnly(line, delimiters) && line.includes('--')) return cell(text, text.lastIndexOf('\n', start - 2) + 1, start - 1, column);
    at = start - 1;
  }
  return undefined;
}

/** The cell after the `column`-th `|` of the line in [from, to). */
function cell(text: string, from: number, to: number, column: number): Span | undefined {
  let start = from;
  for (let i = 0; i < column; i++) {
    start = text.indexOf('|', start) + 1;
    if (start === 0 || start > to) return undefined;
  }
  const end = text.indexOf('|', start);
  return { from: start, to: end < 0 || end > to ? to : end };
}
