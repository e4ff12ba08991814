/** Imports of Rust: `use a::{b::C, d as e}`, `mod a;` and `extern crate a`. */

import type { AddBinding } from './binding.ts';
import type { Cursor } from './cursor.ts';

export function readRust(cursor: Cursor, add: AddBinding): void {
  const { source, at } = cursor;
  const start = afterVisibility(cursor);
  if (!source.isFirst(start) && !source.isAny(start - 1, ';{}]')) return;
  const isPublic = start < at;
  if (cursor.takes('mod')) {
    const { from } = cursor;
    const name = cursor.word();
    cursor.range = [at, at];
    if (cursor.is(';')) add(`self::${name}`, '*', name, from, isPublic);
  } else if (cursor.takes('extern')) {
    if (!cursor.takes('crate')) return;
    const { from } = cursor;
    const name = cursor.word();
    add(name, '*', cursor.takes('as') ? cursor.word() : name, from, isPublic);
  } else {
    cursor.at++;
    readTree(cursor, '', add, isPublic, 0);
  }
}

/** The part that a statement begins with: `pub` or `pub(…)` before its word, or the word. */
function afterVisibility({ source, at }: Cursor): number {
  const opening = source.is(at - 1, ')') ? source.opening(at - 1) : at;
  const before = opening - 1;
  return before >= 0 && source.isWord(before) && source.textOf(before) === 'pub' ? before : at;
}

/** Braces in braces of a `use` that are read; each is a call. */
const maxDepth = 100;

function readTree(cursor: Cursor, above: string, add: AddBinding, isPublic: boolean, depth: number): void {
  if (depth > maxDepth) return;
  let path = above;
  cursor.takes('::');
  for (;;) {
    const { from } = cursor;
    if (cursor.takes('{')) {
      while (!cursor.isEnd && !cursor.takes('}')) {
        const before = cursor.at;
        readTree(cursor, path, add, isPublic, depth + 1);
        if (!cursor.takes(',') && cursor.at === before) return;
      }
      return;
    }
    if (cursor.takes('*')) {
      add(path, '*', '*', from, isPublic);
      return;
    }
    const name = cursor.word();
    if (name === '') return;
    if (cursor.takes('::')) {
      path = path === '' ? name : `${path}::${name}`;
      continue;
    }
    const alias = cursor.takes('as') ? cursor.word() : '';
    if (name === 'self') add(path, '*', alias === '' ? (path.split('::').at(-1) as string) : alias, from, isPublic);
    else add(path === '' ? name : path, path === '' ? '*' : name, alias === '' ? name : alias, from, isPublic);
    return;
  }
}
