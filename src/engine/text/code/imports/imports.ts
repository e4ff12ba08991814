/**
 * What a source imports and exports, as written, over its parts: a statement begins with a word of its language's row, whose form says how it
 * goes on. Deviations from a compiler: computed modules are not read. Cost: a look at each word, and the statements.
 */

import { lastBitsMask } from '../compiled.ts';
import { Part } from '../lexing/parts.ts';
import type { Source } from '../source.ts';
import type { ImportForm } from '../syntax.ts';
import type { AddBinding } from './binding.ts';
import { Cursor } from './cursor.ts';
import { readEcma } from './ecma.ts';
import { readCall, readLine } from './lines.ts';
import { readGo, readInclude, readJvm } from './paths.ts';
import { readPython } from './python.ts';
import { readRust } from './rust.ts';

/** Reads the statement that the next word of a cursor may begin. */
type StatementReader = (cursor: Cursor, add: AddBinding) => void;

const readers: Readonly<Record<ImportForm, StatementReader>> = {
  ...{ ecma: readEcma, python: readPython, rust: readRust, go: readGo, jvm: readJvm, include: readInclude },
  ...{ call: readCall, line: readLine },
};

/** Receives the offsets of a statement that imports. */
type AddStatement = (from: number, to: number) => void;

const ignore = (): void => undefined;

/** The names that a source imports and exports by statements of their own, in order, and the statements that import. */
export function readImports(source: Source, add: AddBinding, addStatement: AddStatement = ignore): void {
  const { imports, importing, words } = source.syntax;
  if (imports === undefined) return;
  const read = readers[imports.form];
  const { kinds, values, starts, ends, count } = source.parts;
  let isImport = false;
  const addName: AddBinding = (module, name, local, at, isExport) => {
    isImport ||= module !== '';
    add(module, name, local, at, isExport);
  };
  for (let at = 0; at < count; at++) {
    const value = values[at] as number;
    if (
      importing[value & lastBitsMask] === 0 ||
      (kinds[at] !== Part.Word && kinds[at] !== Part.Directive) ||
      words.get(value)?.isImport !== true
    )
      continue;
    const cursor = new Cursor(source, at);
    isImport = false;
    read(cursor, addName);
    const [from, to] = cursor.range ?? [at, isImport ? cursor.at : at];
    if (to > from) addStatement(starts[from] as number, ends[to - 1] as number);
    // What a module exports may import something itself: `module.exports = { a: require('a') }`.
    if (imports.form !== 'ecma' && cursor.at > at) at = cursor.at - 1;
  }
}
