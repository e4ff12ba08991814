/**
 * What a source imports and exports, as written, over its parts: a statement begins with a word of its language's row, whose form says how it
 * goes on. Deviations from a compiler: computed modules are not read. Cost: a look at each word, and the statements.
 */

import { Part } from '../lexing/parts.ts';
import type { Source } from '../source.ts';
import type { ImportForm } from '../syntax.ts';
import type { AddBinding } from './binding.ts';
import { Cursor } from './cursor.ts';
import { readEcma } from './ecma.ts';
import { readGo, readInclude, readJvm } from './paths.ts';
import { readPython } from './python.ts';
import { readRust } from './rust.ts';

/** Reads the statement that the next word of a cursor may begin. */
type StatementReader = (cursor: Cursor, add: AddBinding) => void;

const readers: Readonly<Record<ImportForm, StatementReader>> = {
  ...{ ecma: readEcma, python: readPython, rust: readRust, go: readGo, jvm: readJvm, include: readInclude },
};

/** The names that a source imports and exports by statements of their own, in order. */
export function readImports(source: Source, add: AddBinding): void {
  const { imports, importing } = source.syntax;
  if (imports === undefined) return;
  const read = readers[imports.form];
  const { kinds, values, count } = source.parts;
  for (let at = 0; at < count; at++) {
    if ((kinds[at] !== Part.Word && kinds[at] !== Part.Directive) || !importing.has(values[at] as number)) continue;
    const cursor = new Cursor(source, at);
    read(cursor, add);
    // What a module exports may import something itself: `module.exports = { a: require('a') }`.
    if (imports.form !== 'ecma' && cursor.at > at) at = cursor.at - 1;
  }
}
