/** Reads what a declaring word declares: `class Name`, `func (r *T) name(…)`, `const a = 1, b = 2`. */

import { readConstructors } from './constructors.ts';
import type { DefinitionKind } from './definition.ts';
import { type Body, type Drafts, type Frame, Holds } from './frames.ts';
import { readParameterFields } from './parameters.ts';
import type { Source } from './source.ts';
import type { Group } from './syntax.ts';

/** How far the body of a declaration is looked for, in parts. */
const maxHeader = 2000;

const kinds: Readonly<Record<Group, DefinitionKind>> = {
  ...{ type: 'type', enum: 'type', alias: 'type', module: 'type', namespace: 'type' },
  ...{ extension: 'extension', implementation: 'implementation', function: 'function', value: 'value', member: 'value' },
};

const holds: Readonly<Record<Group, number>> = {
  ...{ type: Holds.Members, enum: Holds.Enumerators, alias: Holds.Members, module: Holds.Module, namespace: Holds.Outer },
  ...{
    extension: Holds.Members,
    implementation: Holds.Members,
    function: Holds.Statements,
    value: Holds.Statements,
    member: Holds.Statements,
  },
};

/** A name with what is written before it: `A.b` is b of A. */
export interface Name {
  readonly name: string;
  readonly qualifier: string | undefined;
  /** The part with the name, and the part after it. */
  readonly part: number;
  readonly next: number;
}

export class DeclaredReader {
  readonly #source: Source;
  readonly #drafts: Drafts;

  constructor(source: Source, drafts: Drafts) {
    this.#source = source;
    this.#drafts = drafts;
  }

  /**
   * Reads the declaration after a word of this group.
   * @param i the part after the word. @param from the offset where the declaration begins.
   * @returns whether it declares something.
   */
  read(group: Group, i: number, from: number, frame: Frame): boolean {
    const source = this.#source;
    const { syntax } = source;
    if (group === 'implementation') return this.#readImplementation(i, from, frame);
    if (group === 'value') return this.#readValues(i, from, frame);
    // `using namespace`
    if (group === 'alias' && this.#source.role(i).declares !== undefined) return true;
    let own = group as Group;
    let at = i;
    // `enum class Name`, `data class`, `case object`
    for (let role = this.#source.role(at); this.#isNameLike(at + 1) && !this.#source.isFirst(at + 1); role = this.#source.role(++at)) {
      if (role.declares === undefined || !syntax.layout.startsWith('b') || group === 'alias') {
        if (role.isModifier) continue;
        break;
      }
      if (own !== 'enum') own = role.declares === 'value' ? own : role.declares;
    }
    if (own === 'value') return this.#readValues(at, from, frame);
    // `task type Worker`
    if (own === 'type' && source.role(at).declares === 'alias' && source.isWord(at + 1)) at++;
    if (own === 'alias' && syntax.layout === 'ends' && syntax.forward === undefined) return this.#readLast(at, from, frame);
    // `export default class extends Base {`
    if (own === 'type' && source.role(at).continues === true && this.readClassValue(at - 1, -1, from, frame)) return true;
    const receiver = this.#receiver(at);
    if (receiver !== undefined) at = receiver.next;
    const inner = receiver === undefined ? undefined : this.#source.role(at).declares;
    if (inner !== undefined) return this.read(inner, at + 1, from, frame);
    const found = syntax.declarators && own !== 'function' ? this.#lastOfHeader(at) : this.nameAt(at, own);
    if (found === undefined) {
      if (syntax.layout !== 'ends') frame.body = this.#bodyOf(at, own, -1);
      return false;
    }
    if (own === 'alias' && !this.#isAlias(found.next)) {
      frame.body = undefined;
      return false;
    }
    if (own === 'function' && frame.holds === Holds.Statements && frame.scope !== 'local') return false;
    const isMember = own === 'function' || own === 'extension';
    const container = (isMember ? receiver?.name : undefined) ?? (isMember ? found.qualifier : undefined) ?? frame.container;
    if (syntax.declarators && own !== 'function' && !this.#isDefinedHere(found.next, own)) return false;
    const owner = this.#add(frame, kinds[own], found, from, container);
    frame.body = this.#bodyOf(found.next, own, owner);
    if (own === 'member') this.#readMore(found.next, from, frame);
    if (own === 'function' && found.name === '__construct') readParameterFields(source, this.#drafts, found.next, frame, frame.container);
    if (kinds[own] === 'type') {
      this.#readParameters(found, frame);
      if (own === 'type' && syntax.constructors) readConstructors(source, this.#drafts, found.next, frame, found.name);
    }
    return true;
  }

  /** The fields in the brackets after a type's name, or after the modifiers of its constructor: `class Point private constructor(val x: Int)`. */
  #readParameters({ name, part, next }: Name, frame: Frame): void {
    const source = this.#source;
    let open = next;
    for (;;) {
      const role = source.role(open);
      if (source.is(open, '@') && source.isWord(open + 1)) open += 2;
      else if (source.is(open, '[')) open = source.after(open);
      else if (source.is(open, '<')) open = Math.max(open + 1, source.afterAngles(open));
      else if (source.isWord(open) && (role.isModifier || role.isStatement)) open++;
      else break;
    }
    const isRecord = [part - 1, part - 2].some((at) => at >= 0 && source.textOf(at) === 'record');
    for (; source.is(open, '('); open = source.after(open)) readParameterFields(source, this.#drafts, open, frame, name, isRecord);
  }

  /**
   * A class as a value, in JavaScript: it has its own name, or that of what it is assigned to.
   * @param i the part after the mark of the assignment. @param assigned the part with the name that it is assigned to, or -1.
   */
  readClassValue(i: number, assigned: number, from: number, frame: Frame): boolean {
    const source = this.#source;
    if (source.syntax.methods !== true || source.role(i).declares !== 'type') return false;
    const isNamed = source.isWord(i + 1) && source.role(i + 1).continues !== true;
    const part = isNamed ? i + 1 : assigned;
    const body = this.#bodyOf(i + 1, 'type', -1);
    if (body === undefined) return false;
    const name = part < 0 ? undefined : { name: source.textOf(part), qualifier: undefined, part, next: part + 1 };
    frame.body = { ...body, owner: name === undefined ? -1 : this.#add(frame, 'type', name, from, frame.container) };
    return true;
  }

  #add(frame: Frame, kind: DefinitionKind, { name, part }: Name, from: number, container?: string): number {
    const start = (this.#source.parts.starts[part] as number) + this.#quoteLength(part);
    // The mark of a variable, and the scope that is a part of the name in Vim: `$limit`, `s:Load`.
    const bare = name.startsWith('$') && name.length > 1 ? name.slice(1) : name.slice(this.#prefixLength(name));
    return this.#drafts.add(frame, kind, bare, start + name.length - bare.length, from, container);
  }

  #prefixLength(name: string): number {
    const marks = this.#source.syntax.prefixMarks;
    let length = 0;
    if (marks !== undefined) for (let at = 0; at < name.length - 1; at++) if (marks.includes(name.charAt(at))) length = at + 1;
    return length;
  }

  #quoteLength(part: number): number {
    return this.#source.isString(part) ? 1 : 0;
  }

  #isNameLike(i: number): boolean {
    const source = this.#source;
    return source.isWord(i) || source.is(i, '`') || (source.isString(i) && source.syntax.namesInStrings === true);
  }

  /** The type of a Go method: `(r *T)`; the parameters' brackets of Scala's `extension`. */
  #receiver(i: number): { readonly name: string | undefined; readonly next: number } | undefined {
    const source = this.#source;
    if (!source.is(i, '(')) return undefined;
    const next = source.after(i);
    if (!source.isWord(next)) return undefined;
    let name: string | undefined;
    for (let at = i + 1; at < next - 1 && !source.is(at, '['); at++) if (source.isWord(at)) name = source.textOf(at);
    return { name, next };
  }

  /** The name at a part, after marks such as the star of a generator. */
  nameAt(i: number, group: Group = 'value'): Name | undefined {
    const source = this.#source;
    let at = i;
    while (source.isAny(at, '*&!@#%:') && !source.isFirst(at)) at++;
    while (source.syntax.layout === 'ends' && source.is(at, '[')) at = source.after(at);
    if (source.syntax.layout === 'ends' && source.is(at, ',')) while (!source.isFirst(at) && !source.isPair(at, ':', ':')) at++;
    while (source.isAny(at, ':') && !source.isFirst(at)) at++;
    // Options before the name of a command.
    if (source.syntax.prefixMarks !== undefined) while (source.is(at, '-') && source.isWord(at + 1)) at += source.is(at + 2, '=') ? 4 : 2;
    // A type before the name of a constant.
    if (group === 'member') while (source.isWord(at + 1) && !source.isFirst(at + 1)) at++;
    if (source.syntax.results && group === 'function') at = this.#afterResults(at);
    if (source.syntax.contexts && group !== 'function') at = this.#afterContext(at);
    if (source.is(at, '<') && group !== 'alias' && source.isWord(at + 1)) at = source.afterAngles(at);
    let qualifier: string | undefined;
    for (;;) {
      if (source.isString(at)) {
        const isOperator = group === 'function' && source.syntax.layout === 'ends';
        if (!source.syntax.namesInStrings && !isOperator && !source.text.startsWith('`', source.parts.starts[at])) return undefined;
        // Of several strings, as in `resource "type" "name"`, the last.
        for (; source.isString(at + 1); at++) qualifier = source.textOf(at).slice(1, -1);
        return { name: source.textOf(at).slice(1, -1), qualifier, part: at, next: at + 1 };
      }
      if (!source.isWord(at)) return group === 'function' ? this.#operatorAt(at) : undefined;
      const next = source.afterAngles(at + 1);
      const after = this.#pathMark(next);
      if (after === 0 || !(source.isWord(next + after) || source.isString(next + after))) break;
      qualifier = source.textOf(at);
      at = next + after;
    }
    // A word of the language may name a function.
    if (source.role(at).isStatement && !(group === 'function' && source.is(at + 1, '('))) return undefined;
    return { name: this.#withEnd(at, group), qualifier, part: at, next: at + 1 };
  }

  /** MATLAB: the function in `[a, b] = weigh(p)` is weigh. */
  #afterResults(i: number): number {
    const source = this.#source;
    for (let at = i; at < source.parts.count && (at === i || !source.isFirst(at)); at = source.is(at, '[') ? source.after(at) : at + 1) {
      if (source.is(at, '(')) return i;
      if (source.is(at, '=')) return at + 1;
    }
    return i;
  }

  /** Haskell: the class in `class Monad m => Store m where` is Store. */
  #afterContext(i: number): number {
    const source = this.#source;
    for (let at = i; at < source.parts.count && !source.isFirst(at); at++) if (source.isPair(at, '=', '>')) return at + 2;
    return i;
  }

  /** The number of parts that join a name and a member of it at a part; 0 if there are none. */
  #pathMark(i: number): number {
    const source = this.#source;
    if (source.isFirst(i)) return 0;
    if (source.is(i, '.') && source.touches(i + 1)) return 1;
    if (source.isPair(i, ':', ':')) return 2;
    if (source.syntax.pathMarks !== undefined && source.isAny(i, source.syntax.pathMarks) && source.touches(i) && source.touches(i + 1))
      return 1;
    return 0;
  }

  /** A function's name with the mark that may end it: `valid?`, `grams=`. */
  #withEnd(part: number, group: Group): string {
    const source = this.#source;
    const name = source.textOf(part);
    const ends = source.syntax.nameEnds;
    const end = source.text.charAt(source.parts.ends[part] as number);
    if (ends === undefined || group !== 'function' || end === '' || !ends.includes(end)) return name;
    const next = source.text.charAt((source.parts.ends[part] as number) + 1);
    return end === '=' && next !== '(' ? name : name + end;
  }

  /** The operator that a function is named by. */
  #operatorAt(i: number): Name | undefined {
    const source = this.#source;
    let at = i;
    while (source.isAny(at, '+-*/%<>=!~^&|[]') && (at === i || source.touches(at))) at++;
    if (at === i) return undefined;
    return { name: source.text.slice(source.parts.starts[i], source.parts.ends[at - 1]), qualifier: undefined, part: i, next: at };
  }

  /** The last word before the body, the bases or the end: macros and attributes may be before it. */
  #lastOfHeader(i: number): Name | undefined {
    const source = this.#source;
    let found: Name | undefined;
    let at = i;
    while (at < source.parts.count) {
      if (source.isWord(at)) {
        if (found !== undefined && source.role(at).isFinal) break;
        found = { name: source.textOf(at), qualifier: undefined, part: at, next: at + 1 };
        at++;
      } else if (source.isPair(at, ':', ':')) at += 2;
      else if (source.is(at, '<') && found !== undefined) {
        const next = source.afterAngles(at);
        if (next === at) break;
        at = next;
        found = { ...found, next };
      } else if (source.is(at, '(') || source.is(at, '[')) at = source.after(at);
      else break;
    }
    return found;
  }

  #isAlias(i: number): boolean {
    const source = this.#source;
    const hasBrackets = source.is(i, '[') || (source.syntax.layout === 'ends' && source.is(i, '('));
    const next = hasBrackets ? source.after(i) : source.afterAngles(i);
    const { layout, forward } = source.syntax;
    if (layout !== 'braces')
      return source.is(next, '=') || source.is(next, '[') || (forward !== undefined && source.textOf(next).toLowerCase() === forward);
    if (source.syntax.declarators) return source.is(next, '=');
    return !source.isAny(next, '.,;)}') && !source.isPair(next, '=', '=');
  }

  /** Whether a type of C is defined here: whether its body or an end with a semicolon follows, and no name of that type. */
  #isDefinedHere(i: number, group: Group): boolean {
    const source = this.#source;
    if (group === 'namespace' || group === 'alias') return true;
    let at = i;
    if (source.role(at).isFinal) at++;
    return source.is(at, '{') || (source.is(at, ':') && !source.is(at + 1, ':') && this.#bodyOf(at, group, -1) !== undefined);
  }

  /** The body of a declaration whose name ends before a part. */
  #bodyOf(i: number, group: Group, owner: number): Body | undefined {
    const source = this.#source;
    if (group === 'alias' && source.syntax.layout === 'ends' && !this.#hasFields(i)) return undefined;
    if (source.syntax.layout !== 'braces') return { at: -1, holds: holds[group], owner };
    const end = Math.min(source.parts.count, i + maxHeader);
    const isFunction = group === 'function';
    for (let at = i; at < end; ) {
      if (source.is(at, ';')) return undefined;
      if (source.is(at, '=') && !source.isPair(at, '=', '>') && !source.isPair(at, '=', '=')) {
        return group === 'type' || group === 'alias' || isFunction ? { at: -1, holds: Holds.Statements, owner } : undefined;
      }
      if (source.is(at, '}')) return undefined;
      if (source.is(at, '{')) {
        const next = source.after(at);
        // The type of a result: `): { a: string } {`.
        if (isFunction && source.isAny(at - 1, ':|&<,') && (source.isAny(next, '{|&[>') || source.is(next, '='))) {
          at = next;
          continue;
        }
        return { at, holds: holds[group], owner };
      }
      if (at > i && source.syntax.lines && source.isFirst(at) && !source.goesOn(at)) return undefined;
      at = source.isAny(at, '([') ? source.after(at) : source.is(at, '<') ? Math.max(at + 1, source.afterAngles(at)) : at + 1;
    }
    return undefined;
  }

  /** `type Gauge is record`: whether a type has fields. */
  #hasFields(i: number): boolean {
    const source = this.#source;
    for (let at = i; at < source.parts.count && !source.is(at, ';'); at = source.is(at, '(') ? source.after(at) : at + 1)
      if (source.role(at).isFinal) return !source.role(at - 1).isBodiless;
    return false;
  }

  /** `typedef enum { EBB, FLOOD } tide;`: the last name, and the values of an enum. */
  #readLast(i: number, from: number, frame: Frame): boolean {
    const source = this.#source;
    let last = -1;
    let brace = -1;
    for (let at = i; at < source.parts.count && !source.is(at, ';'); at = source.isAny(at, '([{') ? source.after(at) : at + 1) {
      if (source.isWord(at)) last = at;
      if (source.is(at, '{')) brace = at;
    }
    if (last <= i) return false;
    this.#add(frame, 'type', { name: source.textOf(last), qualifier: undefined, part: last, next: last + 1 }, from, frame.container);
    if (source.textOf(i) !== 'enum' || brace < 0) return true;
    for (let at = brace + 1; at < source.after(brace) - 1; at++) {
      const isValue = source.isWord(at) && source.isAny(at - 1, '{,');
      if (isValue) this.#add(frame, 'enumerator', { name: source.textOf(at), qualifier: undefined, part: at, next: at + 1 }, from);
    }
    return true;
  }

  /** Rust: `impl<T> Trait for Type<T> {`. */
  #readImplementation(i: number, from: number, frame: Frame): boolean {
    const source = this.#source;
    let at = source.afterAngles(i);
    let found: Name | undefined;
    let isTrait = false;
    const end = Math.min(source.parts.count, i + maxHeader);
    while (at < end && !source.isAny(at, '{;')) {
      if (source.isWord(at)) {
        const word = source.textOf(at);
        if (word === 'where') break;
        if (word === 'for') {
          isTrait = true;
          found = undefined;
        } else if (source.is(at - 1, ':') || found === undefined) found = { name: word, qualifier: undefined, part: at, next: at + 1 };
        at++;
      } else at = source.isAny(at, '([') ? source.after(at) : source.is(at, '<') ? Math.max(at + 1, source.afterAngles(at)) : at + 1;
    }
    if (found === undefined) return false;
    const owner = this.#add(frame, isTrait ? 'implementation' : 'extension', found, from);
    frame.body = this.#bodyOf(at, 'implementation', owner);
    return true;
  }

  /** The values after a word such as `const`: one or more names, a pattern, or a group in brackets. */
  #readValues(i: number, from: number, frame: Frame): boolean {
    const source = this.#source;
    let at = i;
    while (
      source.isWord(at) &&
      (source.role(at).isModifier || source.role(at).declares !== undefined) &&
      this.#isNameLike(at + 1) &&
      !source.isFirst(at + 1)
    ) {
      const group = source.role(at).declares;
      // `const enum`, `const fn`, `val class`
      if (group !== undefined && group !== 'value' && group !== 'member') return this.read(group, at + 1, from, frame);
      at++;
    }
    if (frame.scope === 'local') return false;
    while (source.syntax.layout === 'ends' && source.is(at, '[')) at = source.after(at);
    if (source.isAny(at, '{[(')) return this.#readPattern(at, from, frame);
    const found = this.nameAt(at);
    if (found === undefined) return false;
    if (source.is(found.next, '=') && this.readClassValue(found.next + 1, found.part, from, frame)) return true;
    this.#add(frame, 'value', found, from, source.syntax.namesInStrings ? found.qualifier : frame.container);
    this.#readMore(found.next, from, frame);
    return true;
  }

  /** Further names of a statement: `a = 1, b = 2`, `a, b int`. */
  #readMore(i: number, from: number, frame: Frame): void {
    const source = this.#source;
    const isList = source.syntax.fields === 'name';
    if (source.syntax.named !== undefined) {
      // `ENV A=1 B=2`
      for (let at = i; !source.isFirst(at); at++)
        if (source.isWord(at) && source.is(at + 1, '=') && source.touches(at + 1) && !source.touches(at))
          this.#add(frame, 'value', { name: source.textOf(at), qualifier: undefined, part: at, next: at + 1 }, from);
      return;
    }
    let isValue = false;
    for (let at = i; at < source.parts.count; ) {
      if (source.isAny(at, ';}') || (source.syntax.lines && source.isFirst(at) && !source.goesOn(at) && !source.is(at - 1, ','))) return;
      if (source.is(at, '=')) isValue = true;
      const isDeclared = source.is(at + 2, '=')
        ? !source.isPair(at + 2, '=', '>')
        : source.isAny(at + 2, ',;:') || (isList && source.isWord(at + 2)) || (source.syntax.lines === true && source.isFirst(at + 2));
      if (source.is(at, ',') && source.isWord(at + 1) && isDeclared && !(isList && isValue))
        this.#add(frame, 'value', { name: source.textOf(at + 1), qualifier: undefined, part: at + 1, next: at + 2 }, from);
      at = source.isAny(at, '({[') ? source.after(at) : source.is(at, '<') ? Math.max(at + 1, source.afterAngles(at)) : at + 1;
    }
  }

  /** The names that a pattern binds: `{ a, b: c, ...d }`. */
  #readPattern(open: number, from: number, frame: Frame): boolean {
    const source = this.#source;
    const end = source.parts.matches[open] as number;
    if (end < 0) return false;
    for (let at = open + 1; at < end; at++) {
      if (!source.isWord(at) || (source.is(at + 1, ':') && source.is(open, '{'))) continue;
      this.#add(frame, 'value', { name: source.textOf(at), qualifier: undefined, part: at, next: at + 1 }, from);
      // A default value, a type, a module's alias.
      while (at + 1 < end && !source.isAny(at + 1, ',')) at = source.isAny(at + 1, '({[') ? source.after(at + 1) - 1 : at + 1;
    }
    return true;
  }
}
