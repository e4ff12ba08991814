/** Reads members that no word declares: methods, fields, enumerators, and what is assigned to a member. */

import type { DeclaredReader } from './declarations/declaredReader.ts';
import { readParameterFields } from './declarations/parameters.ts';
import { type Drafts, type Frame, Holds } from './frames.ts';
import type { Source } from './source.ts';

export class MemberReader {
  readonly #source: Source;
  readonly #drafts: Drafts;
  readonly #declared: DeclaredReader;

  constructor(source: Source, drafts: Drafts, declared: DeclaredReader) {
    this.#source = source;
    this.#drafts = drafts;
    this.#declared = declared;
  }

  #add(frame: Frame, kind: 'function' | 'value' | 'field' | 'enumerator', part: number, from: number, container = frame.container): number {
    return this.#drafts.add(frame, kind, this.#source.textOf(part), this.#source.parts.starts[part] as number, from, container);
  }

  /** An enumerator: a name before a comma, a value, brackets or the end. */
  readEnumerator(i: number, from: number, frame: Frame): boolean {
    const source = this.#source;
    if (!source.isWord(i) || source.role(i).isStatement) return false;
    const next = i + 1;
    if (!source.isAny(next, ',=({};:') && !source.isFirst(next)) return false;
    const owner = this.#add(frame, 'enumerator', i, from);
    const brace = source.is(next, '(') ? source.after(next) : next;
    if (source.is(brace, '{')) frame.body = { at: brace, holds: Holds.Members, owner };
    return true;
  }

  /** A member of a TypeScript or JavaScript class, of an interface or of an object. */
  readMethod(i: number, from: number, frame: Frame): boolean {
    const source = this.#source;
    let at = i;
    while (source.isAny(at, '*#')) at++;
    if (!source.isWord(at)) return false;
    const part = at++;
    if (source.isAny(at, '?!')) at++;
    const isObject = frame.holds === Holds.Properties;
    const open = source.afterAngles(at);
    if (source.is(open, '(')) {
      const next = source.after(open);
      const brace = this.#bodyAfter(next);
      if (isObject && brace < 0) return false;
      const owner = this.#add(frame, 'function', part, from);
      if (brace >= 0) frame.body = { at: brace, holds: Holds.Statements, owner };
      if (source.textOf(part) === 'constructor') readParameterFields(source, this.#drafts, open, frame, frame.container);
      return true;
    }
    const mark = source.is(at, ':') || source.is(at, '=');
    if (mark && !(isObject && !source.isFirst(i)) && this.#isFunction(this.#valueAt(at, isObject))) {
      frame.body = this.#functionBody(this.#valueAt(at, isObject), this.#add(frame, 'function', part, from));
      return true;
    }
    if (isObject || !(mark || source.isAny(at, ';,}') || source.isFirst(at))) return false;
    this.#add(frame, 'field', part, from);
    return true;
  }

  /** Where the value of a field begins: after `=`, in an object after the colon. */
  #valueAt(i: number, isObject: boolean): number {
    const source = this.#source;
    if (isObject || source.is(i, '=')) return i + 1;
    for (let at = i + 1; at < source.parts.count && !source.isAny(at, ';}') && (at === i + 1 || !source.isFirst(at)); ) {
      if (source.is(at, '=') && !source.isPair(at, '=', '>')) return at + 1;
      at = source.after(at);
    }
    return source.parts.count;
  }

  /** The brace of a method's body after its parameters, past the type of its result; -1 if it has none. */
  #bodyAfter(i: number): number {
    const source = this.#source;
    if (source.is(i, '{')) return i;
    if (!source.is(i, ':')) return -1;
    for (let at = i + 1; at < source.parts.count && !source.isAny(at, ';,})='); ) {
      if (source.is(at, '{') && at > i + 1 && !source.isAny(at - 1, ':|&<,')) return at;
      if (source.isFirst(at) && at > i + 1 && !source.isAny(at, '|&{') && !source.isAny(at - 1, '|&<,')) return -1;
      at = source.isPair(at, '=', '>') ? at + 2 : source.past(at);
    }
    return -1;
  }

  /** Whether a function is the value at a part: `function`, `async () =>`, `x =>`. */
  #isFunction(i: number): boolean {
    const source = this.#source;
    if (!(i < source.parts.count)) return false;
    let at = i;
    if (source.isWord(at) && source.textOf(at) === 'async') at++;
    if (source.isWord(at)) return source.textOf(at) === 'function' || source.isPair(at + 1, '=', '>');
    const open = source.afterAngles(at);
    if (!source.is(open, '(')) return false;
    const next = source.after(open);
    if (source.isPair(next, '=', '>')) return true;
    if (!source.is(next, ':')) return false;
    for (let end = next + 1; end < Math.min(next + 60, source.parts.count) && !source.isAny(end, ';,{'); ) {
      if (source.isPair(end, '=', '>')) return true;
      end = source.past(end);
    }
    return false;
  }

  #functionBody(i: number, owner: number): Frame['body'] {
    const source = this.#source;
    for (let at = i; at < source.parts.count && !source.isAny(at, ';,}'); at = source.after(at))
      if (source.is(at, '{')) return { at, holds: Holds.Statements, owner };
    return undefined;
  }

  /** A field by its colon: `pub name: Type`. */
  readField(i: number, from: number, frame: Frame): boolean {
    const source = this.#source;
    const colon = source.is(i + 1, '(') ? source.after(i + 1) : i + 1;
    if (!source.isWord(i) || !source.is(colon, ':') || source.isPair(colon, ':', ':')) return false;
    this.#add(frame, 'field', i, from);
    return true;
  }

  /** Fields and methods by their names alone, as in Go: `A, B int`, `Close() error`. */
  readNamed(i: number, from: number, frame: Frame): boolean {
    const source = this.#source;
    if (!source.isWord(i) || source.is(i + 1, '.')) return false;
    if (source.is(i + 1, '(')) {
      this.#add(frame, 'function', i, from);
      return true;
    }
    if (source.isFirst(i + 1) || source.isString(i + 1)) return false;
    this.#add(frame, 'field', i, from);
    for (let at = i + 1; source.is(at, ',') && source.isWord(at + 1); at += 2) this.#add(frame, 'field', at + 1, from);
    return true;
  }

  /** A property of PHP: `private ?int $size = 0`. */
  readDollar(i: number, from: number, frame: Frame): boolean {
    const source = this.#source;
    for (let at = i; at < Math.min(source.parts.count, i + 12); at++) {
      if (source.isWord(at) && source.textOf(at).startsWith('$')) {
        for (let name = at; ; ) {
          const start = source.parts.starts[name] as number;
          this.#drafts.add(frame, 'field', source.textOf(name).slice(1), start + 1, from);
          while (!source.isAny(name, ',;{') && name < source.parts.count) name = source.after(name);
          if (!source.is(name, ',') || !source.textOf(name + 1).startsWith('$')) return true;
          name++;
        }
      }
      if (!source.isWord(at) && !source.isAny(at, '?|\\&')) return false;
    }
    return false;
  }

  /** What a statement assigns to a member: `app.handle = function`, `module.exports = class Store {`, `A.prototype.b =`. */
  readAssigned(i: number, from: number, frame: Frame): boolean {
    const source = this.#source;
    // `export * as name from 'module'`
    if (source.is(i, '*') && source.isWord(i + 2) && source.textOf(i + 1) === 'as') {
      this.#add(frame, 'value', i + 2, from);
      return true;
    }
    if (!source.isWord(i) || !source.is(i + 1, '.') || frame.holds === Holds.Members) return false;
    let at = i;
    let isExport = false;
    let container = frame.container;
    while (source.isWord(at) && source.is(at + 1, '.') && source.isWord(at + 2)) {
      const next = source.textOf(at + 2);
      if (next === 'prototype') container = source.textOf(at);
      at += 2;
      isExport ||= next === 'prototype' || source.textOf(at - 2) === 'exports';
    }
    if (!source.is(at + 1, '=') || source.isPair(at + 1, '=', '=')) return false;
    const isNamed = source.textOf(at) !== 'exports' && source.textOf(at) !== 'prototype';
    if (this.#declared.readClassValue(at + 2, isNamed ? at : -1, from, frame)) return true;
    const isFunction = this.#isFunction(at + 2);
    if (!isNamed) return isFunction && this.#readNamedFunction(at + 2, from, frame);
    if (!isExport && (!isFunction || source.textOf(i) === 'this')) return false;
    const owner = this.#add(frame, isFunction ? 'function' : 'value', at, from, container);
    if (isFunction) frame.body = this.#functionBody(at + 2, owner);
    return true;
  }

  /** `module.exports = async function load(…) {` */
  #readNamedFunction(i: number, from: number, frame: Frame): boolean {
    const source = this.#source;
    let at = source.textOf(i) === 'async' ? i + 1 : i;
    if (source.textOf(at) !== 'function') return false;
    while (source.is(++at, '*'));
    if (!source.isWord(at)) return false;
    frame.body = this.#functionBody(at, this.#add(frame, 'function', at, from));
    return true;
  }
}
