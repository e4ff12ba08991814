/** Imports and exports of CommonJS, and imports by a call. */

import type { Source } from '../source.ts';
import { assignedBefore, declarationStart } from './assigned.ts';
import type { AddBinding } from './binding.ts';
import { Cursor } from './cursor.ts';
import { type ImportedName, isKeyword, readNames, skipDeclarationWords } from './names.ts';

/** `require('a')` or `import('a')` after its word, with the names before the equals sign, or the member after the bracket. */
export function readRequire(cursor: Cursor, add: AddBinding): void {
  const { source, at } = cursor;
  if (!cursor.takes('(')) return;
  const { from } = cursor;
  const module = cursor.string();
  if (module === '' || !cursor.takes(')')) return;
  cursor.range = [declarationStart(source, at - 1), cursor.at];
  const pattern = namesBefore(source, at - 1);
  while (cursor.takes(')'));
  if (!cursor.takes('.')) {
    if (typeof pattern === 'string') addWhole(module, pattern, from, add);
    else for (const { name, local, at } of pattern) add(module, name, local, at);
    return;
  }
  const name = cursor.word();
  if (name !== 'then') {
    add(module, name, typeof pattern === 'string' ? pattern : (pattern[0]?.local ?? ''), from);
    return;
  }
  // `import('a').then(({ b }) => b)`
  for (const skipped of ['(', 'async', '(']) cursor.takes(skipped);
  if (cursor.takes('{')) for (const { name: one, local, at } of readNames(cursor)) add(module, one, local, at);
  else addWhole(module, cursor.word(), from, add);
}

/** A module under one name: in CommonJS either what it exports, or one thing that it is. */
function addWhole(module: string, local: string, at: number, add: AddBinding): void {
  add(module, '*', local, at);
  if (local !== '') add(module, 'default', local, at);
}

/** What is left of the equals sign before a part: names in braces, or one name for the whole; '' if there is none. */
function namesBefore(source: Source, at: number): string | readonly ImportedName[] {
  const [first = -1, last = -1] = assignedBefore(source, at) ?? [];
  if (first < 0) return '';
  return first === last ? source.textOf(first) : readNames(new Cursor(source, first + 1));
}

/** `module.exports = a`, `module.exports = { a, b: c }`, `module.exports.a =` and `exports.a =`, after the first word. */
export function readCommonExports(word: string, cursor: Cursor, add: AddBinding): void {
  if (word === 'module' && !(cursor.takes('.') && cursor.takes('exports'))) return;
  const { from } = cursor;
  if (cursor.takes('.')) {
    const name = cursor.word();
    if (cursor.takes('=') && !cursor.is('=')) add('', nameOrOwn(cursor.source, cursor.word(), name), name, from, true);
    return;
  }
  if (!cursor.takes('=') || cursor.is('=')) return;
  if (cursor.takes('{')) {
    for (const { name, local, at } of readNames(cursor)) add('', nameOrOwn(cursor.source, local, name), name, at, true);
    return;
  }
  const isDeclared = skipDeclarationWords(cursor);
  const name = cursor.word();
  const isName = name !== '' && (isDeclared || cursor.isEnd || cursor.is(';') || cursor.isOnNewLine);
  if (isName) for (const local of ['default', '*']) add('', name, local, from, true);
}

/** `exports.a = b` exports b; `exports.a = function` what it is called there. */
function nameOrOwn(source: Source, value: string, name: string): string {
  return value === '' || isKeyword(source, value) ? name : value;
}
