/** Imports whose names are not read: where they begin and end. */

import { declarationStart } from './assigned.ts';
import type { Cursor } from './cursor.ts';

/** A statement that begins a line, up to its semicolon or the end of the line: `use A\B;`, `alias A.{B, C}`. */
export function readLine(cursor: Cursor): void {
  const { source, at } = cursor;
  // A closure of PHP, a block of C#, or a variable that it disposes of.
  const isOther = source.is(at + 1, '(') ? !source.is(source.after(at + 1), ';') : source.is(at + 3, '=') && source.isWord(at + 2);
  if (!source.isFirst(at) || isOther) return;
  cursor.at++;
  while (!cursor.isEnd && !cursor.is(';') && (!cursor.isOnNewLine || source.is(cursor.at - 1, ','))) cursor.at = source.after(cursor.at);
  cursor.range = [at, cursor.at];
}

/** A call with a string, with the variable that it is assigned to: `local a = require('b')`. */
export function readCall(cursor: Cursor): void {
  const { source, at } = cursor;
  if (source.is(at - 1, '.')) return;
  cursor.at++;
  cursor.takes('(');
  if (cursor.string() !== '') cursor.range = [declarationStart(source, at), cursor.at];
}
