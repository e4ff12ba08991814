/**
 * The names that a source imports and exports, with their modules, as written.
 *
 * By the words that begin such statements and a small reader of each language's form, without a parser. Deviations from a compiler: computed
 * modules are not read, and neither are statements longer than 16,000 units. Cost: a look at each word of the text, and the statements.
 */

import { addsMembers } from '../text/code/definition.ts';
import { Zone } from '../text/code/lexing/lexer.ts';
import { definitionsIn } from '../text/code/read.ts';
import type { Language } from '../text/languages.ts';
import { lineCursor, linesIn } from '../text/lines.ts';
import { tokenize } from '../text/words/tokens.ts';
import { hashOfWord } from '../text/words/wordHash.ts';
import { ZoneList } from '../text/zones.ts';
import type { AddBinding, Binding } from './binding.ts';
import { readEcma } from './ecmaBindings.ts';
import { Lexer } from './lexer.ts';

/** Reads the statement that the word at an offset begins; the lexer is at that word. */
type StatementReader = (text: string, at: number, add: AddBinding, lexer: Lexer) => void;

const readers: Readonly<Record<string, Readonly<Record<string, StatementReader>>>> = {
  typescript: { import: readEcma, export: readEcma, require: readEcma, module: readEcma, exports: readEcma },
  python: { import: readPython, from: readPython, cimport: readPython },
  rust: { use: readRust, mod: readRust, extern: readRust },
  go: { import: readGo },
  java: { import: readJava },
  c: { include: readInclude },
};
const readersOf = (id: string) => readers[id === 'javascript' ? 'typescript' : id];

/** Languages in which what a file declares outermost can be imported without being marked as exported. */
const exportingAll = new Set(['python', 'rust', 'go']);

/** Whether the imports of a language are read. */
export function hasModules({ id }: Language): boolean {
  return readersOf(id) !== undefined;
}

/** Whether the value that a statement exports may import something itself: `module.exports = { a: require('a') }`. */
function hasNestedStatements({ id }: Language): boolean {
  return readersOf(id) === readers.typescript;
}

const zones = new ZoneList();

/** The bindings of a text, in its order. */
export function bindingsIn(text: string, language: Language): readonly Binding[] {
  const own = readersOf(language.id);
  if (own === undefined) return [];
  const scan = tokenize(text);
  const found: Binding[] = [];
  const lines = linesIn(text, scan);
  const lineOf = lineCursor(lines);
  const add: AddBinding = (module, name, local, at, isExport = false) => {
    // No module or name has the characters by which they are kept (`bindingsBuilder.ts`).
    const names = `${module}${name}${local}`;
    if (names.includes('\t') || names.includes('\u0001')) return;
    found.push({ module, name, local, isExport, line: lineOf(at) + 1 });
  };
  zones.find(text, scan, language.comments);
  const words = new Map(Object.entries(own).map(([word, read]) => [hashOfWord(word), { word, read }]));
  const { count, starts, ends, hashes } = scan;
  let end = 0;
  for (let i = 0; i < count; i++) {
    const reader = words.get(hashes[i] as number);
    const start = starts[i] as number;
    if (reader === undefined || text.slice(start, ends[i]) !== reader.word || zones.zoneAt(start) !== Zone.Code) continue;
    if (start < end) continue;
    const lexer = new Lexer(text, start, language.id === 'python');
    reader.read(text, start, add, lexer);
    if (!hasNestedStatements(language)) end = lexer.from;
  }
  if (exportingAll.has(language.id)) {
    for (const { name, scope, line, kind } of definitionsIn(lines, language))
      if (scope === 'outermost' && !addsMembers(kind)) found.push({ module: '', name, local: name, isExport: true, line: line + 1 });
  }
  return found;
}

/** Max characters examined before a statement; on a longer line, no statement begins. */
const maxBefore = 200;

/** The line before an offset, or the part of it that is examined. */
function lineBefore(text: string, at: number): string {
  const near = text.slice(Math.max(0, at - maxBefore), at);
  return near.slice(near.lastIndexOf('\n') + 1);
}

/** Whether only blanks and these words precede an offset on its line. */
function beginsLine(text: string, at: number, ...allowed: readonly string[]): boolean {
  const before = lineBefore(text, at).trim();
  return (
    before === '' || before.endsWith(';') || allowed.some((word) => before === word || (before.startsWith(word) && before.endsWith(')')))
  );
}

/** `from a import b as c, d` and `import a.b as c`. */
function readPython(text: string, at: number, add: AddBinding, lexer: Lexer): void {
  if (!beginsLine(text, at, '>>>', '...')) return;
  if (!lexer.takes('from')) {
    lexer.next();
    do {
      const from = lexer.from;
      const module = dotted(lexer);
      if (module === '') return;
      const alias = lexer.takes('as') ? lexer.word() : '';
      add(module, '*', alias === '' ? module : alias, from);
    } while (lexer.takes(','));
    return;
  }
  const module = dotted(lexer);
  if (module === '' || !(lexer.takes('import') || lexer.takes('cimport'))) return;
  const inBrackets = lexer.takes('(');
  for (;;) {
    if (!inBrackets && lexer.isOnNewLine) return;
    const { from } = lexer;
    if (lexer.takes('*')) {
      add(module, '*', '*', from);
      return;
    }
    const name = lexer.word();
    if (name === '') return;
    add(module, name, lexer.takes('as') ? lexer.word() : name, from);
    if (!lexer.takes(',')) return;
  }
}

/** `..a.b`, as long as the parts touch. */
function dotted(lexer: Lexer): string {
  let name = '';
  while (lexer.is('.')) {
    name += '.';
    lexer.next();
  }
  if (lexer.kind === 'word' && lexer.value !== 'import') name += lexer.word();
  while (lexer.is('.')) {
    lexer.next();
    name += `.${lexer.word()}`;
  }
  return name;
}

/** `use a::{b::C, d as e}`, `mod a;` and `extern crate a`. */
function readRust(text: string, at: number, add: AddBinding, lexer: Lexer): void {
  if (!beginsLine(text, at, 'pub', '#[macro_use]')) return;
  const isPublic = lineBefore(text, at).includes('pub');
  if (lexer.takes('mod')) {
    const from = lexer.from;
    const name = lexer.word();
    if (lexer.is(';')) add(`self::${name}`, '*', name, from, isPublic);
    return;
  }
  if (lexer.takes('extern')) {
    if (!lexer.takes('crate')) return;
    const from = lexer.from;
    const name = lexer.word();
    add(name, '*', lexer.takes('as') ? lexer.word() : name, from, isPublic);
    return;
  }
  lexer.next();
  readUseTree(lexer, '', add, isPublic, 0);
}

/** Braces in braces of a `use` that are read; each is a call. */
const maxUseDepth = 100;

function readUseTree(lexer: Lexer, above: string, add: AddBinding, isPublic: boolean, depth: number): void {
  if (depth > maxUseDepth) return;
  let path = above;
  lexer.takes('::');
  for (;;) {
    const from = lexer.from;
    if (lexer.takes('{')) {
      while (lexer.kind !== 'end' && !lexer.is('}')) {
        const before = lexer.from;
        readUseTree(lexer, path, add, isPublic, depth + 1);
        if (!lexer.takes(',') && lexer.from === before) return;
      }
      lexer.next();
      return;
    }
    if (lexer.takes('*')) {
      add(path, '*', '*', from, isPublic);
      return;
    }
    const name = lexer.word();
    if (name === '') return;
    if (lexer.takes('::')) {
      path = path === '' ? name : `${path}::${name}`;
      continue;
    }
    const alias = lexer.takes('as') ? lexer.word() : '';
    if (name === 'self') {
      add(path, '*', alias === '' ? (path.split('::').at(-1) as string) : alias, from, isPublic);
      return;
    }
    add(path === '' ? name : path, path === '' ? '*' : name, alias === '' ? name : alias, from, isPublic);
    return;
  }
}

/** `import "a/b"`, `import c "a/b"` and lists of these; a package is called by the last part of its path. */
function readGo(text: string, at: number, add: AddBinding, lexer: Lexer): void {
  if (!beginsLine(text, at)) return;
  lexer.next();
  const isList = lexer.takes('(');
  do {
    const from = lexer.from;
    const alias = lexer.takes('.') ? '*' : lexer.word();
    const module = lexer.string();
    if (module === '') return;
    add(module, '*', alias === '' ? packageName(module) : alias, from);
    lexer.takes(';');
  } while (isList);
}

/** The last part of a path that is not a version; without a file extension or prefix such as `go-`. */
function packageName(module: string): string {
  const parts = module.split('/');
  const last = parts.at(-1) as string;
  const isVersion = last.charAt(0) === 'v' && last.length > 1 && !Number.isNaN(Number(last.slice(1)));
  return ((isVersion ? parts.at(-2) : last)?.split('.')[0] ?? last).split('-').at(-1) as string;
}

/** `import static a.b.C.d;`, `import a.b.*` and Kotlin's `import a.b.C as D`. */
function readJava(text: string, at: number, add: AddBinding, lexer: Lexer): void {
  if (!beginsLine(text, at)) return;
  lexer.next();
  const isStatic = lexer.takes('static');
  const { from } = lexer;
  const parts: string[] = [];
  do {
    if (lexer.takes('*')) {
      add(parts.join('.'), '*', '*', from);
      return;
    }
    parts.push(lexer.word());
  } while (lexer.takes('.'));
  const name = parts.at(-1) as string;
  if (name === '' || parts.length < 2) return;
  const alias = lexer.takes('as') ? lexer.word() : name;
  add((isStatic ? parts.slice(0, -1) : parts).join('.'), name, alias, from);
}

/** `#include "a.h"`. */
function readInclude(text: string, at: number, add: AddBinding, lexer: Lexer): void {
  if (
    text.charAt(at - 1) !== '#' &&
    !text
      .slice(text.lastIndexOf('\n', at) + 1, at)
      .trim()
      .startsWith('#')
  )
    return;
  lexer.next();
  const { from } = lexer;
  const file = lexer.string();
  if (file !== '') add(file, '*', '*', from);
}
