/** Imports and exports of TypeScript and JavaScript, of ES modules and CommonJS. */

import type { AddBinding } from './binding.ts';
import { readCommonExports, readRequire } from './commonJs.ts';
import type { Cursor } from './cursor.ts';
import { type ImportedName, readNames, skipDeclarationWords } from './names.ts';

/** Reads the statement or call that `import`, `export`, `require`, `module` or `exports` begins. */
export function readEcma(cursor: Cursor, add: AddBinding): void {
  const { source, at } = cursor;
  // A member, a property, or part of a longer name.
  if (source.is(at - 1, '.') && source.touches(at) && !source.isPair(at - 2, '.', '.')) return;
  const word = cursor.word();
  if (word === 'import') readImport(cursor, add);
  else if (word === 'export') readExport(cursor, add);
  else if (word === 'require') readRequire(cursor, add);
  else readCommonExports(word, cursor, add);
}

function readImport(cursor: Cursor, add: AddBinding): void {
  if (cursor.is('(')) {
    readRequire(cursor, add);
    return;
  }
  const { from } = cursor;
  const loaded = cursor.string();
  if (loaded !== '') {
    add(loaded, '', '', from);
    return;
  }
  skipModifier(cursor);
  const names: ImportedName[] = [];
  do {
    const { from: at } = cursor;
    if (cursor.takes('{')) names.push(...readNames(cursor));
    else if (cursor.takes('*')) {
      cursor.takes('as');
      names.push({ name: '*', local: cursor.word(), at });
    } else {
      const local = cursor.word();
      if (local === '' || local === 'from') return;
      // `import a = require('b')` is read at `require`.
      names.push({ name: 'default', local, at });
    }
  } while (cursor.takes(','));
  const module = cursor.takes('from') ? cursor.string() : '';
  if (module === '') return;
  if (names.length === 0) add(module, '', '', from);
  for (const { name, local, at } of names) add(module, name, local, at);
}

/** Skips `type`, `typeof` and `defer` before what is imported, unless it is called so. */
function skipModifier(cursor: Cursor): void {
  const { at } = cursor;
  if (!cursor.takes('type') && !cursor.takes('typeof') && !cursor.takes('defer')) return;
  if (cursor.is('from') || cursor.is(',') || cursor.is('=')) cursor.at = at;
}

function readExport(cursor: Cursor, add: AddBinding): void {
  const { from } = cursor;
  // `export type A =`, but also `export type { A }` and `export type * from`.
  if (cursor.takes('type') && cursor.isWord) {
    const name = cursor.word();
    add('', name, name, from, true);
  } else if (cursor.takes('*')) {
    const local = cursor.takes('as') ? cursor.word() || cursor.string() : '*';
    const module = cursor.takes('from') ? cursor.string() : '';
    if (module !== '') add(module, '*', local, from, true);
  } else if (cursor.takes('{')) {
    const names = readNames(cursor);
    const module = cursor.takes('from') ? cursor.string() : '';
    for (const { name, local, at } of names) add(module, name, local, at, true);
  } else if (cursor.takes('default')) {
    const isDeclared = skipDeclarationWords(cursor);
    cursor.takes('*');
    const name = cursor.word();
    const isName = isDeclared || cursor.isEnd || cursor.is(';') || cursor.isOnNewLine || cursor.is('as') || cursor.is('satisfies');
    add('', isName && name !== '' && name !== 'extends' ? name : 'default', 'default', from, true);
  } else if (cursor.takes('=')) {
    const name = cursor.word();
    if (name !== '') for (const local of ['default', '*']) add('', name, local, from, true);
  } else if (skipDeclarationWords(cursor)) readDeclared(cursor, add);
}

/** The names of `export const a = 1` or `export const { a, b } = c`. */
function readDeclared(cursor: Cursor, add: AddBinding): void {
  cursor.takes('*');
  const { from } = cursor;
  if (cursor.takes('{') || cursor.takes('[')) {
    for (const { local, at } of readNames(cursor)) add('', local, local, at, true);
    return;
  }
  const name = cursor.word() || cursor.string();
  if (name !== '') add('', name, name, from, true);
}
