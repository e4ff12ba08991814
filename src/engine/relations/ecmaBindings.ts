/** The imports and exports of TypeScript and JavaScript, of ES modules and CommonJS, as bindings. */

import { isInWord } from '../text/words/characters.ts';
import type { AddBinding } from './binding.ts';
import { Lexer } from './lexer.ts';

const declarationWords = new Set('const let var function class interface type enum namespace module abstract async declare'.split(' '));
/** How far before `require(` its names are looked for, in UTF-16 units. */
const maxPattern = 4000;

/** Reads the statement or call that `import`, `export`, `require`, `module` or `exports` begins at an offset. */
export function readEcma(text: string, at: number, add: AddBinding, lexer: Lexer): void {
  // A member, a property, or part of a longer name.
  const before = text.charAt(at - 1);
  if (before === '.' && text.charAt(at - 2) !== '.') return;
  const word = lexer.word();
  if (word === 'import') readImport(text, at, lexer, add);
  else if (word === 'export') readExport(lexer, add);
  else if (word === 'require') readRequire(text, at, lexer, add);
  else readCommonExports(word, lexer, add);
}

function readImport(text: string, at: number, lexer: Lexer, add: AddBinding): void {
  const { from } = lexer;
  if (lexer.is('(')) {
    readRequire(text, at, lexer, add);
    return;
  }
  if (lexer.kind === 'string') {
    add(lexer.value, '', '', from);
    return;
  }
  skipModifier(lexer);
  const names: [name: string, local: string, at: number][] = [];
  for (;;) {
    const start = lexer.from;
    if (lexer.takes('{')) readNames(lexer, (name, local, offset) => names.push([name, local, offset]));
    else if (lexer.takes('*')) {
      lexer.takes('as');
      names.push(['*', lexer.word(), start]);
    } else {
      const local = lexer.word();
      if (local === '' || local === 'from') return;
      // `import a = require('b')` is read at `require`.
      names.push(['default', local, start]);
    }
    if (!lexer.takes(',')) break;
  }
  const module = lexer.takes('from') ? lexer.string() : '';
  if (module === '') return;
  if (names.length === 0) add(module, '', '', from);
  for (const [name, local, offset] of names) add(module, name, local, offset);
}

/** Skips `type`, `typeof` and `defer` before what is imported, unless it is called so. */
function skipModifier(lexer: Lexer): void {
  const { from } = lexer;
  if (!lexer.takes('type') && !lexer.takes('typeof') && !lexer.takes('defer')) return;
  if (lexer.is('from') || lexer.is(',') || lexer.is('=')) lexer.readAgain(from);
}

/** The names in braces up to the closing one: `a, b as c, type d, 'e f' as g`. */
function readNames(lexer: Lexer, found: (name: string, local: string, at: number) => void): void {
  while (lexer.kind !== 'end' && !lexer.takes('}')) {
    const { from } = lexer;
    let name = lexer.word() || lexer.string();
    if (name === 'type' && lexer.kind === 'word' && !lexer.is('as')) name = lexer.word();
    if (name === '') {
      lexer.next();
      continue;
    }
    const isRenamed = lexer.takes('as') || lexer.takes(':');
    const local = isRenamed ? lexer.word() || lexer.string() : name;
    found(name, local === '' ? name : local, from);
    skipValue(lexer);
    lexer.takes(',');
  }
}

/** Skips the default of a destructured name, or the value of a property. */
function skipValue(lexer: Lexer): void {
  for (let depth = 0; lexer.kind !== 'end'; lexer.next()) {
    if (depth === 0 && (lexer.is(',') || lexer.is('}'))) return;
    if (lexer.kind !== 'mark') continue;
    if ('([{'.includes(lexer.value)) depth++;
    else if (')]}'.includes(lexer.value)) depth--;
  }
}

function readExport(lexer: Lexer, add: AddBinding): void {
  const { from } = lexer;
  // `export type A =`, but also `export type { A }` and `export type * from`.
  if (lexer.takes('type') && lexer.kind === 'word') {
    add('', lexer.value, lexer.value, from, true);
    return;
  }
  if (lexer.takes('*')) {
    const local = lexer.takes('as') ? lexer.word() || lexer.string() : '*';
    const module = lexer.takes('from') ? lexer.string() : '';
    if (module !== '') add(module, '*', local, from, true);
    return;
  }
  if (lexer.takes('{')) {
    const names: [name: string, local: string, at: number][] = [];
    readNames(lexer, (name, local, at) => names.push([name, local, at]));
    const module = lexer.takes('from') ? lexer.string() : '';
    for (const [name, local, at] of names) add(module, name, local, at, true);
    return;
  }
  if (lexer.takes('default')) {
    const isDeclared = skipDeclarationWords(lexer);
    lexer.takes('*');
    const name = lexer.word();
    const isName = isDeclared || lexer.kind === 'end' || lexer.is(';') || lexer.isOnNewLine || lexer.is('as') || lexer.is('satisfies');
    add('', isName && name !== '' && name !== 'extends' ? name : 'default', 'default', from, true);
    return;
  }
  if (lexer.takes('=')) {
    const name = lexer.word();
    if (name !== '') for (const local of ['default', '*']) add('', name, local, from, true);
    return;
  }
  if (lexer.takes('import') || lexer.takes('as')) return;
  readDeclared(lexer, add);
}

/** The names of `export const a = 1` or `export const { a, b } = c`. */
function readDeclared(lexer: Lexer, add: AddBinding): void {
  if (!skipDeclarationWords(lexer)) return;
  lexer.takes('*');
  const { from } = lexer;
  if (lexer.takes('{') || lexer.takes('[')) {
    readNames(lexer, (_, local, at) => add('', local, local, at, true));
    return;
  }
  const name = lexer.word() || lexer.string();
  if (name !== '') add('', name, name, from, true);
}

/** Skips `declare abstract class`; returns whether there was any of these words. */
function skipDeclarationWords(lexer: Lexer): boolean {
  let isAny = false;
  while (lexer.kind === 'word' && declarationWords.has(lexer.value)) {
    isAny = true;
    lexer.next();
  }
  return isAny;
}

/** `require('a')` or `import('a')`, with the names before the equals sign, or the member after the bracket. */
function readRequire(text: string, at: number, lexer: Lexer, add: AddBinding): void {
  if (!lexer.takes('(')) return;
  const { from } = lexer;
  const module = lexer.string();
  if (module === '' || !lexer.takes(')')) return;
  while (lexer.takes(')'));
  const pattern = patternBefore(text, at);
  if (lexer.takes('.')) {
    const name = lexer.word();
    // `import('a').then(({ b }) => b)`
    if (name === 'then') {
      lexer.takes('(');
      lexer.takes('async');
      lexer.takes('(');
      if (lexer.takes('{')) {
        readNames(lexer, (one, local, offset) => add(module, one, local, offset));
        return;
      }
      const parameter = lexer.word();
      addWhole(module, parameter, from, add);
      return;
    }
    add(module, name, pattern?.names[0]?.[1] ?? '', from);
    return;
  }
  if (pattern === undefined) {
    addWhole(module, '', from, add);
    return;
  }
  if (pattern.isWhole) {
    addWhole(module, pattern.names[0]?.[1] ?? '', from, add);
    return;
  }
  for (const [name, local, offset] of pattern.names) add(module, name, local, offset);
}

/** A module under one name: in CommonJS either what it exports, or one thing that it is. */
function addWhole(module: string, local: string, at: number, add: AddBinding): void {
  add(module, '*', local, at);
  if (local !== '') add(module, 'default', local, at);
}

interface Pattern {
  readonly names: readonly (readonly [name: string, local: string, at: number])[];
  /** Whether it is one name for the whole. */
  readonly isWhole: boolean;
}

/** What is left of the equals sign before an offset. */
function patternBefore(text: string, at: number): Pattern | undefined {
  let end = skipBack(text, at);
  if (text.slice(end - 5, end) === 'await') end = skipBack(text, end - 5);
  while (text.charAt(end - 1) === '(') {
    end = skipBack(text, end - 1);
    if (text.slice(end - 5, end) === 'await') end = skipBack(text, end - 5);
  }
  if (text.charAt(end - 1) !== '=') return undefined;
  end = skipBack(text, end - 1);
  if (text.charAt(end - 1) === '}') {
    const open = openingBrace(text, end - 1);
    if (open < 0) return undefined;
    const names: [string, string, number][] = [];
    const lexer = new Lexer(text, open);
    lexer.next();
    readNames(lexer, (name, local, offset) => names.push([name, local, offset]));
    return { names, isWhole: false };
  }
  let start = end;
  while (start > 0 && isInWord(text.charCodeAt(start - 1))) start--;
  return start === end ? undefined : { names: [['*', text.slice(start, end), start]], isWhole: true };
}

/** The brace that the one at an offset closes, or -1. */
function openingBrace(text: string, closing: number): number {
  for (let at = closing, depth = 0; at >= 0 && closing - at < maxPattern; at--) {
    if (text.charAt(at) === '}') depth++;
    else if (text.charAt(at) === '{' && --depth === 0) return at;
  }
  return -1;
}

function skipBack(text: string, from: number): number {
  let at = from;
  while (at > 0 && text.charCodeAt(at - 1) <= 32) at--;
  return at;
}

/** `module.exports = a`, `module.exports = { a, b: c }`, `module.exports.a =` and `exports.a =`. */
function readCommonExports(word: string, lexer: Lexer, add: AddBinding): void {
  if (word === 'module' && !(lexer.takes('.') && lexer.takes('exports'))) return;
  const { from } = lexer;
  if (lexer.takes('.')) {
    const name = lexer.word();
    if (lexer.takes('=') && !lexer.is('=')) add('', lexer.kind === 'word' ? nameOrOwn(lexer.value, name) : name, name, from, true);
    return;
  }
  if (!lexer.takes('=') || lexer.is('=')) return;
  if (lexer.takes('{')) {
    readNames(lexer, (name, local, at) => add('', nameOrOwn(local, name), name, at, true));
    return;
  }
  const isDeclared = skipDeclarationWords(lexer);
  const name = lexer.word();
  const isName = name !== '' && (isDeclared || lexer.kind === 'end' || lexer.is(';') || lexer.isOnNewLine);
  if (isName) for (const local of ['default', '*']) add('', name, local, from, true);
}

/** `exports.a = b` exports b; `exports.a = function` what it is called there. */
function nameOrOwn(value: string, name: string): string {
  return declarationWords.has(value) || value === 'async' || value === 'new' ? name : value;
}
