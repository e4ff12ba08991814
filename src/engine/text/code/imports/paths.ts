/** Imports that name packages, classes or files by their path: those of Go, of the JVM, and of C. */

import { hashOfWord } from '../../words/wordHash.ts';
import { Part } from '../lexing/parts.ts';
import type { AddBinding } from './binding.ts';
import type { Cursor } from './cursor.ts';
import { readNames } from './names.ts';

/** Whether nothing but another statement precedes on the line. */
function beginsStatement({ source, at }: Cursor): boolean {
  return source.isFirst(at) || source.is(at - 1, ';');
}

/** `import "a/b"`, `import c "a/b"` and lists of these; a package is called by the last part of its path. */
export function readGo(cursor: Cursor, add: AddBinding): void {
  if (!beginsStatement(cursor)) return;
  cursor.at++;
  const isList = cursor.takes('(');
  do {
    const { from } = cursor;
    const alias = cursor.takes('.') ? '*' : cursor.word();
    const module = cursor.string();
    if (module === '') break;
    add(module, '*', alias === '' ? packageName(module) : alias, from);
    cursor.takes(';');
  } while (isList);
  if (isList) cursor.takes(')');
}

/** The last part of a path that is not a version; without a file extension or prefix such as `go-`. */
function packageName(module: string): string {
  const parts = module.split('/');
  const last = parts.at(-1) as string;
  const isVersion = last.charAt(0) === 'v' && last.length > 1 && !Number.isNaN(Number(last.slice(1)));
  return ((isVersion ? parts.at(-2) : last)?.split('.')[0] ?? last).split('-').at(-1) as string;
}

/** `import static a.b.C.d;`, `import a.b.*`, Kotlin's `import a.b.C as D` and Scala's `import a.b.{C, D}`. */
export function readJvm(cursor: Cursor, add: AddBinding): void {
  if (!beginsStatement(cursor)) return;
  cursor.at++;
  if (cursor.isOnNewLine) return;
  const isStatic = cursor.takes('static');
  const { from } = cursor;
  const parts: string[] = [];
  do {
    if (cursor.takes('*')) {
      add(parts.join('.'), '*', '*', from);
      return;
    }
    if (cursor.takes('{')) {
      for (const { name, local, at } of readNames(cursor)) add(parts.join('.'), name, local, at);
      return;
    }
    parts.push(cursor.word());
  } while (cursor.takes('.'));
  const name = parts.at(-1) as string;
  if (name === '' || parts.length < 2) return;
  add((isStatic ? parts.slice(0, -1) : parts).join('.'), name, cursor.takes('as') ? cursor.word() : name, from);
}

/** `#include "a.h"`, a directive. */
export function readInclude(cursor: Cursor, add: AddBinding): void {
  const { source, at, from } = cursor;
  const { kinds, values } = source.parts;
  if (kinds[at] !== Part.Directive) return;
  cursor.range = [at, at + 1];
  const line = source.textOf(at);
  const open = line.indexOf('"');
  const close = line.indexOf('"', open + 1);
  if (close > open + 1 && hashOfWord(line.slice(1, open).trim()) === values[at]) add(line.slice(open + 1, close), '*', '*', from + open);
}
