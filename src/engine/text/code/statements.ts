/** Reads one statement: what it declares, by the words that it begins with. */

import { Assignments } from './assignments.ts';
import { nameAt } from './declarations/declaredName.ts';
import { DeclaredReader } from './declarations/declaredReader.ts';
import { type Drafts, type Frame, Holds } from './frames.ts';
import { MemberReader } from './members.ts';
import type { Source } from './source.ts';
import type { Group } from './syntax.ts';
import { TypedReader } from './typed.ts';
import { readTypedNames } from './typedNames.ts';

const objectWords = new Set(['interface', 'implementation', 'protocol']);

/** Whether a word is the number of a field: `1: string name`. */
function isNumber(word: string): boolean {
  return Number.isInteger(Number(word));
}

export class StatementReader {
  readonly #source: Source;
  readonly #drafts: Drafts;
  readonly declared: DeclaredReader;
  readonly typed: TypedReader;
  readonly #members: MemberReader;
  readonly #assignments: Assignments;
  readonly #hasAssignments: boolean;

  constructor(source: Source, drafts: Drafts) {
    this.#source = source;
    this.#drafts = drafts;
    this.declared = new DeclaredReader(source, drafts);
    this.typed = new TypedReader(source, drafts);
    this.#members = new MemberReader(source, drafts, this.declared);
    this.#assignments = new Assignments(source, drafts);
    const { assigns, labels, clauses, equations, assignedTypes, labelStarts } = source.syntax;
    this.#hasAssignments = [assigns, labels, clauses, equations, assignedTypes, labelStarts].some((one) => one !== undefined);
  }

  /** Reads the statement that begins at a part, in a frame: adds what it declares, and says in the frame which body it opens. Returns the part after its modifiers. */
  read(start: number, frame: Frame): number {
    const source = this.#source;
    const from = source.parts.starts[start] as number;
    frame.typedef = false;
    if (frame.holds === Holds.Group) {
      if (frame.group !== undefined) this.declared.read(frame.group, start, from, frame);
      return start;
    }
    if (this.#hasAssignments && this.#assignments.read(start, frame)) return start;
    if (this.#readNamed(start, from, frame)) return start;
    if (source.syntax.doubleColons && readTypedNames(source, this.#drafts, start, frame)) return start;
    let at = source.isAny(start, '@-') && source.role(start + 1).calls !== undefined ? start + 1 : this.#afterAnnotations(start);
    let modifiers = 0;
    if (source.syntax.messages && this.#readMessage(start, from, frame)) return at;
    let isExternal = false;
    let isInferred = false;
    while (this.#isModifier(at) || this.#isMacro(at)) {
      if (source.syntax.declarators && source.textOf(at) === 'extern') isExternal = true;
      if (source.textOf(at) === 'typedef') frame.typedef = true;
      isInferred ||= source.role(at).isInferred;
      modifiers++;
      at++;
      // `pub(crate)`, `private[this]`
      if (source.is(at, '(') || (source.is(at, '[') && source.touches(at))) at = source.after(at);
      if (source.isString(at) && !source.syntax.namesInStrings) at++;
      at = this.#afterAnnotations(at);
    }
    if (at > start && this.#hasAssignments && this.#assignments.read(at, frame)) return at;
    // `module subroutine`
    if (source.role(at).declares === 'module' && source.role(at + 1).declares === 'function' && source.isWord(at + 2)) at++;
    const role = source.role(at);
    if (role.declares !== undefined && this.#isDeclaring(at, role.declares)) {
      if (this.#readGroup(at, role.declares, frame)) return at;
      if (this.declared.read(role.declares, at + 1, from, frame) || frame.body !== undefined) return at;
    } else if (role.calls !== undefined) {
      if (this.#readCall(at + 1, role.calls, from, frame)) return at;
    } else if (role.isStatement && !this.#isMember(at, frame)) return at;
    if (!(isExternal && this.#isOnlyDeclared(at))) this.#readUndeclared(at, from, frame, modifiers, isInferred);
    return at;
  }

  /** Whether a statement assigns a function to a name. */
  isFunction(i: number): boolean {
    return this.#assignments.isFunction(i);
  }

  /** `FROM image AS name` */
  #readNamed(i: number, from: number, frame: Frame): boolean {
    const source = this.#source;
    const { named } = source.syntax;
    if (named === undefined) return false;
    const [first, before] = named;
    if (source.textOf(i).toLowerCase() !== first) return false;
    for (let at = i + 1; !source.isFirst(at); at++) {
      if (source.textOf(at).toLowerCase() !== before || !source.isWord(at + 1)) continue;
      this.#drafts.add(frame, 'value', source.textOf(at + 1), source.parts.starts[at + 1] as number, from);
      return true;
    }
    return true;
  }

  /** What no word declares. */
  #readUndeclared(at: number, from: number, frame: Frame, modifiers: number, isInferred: boolean): void {
    const source = this.#source;
    const { typed, methods, fields } = source.syntax;
    if (frame.holds === Holds.Enumerators && this.#members.readEnumerator(at, from, frame)) return;
    const isInType = frame.holds === Holds.Members || frame.holds === Holds.Enumerators;
    if (methods) {
      if (isInType || frame.holds === Holds.Properties) this.#members.readMethod(at, from, frame);
      else this.#members.readAssigned(at, from, frame);
      return;
    }
    if (source.syntax.declarators && this.#isForward(at)) return;
    if (isInType && fields === 'colon' && this.#members.readField(at, from, frame)) return;
    if (isInType && fields === 'name' && this.#members.readNamed(at, from, frame)) return;
    if (isInType && fields === 'dollar' && modifiers > 0 && this.#members.readDollar(at, from, frame)) return;
    // Modifiers may have been the type.
    if (typed && (frame.holds !== Holds.Statements || frame.scope !== 'local')) this.typed.read(at, from, frame, frame.typedef, isInferred);
  }

  /** Whether a statement ends without a value or a body: what it names is defined elsewhere. */
  #isOnlyDeclared(i: number): boolean {
    const source = this.#source;
    for (let at = i; at < source.parts.count && !source.isAny(at, '={'); at = source.after(at)) if (source.is(at, ';')) return true;
    return false;
  }

  /** Objective-C: `@interface Name`, `@property int name;`, `- (void)load:(int)x {`. */
  #readMessage(i: number, from: number, frame: Frame): boolean {
    const source = this.#source;
    if (source.is(i, '@')) {
      const word = i + 1;
      if (source.textOf(word) === 'property') return this.#readProperty(word + 1, from, frame);
      if (!objectWords.has(source.textOf(word)) || !source.isWord(word + 1)) return false;
      this.#object = source.textOf(word + 1);
      this.#drafts.add(frame, 'type', this.#object, source.parts.starts[word + 1] as number, from);
      return true;
    }
    if (!source.isAny(i, '-+') || !source.is(i + 1, '(') || frame.holds !== Holds.Outer) return false;
    const name = source.after(i + 1);
    if (!source.isWord(name)) return false;
    const owner = this.#drafts.add(frame, 'function', source.textOf(name), source.parts.starts[name] as number, from, this.#object);
    let at = name;
    while (at < source.parts.count && !source.isAny(at, ';{')) at++;
    if (source.is(at, '{')) frame.body = { at, holds: Holds.Statements, owner };
    return true;
  }

  #object: string | undefined;

  /** `@property (nonatomic) NSString *name;` */
  #readProperty(i: number, from: number, frame: Frame): boolean {
    const source = this.#source;
    let end = source.is(i, '(') ? source.after(i) : i;
    while (end < source.parts.count && !source.is(end, ';')) end = source.isAny(end, '(<') ? Math.max(end + 1, source.after(end)) : end + 1;
    if (!source.isWord(end - 1)) return false;
    this.#drafts.add(frame, 'field', source.textOf(end - 1), source.parts.starts[end - 1] as number, from, this.#object);
    return true;
  }

  /** `class Name;` */
  #isForward(i: number): boolean {
    const source = this.#source;
    const { declares } = source.role(i);
    return declares !== undefined && declares !== 'function' && source.isWord(i + 1) && source.is(i + 2, ';');
  }

  /** A word that begins statements is a name where members are declared. */
  #isMember(i: number, frame: Frame): boolean {
    return (
      this.#source.syntax.methods === true &&
      (frame.holds === Holds.Members || (frame.holds === Holds.Properties && !this.#source.is(i + 1, '('))) &&
      !this.#source.isWord(i + 1)
    );
  }

  /** Whether a word is a modifier here, and not a name: something that is declared follows. */
  #isModifier(i: number): boolean {
    const source = this.#source;
    const { isModifier, declares } = source.role(i);
    if (isModifier !== true) return false;
    const next = i + 1;
    // `class func`, `const fn`: what declares may be a modifier, too.
    if (declares !== undefined && source.role(next).declares === undefined && source.role(next).isModifier !== true) return false;
    if (source.isWord(next) || source.isString(next)) return true;
    if (source.is(next, '(')) {
      const after = source.after(next);
      return source.isWord(after) || source.isAny(after, '@#');
    }
    if (source.is(next, '?')) return source.syntax.fields === 'dollar';
    return source.isAny(next, '@#*[~') || (source.is(next, '<') && source.syntax.typed === true);
  }

  /** Whether a word is a macro on a line of its own, before something that is declared. */
  #isMacro(i: number): boolean {
    const source = this.#source;
    if (!source.syntax.macros || !source.isWord(i) || !source.isWord(i + 1) || !source.isFirst(i + 1)) return false;
    const name = source.textOf(i);
    if (name !== name.toUpperCase()) return false;
    const next = source.role(i + 1);
    return next.declares !== undefined || next.isModifier === true || source.textOf(i + 1) === 'template' || this.#isMacro(i + 1);
  }

  /** Whether a declaring word is one here: the name of what it declares follows. */
  #isDeclaring(i: number, group: Group): boolean {
    const source = this.#source;
    const next = i + 1;
    if (source.isFirst(next) && source.syntax.lines && !source.is(next, '{')) return false;
    if (source.isWord(next) || source.is(next, '`')) return true;
    if (source.isString(next))
      return (
        source.syntax.namesInStrings === true ||
        group === 'module' ||
        (group === 'function' && source.syntax.layout === 'ends') ||
        source.text.startsWith('`', source.parts.starts[next])
      );
    if (group === 'function')
      return source.isAny(next, '*&<+-/%=!~^|[')
        ? !source.is(next, '=') || source.touches(next + 1)
        : source.is(next, '(') && source.syntax.methods !== true && source.syntax.fields !== undefined;
    if (group === 'value' || group === 'alias')
      return source.isAny(next, '({[<@') && !(source.is(next, '(') && source.syntax.methods === true);
    if (group === 'type' && source.syntax.layout === 'ends' && source.isAny(next, ':,')) return true;
    // `submodule (tide) later`, `classdef (Sealed) Gauge`
    if ((group === 'type' || group === 'module') && source.syntax.layout !== 'braces' && source.is(next, '('))
      return source.isWord(source.after(next)) && !source.isFirst(source.after(next));
    return source.isAny(next, group === 'implementation' ? '<&*!' : group === 'extension' || group === 'member' ? '({' : '{[@');
  }

  #afterAnnotations(i: number): number {
    const source = this.#source;
    let at = i;
    for (;;) {
      if (source.is(at, '@') && source.isWord(at + 1) && !source.syntax.messages) {
        if (source.role(at + 1).declares !== undefined) return at + 1;
        at += 2;
        while (source.is(at, '.') && source.isWord(at + 1)) at += 2;
        if (source.is(at, '(') && !source.isFirst(at)) at = source.after(at);
      } else if (source.is(at, '#') && source.isAny(at + 1, '[!')) at = source.after(source.is(at + 1, '!') ? at + 2 : at + 1);
      else if (source.is(at, '[') && source.syntax.typed) at = source.after(at);
      else if (source.is(at, '<') && source.syntax.typed) {
        const next = source.afterAngles(at);
        if (next === at) return at;
        at = next;
      } else if (source.isWord(at) && source.textOf(at) === 'template' && source.is(at + 1, '<')) {
        const next = source.afterAngles(at + 1);
        if (next === at + 1) return at;
        at = next;
      } else if (
        source.isWord(at) &&
        source.is(at + 1, ':') &&
        !source.is(at + 2, ':') &&
        (source.role(at).isModifier || isNumber(source.textOf(at)))
      )
        at += 2;
      else return at;
    }
  }

  /** A group of Go: `const (` with a statement a line. */
  #readGroup(i: number, group: Group, frame: Frame): boolean {
    if (this.#source.syntax.fields !== 'name' || !this.#source.is(i + 1, '(') || group === 'function') return false;
    frame.body = { at: i + 1, holds: Holds.Group, owner: -1, group };
    return true;
  }

  /** Names given as arguments: `attr_reader :a, :b`, `define('A', 1)`. */
  #readCall(i: number, group: Group, from: number, frame: Frame): boolean {
    const source = this.#source;
    let at = source.is(i, '(') ? i + 1 : i;
    let isFound = false;
    const first = i - 1;
    for (;;) {
      while (source.isAny(at, ':*&')) at++;
      if (!(source.isWord(at) || source.isString(at)) || (source.isFirst(at) && !source.isAny(at - 1, ',('))) return isFound;
      const isString = source.isString(at);
      const name = isString ? source.textOf(at).slice(1, -1) : this.#callName(at, group);
      if (name === '' || name.includes(' ')) return isFound;
      const kind = group === 'function' ? 'function' : group === 'type' || group === 'module' ? 'type' : 'value';
      const owner = this.#drafts.add(frame, kind, name, (source.parts.starts[at] as number) + (isString ? 1 : 0), from);
      if (!isFound && source.syntax.layout === 'indent' && group === 'function') frame.body = { at: -1, holds: Holds.Statements, owner };
      isFound = true;
      if (group !== 'value' || !source.is(at + 1, ',') || !source.isAny(at - 1, ':')) return isFound;
      at += 2;
      if (at - first > 200) return isFound;
    }
  }

  #callName(i: number, group: Group): string {
    return group === 'function' ? (nameAt(this.#source, i, 'function')?.name ?? '') : this.#source.textOf(i);
  }
}
