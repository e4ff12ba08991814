/** Reads what a declaring word declares: `class Name`, `func (r *T) name(…)`, `const a = 1, b = 2`. */

import type { DefinitionKind } from '../definition.ts';
import { type Drafts, type Frame, Holds } from '../frames.ts';
import type { Source } from '../source.ts';
import type { Group } from '../syntax.ts';
import { findBody, isAlias, isDefinedHere, maxHeader } from './body.ts';
import { readConstructors } from './constructors.ts';
import { isNameLike, lastOfHeader, type Name, nameAt, plainName, receiverAt } from './declaredName.ts';
import { readParameterFields } from './parameters.ts';
import { furtherNames, patternNames } from './values.ts';

const kinds: Readonly<Record<Group, DefinitionKind>> = {
  ...{ type: 'type', enum: 'type', alias: 'type', module: 'type', namespace: 'type' },
  ...{ extension: 'extension', implementation: 'implementation', function: 'function', value: 'value', member: 'value' },
};

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
    if (group === 'alias' && source.role(i).declares !== undefined) return true;
    let own = group as Group;
    let at = i;
    // `enum class Name`, `data class`, `case object`
    for (let role = source.role(at); isNameLike(source, at + 1) && !source.isFirst(at + 1); role = source.role(++at)) {
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
    const receiver = receiverAt(source, at);
    if (receiver !== undefined) at = receiver.next;
    const inner = receiver === undefined ? undefined : source.role(at).declares;
    if (inner !== undefined) return this.read(inner, at + 1, from, frame);
    const found = syntax.declarators && own !== 'function' ? lastOfHeader(source, at) : nameAt(source, at, own);
    if (found === undefined) {
      if (syntax.layout !== 'ends') frame.body = findBody(source, at, own, -1);
      return false;
    }
    if (own === 'alias' && !isAlias(source, found.next)) {
      frame.body = undefined;
      return false;
    }
    if (own === 'function' && frame.holds === Holds.Statements && frame.scope !== 'local') return false;
    const isMember = own === 'function' || own === 'extension';
    const container = (isMember ? receiver?.name : undefined) ?? (isMember ? found.qualifier : undefined) ?? frame.container;
    if (syntax.declarators && own !== 'function' && !isDefinedHere(source, found.next, own)) return false;
    const owner = this.#add(frame, kinds[own], found, from, container);
    frame.body = findBody(source, found.next, own, owner);
    if (own === 'member') this.#addValues(furtherNames(source, found.next), from, frame);
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
    const body = findBody(source, i + 1, 'type', -1);
    if (body === undefined) return false;
    const name = part < 0 ? undefined : plainName(source, part);
    frame.body = { ...body, owner: name === undefined ? -1 : this.#add(frame, 'type', name, from, frame.container) };
    return true;
  }

  #add(frame: Frame, kind: DefinitionKind, { name, part }: Name, from: number, container?: string): number {
    const start = (this.#source.parts.starts[part] as number) + this.#quoteLength(part);
    // The mark of a variable, and the scope that is a part of the name in Vim: `$limit`, `s:Load`.
    const bare = name.startsWith('$') && name.length > 1 ? name.slice(1) : name.slice(this.#prefixLength(name));
    return this.#drafts.add(frame, kind, bare, start + name.length - bare.length, from, container);
  }

  #addValues(parts: readonly number[], from: number, frame: Frame): void {
    for (const part of parts) this.#add(frame, 'value', plainName(this.#source, part), from);
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

  /** `typedef enum { EBB, FLOOD } tide;`: the last name, and the values of an enum. */
  #readLast(i: number, from: number, frame: Frame): boolean {
    const source = this.#source;
    let last = -1;
    let brace = -1;
    for (let at = i; at < source.parts.count && !source.is(at, ';'); at = source.after(at)) {
      if (source.isWord(at)) last = at;
      if (source.is(at, '{')) brace = at;
    }
    if (last <= i) return false;
    this.#add(frame, 'type', plainName(source, last), from, frame.container);
    if (source.textOf(i) !== 'enum' || brace < 0) return true;
    for (let at = brace + 1; at < source.after(brace) - 1; at++) {
      const isValue = source.isWord(at) && source.isAny(at - 1, '{,');
      if (isValue) this.#add(frame, 'enumerator', plainName(source, at), from);
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
      } else at = source.past(at);
    }
    if (found === undefined) return false;
    const owner = this.#add(frame, isTrait ? 'implementation' : 'extension', found, from);
    frame.body = findBody(source, at, 'implementation', owner);
    return true;
  }

  /** The values after a word such as `const`: one or more names, a pattern, or a group in brackets. */
  #readValues(i: number, from: number, frame: Frame): boolean {
    const source = this.#source;
    let at = i;
    while (
      source.isWord(at) &&
      (source.role(at).isModifier || source.role(at).declares !== undefined) &&
      isNameLike(source, at + 1) &&
      !source.isFirst(at + 1)
    ) {
      const group = source.role(at).declares;
      // `const enum`, `const fn`, `val class`
      if (group !== undefined && group !== 'value' && group !== 'member') return this.read(group, at + 1, from, frame);
      at++;
    }
    if (frame.scope === 'local') return false;
    while (source.syntax.layout === 'ends' && source.is(at, '[')) at = source.after(at);
    if (source.isAny(at, '{[(')) {
      this.#addValues(patternNames(source, at), from, frame);
      return (source.parts.matches[at] as number) >= 0;
    }
    const found = nameAt(source, at);
    if (found === undefined) return false;
    if (source.is(found.next, '=') && this.readClassValue(found.next + 1, found.part, from, frame)) return true;
    this.#add(frame, 'value', found, from, source.syntax.namesInStrings ? found.qualifier : frame.container);
    this.#addValues(furtherNames(source, found.next), from, frame);
    return true;
  }
}
