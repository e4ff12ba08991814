/** Reads what is declared by a type before its name, as in C and Java: `int size(`, `static final int max = 3;`. */

import { type Drafts, type Frame, Holds } from './frames.ts';
import type { Source } from './source.ts';

/** How far a declaration is read, in parts. */
const maxHeader = 2000;

interface Candidate {
  readonly part: number;
  readonly name: string;
  /** The type that is written before it: `A::b`. */
  readonly qualifier: string | undefined;
}

export class TypedReader {
  readonly #source: Source;
  readonly #drafts: Drafts;

  constructor(source: Source, drafts: Drafts) {
    this.#source = source;
    this.#drafts = drafts;
  }

  /** Reads the statement at a part (after its attributes); whether it declares something. */
  read(i: number, from: number, frame: Frame, isTypedef: boolean, isInferred = false): boolean {
    const source = this.#source;
    const end = Math.min(source.parts.count, i + maxHeader, frame.end);
    let found: Candidate | undefined;
    /** Types and modifiers before the name. */
    let before = 0;
    for (let at = i; at < end; ) {
      if (source.syntax.lines && at > i && source.isFirst(at))
        return before > 0 && found !== undefined && this.#readValue(found, at, from, frame, isTypedef);
      if (source.isWord(at)) {
        const role = source.role(at);
        const word = source.textOf(at);
        const types = found === undefined ? before : before + 1;
        if (word === 'operator' && (source.syntax.declarators || types > 0)) return this.#readOperator(at, from, frame, types);
        if (role.isStatement) return false;
        if (found !== undefined) before++;
        const isLast = source.isPair(at + 1, ':', ':') || (source.is(at + 1, '.') && source.isWord(at + 2));
        const qualified = found !== undefined && (source.isPair(at - 2, ':', ':') || source.is(at - 1, '.')) ? found.name : undefined;
        if (qualified !== undefined) before--;
        found = { part: at, name: word, qualifier: qualified };
        at += isLast ? (source.is(at + 1, '.') ? 2 : 3) : 1;
        if (isLast && source.is(at, '~')) at++;
        continue;
      }
      if (source.is(at, '~') && source.isWord(at + 1)) {
        at++;
        continue;
      }
      if (source.is(at, '<')) {
        const next = source.afterAngles(at);
        if (next === at) return false;
        // `Type<A>::name`, `Type<A>.name`
        const path = source.isPair(next, ':', ':') ? 2 : source.is(next, '.') ? 1 : 0;
        if (path === 0 || found === undefined) before++;
        at = next + path;
        continue;
      }
      if (source.isAny(at, '*&^?')) {
        if (found === undefined) return false;
        before++;
        at++;
        continue;
      }
      if (source.is(at, '[') && found !== undefined && !source.isWord(at + 1)) {
        if (source.isWord(source.after(at))) before++;
        at = source.after(at);
        continue;
      }
      // `.google.protobuf.Any any`
      if (at === i && source.is(at, '.') && source.isWord(at + 1)) {
        at++;
        continue;
      }
      if (found === undefined) return false;
      if (source.is(at, '(')) {
        // A macro's arguments, or a pointer to a function.
        const pointer = this.#pointerIn(at, isTypedef);
        if (pointer >= 0)
          return this.#addValue({ part: pointer, name: source.textOf(pointer), qualifier: undefined }, from, frame, isTypedef);
        const next = source.after(at);
        if (source.isWord(next) && this.#isMacro(found, before, next)) {
          at = next;
          found = undefined;
          continue;
        }
        return this.#readFunction(found, before, at, from, frame, isTypedef);
      }
      if (before === 0 && !(isInferred && source.isAny(at, '=;,'))) return false;
      if (source.isAny(at, '=;,:[') || (source.syntax.lines && source.isFirst(at))) {
        if (source.is(at, '=') && source.is(at + 1, '=') && source.touches(at + 1)) return false;
        const isArrow = source.isPair(at, '=', '>');
        if (isArrow || !(source.is(at, ',') && frame.holds === Holds.Enumerators))
          return this.#readValue(found, at, from, frame, isTypedef);
        return false;
      }
      // A property of C#, or a value in braces.
      if (source.is(at, '{')) return this.#addValue(found, from, frame, isTypedef) && this.#bodyAt(at, frame);
      return false;
    }
    // The last line of a body.
    const isLast = source.syntax.lines === true && end === frame.end && before > 0;
    return isLast && found !== undefined && this.#readValue(found, end, from, frame, isTypedef);
  }

  /** The name in `(*name)`, or in a type's `(CALL *name)`; -1 if the bracket holds something else. */
  #pointerIn(open: number, isTypedef: boolean): number {
    const source = this.#source;
    const last = source.after(open) - 2;
    if (!source.isWord(last) || !source.is(source.after(open), '(')) return source.is(open + 1, '*') && last === open + 2 ? last : -1;
    for (let at = open + 1; at < last; at++) if (!source.is(at, '*') && !(isTypedef && source.isWord(at))) return -1;
    return source.is(open + 1, '*') || (isTypedef && last > open + 1) ? last : -1;
  }

  /** Whether a name with brackets before another word is a macro or an attribute, not what is declared. */
  #isMacro({ part }: Candidate, before: number, next: number): boolean {
    const source = this.#source;
    const role = source.role(next);
    if (role.isFinal || role.continues || role.isStatement) return false;
    const name = source.textOf(part);
    return (
      (before === 0 && source.isFirst(next)) ||
      name.startsWith('__') ||
      (name === name.toUpperCase() && before < 3 && this.#leadsToFunction(next))
    );
  }

  /** Whether a function follows: a name before brackets. */
  #leadsToFunction(i: number): boolean {
    const source = this.#source;
    for (let at = i; at < Math.min(source.parts.count, i + 12); at++) {
      if (source.is(at, '(')) return true;
      if (!source.isWord(at) && !source.isAny(at, '*&:')) return false;
    }
    return false;
  }

  #bodyAt(at: number, frame: Frame): boolean {
    frame.body = { at, holds: Holds.Statements, owner: frame.open.at(-1) ?? -1 };
    return true;
  }

  #readFunction(found: Candidate, before: number, open: number, from: number, frame: Frame, isTypedef: boolean): boolean {
    const source = this.#source;
    const next = source.after(open);
    const isConstructor = found.name === frame.container || found.name === found.qualifier;
    const body = this.#afterParameters(next, frame);
    if (isTypedef) return body.kind === 'none' && this.#addValue(found, from, frame, true);
    if (before === 0 && !isConstructor && found.qualifier === undefined) {
      if (body.kind !== 'body' || !source.syntax.macros) return false;
      return this.#readMacro(found, open, body.at, from, frame);
    }
    if (body.kind === 'expression' && source.syntax.declarators) return false;
    const isMember = frame.scope === 'member' || frame.holds === Holds.Members || frame.holds === Holds.Enumerators;
    if (body.kind === 'none' && !isMember) return false;
    if (body.kind === 'other' || (frame.holds === Holds.Statements && body.kind !== 'body')) return false;
    if (frame.holds === Holds.Statements && source.syntax.declarators) return false;
    const name = source.is(found.part - 1, '~') ? `~${found.name}` : found.name;
    const at = (source.parts.starts[found.part] as number) - (name.length - found.name.length);
    const owner = this.#drafts.add(frame, 'function', name, at, from, found.qualifier ?? frame.container);
    if (body.kind === 'body') frame.body = { at: body.at, holds: Holds.Statements, owner };
    return true;
  }

  /** What follows a function's parameters. */
  #afterParameters(i: number, frame: Frame): { readonly kind: 'body' | 'none' | 'expression' | 'other'; readonly at: number } {
    const source = this.#source;
    const end = Math.min(source.parts.count, i + maxHeader, frame.end);
    let isInitialized = false;
    let isOld = false;
    for (let at = i; at < end; ) {
      if (source.is(at, '{')) {
        // A member that is initialized in braces: `: size{3}, name{n} {`.
        if (isInitialized && source.isWord(at - 1) && !source.isFirst(at)) {
          at = source.after(at);
          continue;
        }
        return { kind: 'body', at };
      }
      if (source.is(at, ';')) {
        // Parameters in the old style of C: `int f(a) int a; {`.
        const isDeclared =
          source.syntax.declarators && source.isWord(i) && source.isFirst(i) && source.isWord(at - 1) && this.#hasOldBody(at + 1, end);
        if (!isDeclared) return { kind: 'none', at };
        isOld = true;
        at++;
        continue;
      }
      if (source.isPair(at, '=', '>')) return { kind: 'expression', at };
      if (source.is(at, '=')) return { kind: source.isPair(at, '=', '=') ? 'other' : 'none', at };
      if (source.is(at, ':') && source.syntax.declarators) isInitialized = true;
      else if (!isInitialized && !isOld && source.isAny(at, '})+/|!.') && !source.isPair(at - 1, '-', '>')) return { kind: 'other', at };
      if (source.is(at, ',') && !isInitialized && source.role(i).continues !== true && !isOld)
        return { kind: frame.holds === Holds.Members ? 'none' : 'other', at };
      if (source.isString(at) && !isInitialized && !(source.isWord(at - 1) && source.role(at - 1).isStatement))
        return { kind: 'other', at };
      if (at > i && source.syntax.lines && source.isFirst(at)) return { kind: 'none', at };
      at = source.past(at);
    }
    return { kind: source.syntax.lines ? 'none' : 'other', at: end };
  }

  /** Whether declarations alone stand between a part and a brace at the beginning of a line. */
  #hasOldBody(i: number, end: number): boolean {
    const source = this.#source;
    for (let at = i; at < Math.min(end, i + 60); at++) {
      if (source.is(at, '{')) return source.is(at - 1, ';') && source.isFirst(at);
      if (!source.isWord(at) && !source.isAny(at, '*,;[]')) return false;
    }
    return false;
  }

  /** `DEFINE(name, …) {`: of two words the second, of more or one the first. */
  #readMacro(found: Candidate, open: number, brace: number, from: number, frame: Frame): boolean {
    const source = this.#source;
    const close = source.parts.matches[open] as number;
    if (frame.holds === Holds.Statements || close < 0 || brace !== close + 1) return false;
    const isPlain = close === open + 4 && source.isWord(open + 1) && source.is(open + 2, ',') && source.isWord(open + 3);
    const part = isPlain ? open + 3 : open + 1;
    const isCapital = found.name === found.name.toUpperCase();
    if (!source.isWord(part) || !(isPlain || source.isAny(part + 1, ',)')))
      return !isCapital && this.#addUntyped(found, brace, from, frame);
    if (close === open + 2 && !isCapital) return this.#addUntyped(found, brace, from, frame);
    const owner = this.#drafts.add(frame, 'function', source.textOf(part), source.parts.starts[part] as number, from);
    frame.body = { at: brace, holds: Holds.Statements, owner };
    return true;
  }

  /** A function without a type: `main() {`. */
  #addUntyped(found: Candidate, brace: number, from: number, frame: Frame): boolean {
    const owner = this.#drafts.add(frame, 'function', found.name, this.#source.parts.starts[found.part] as number, from);
    frame.body = { at: brace, holds: Holds.Statements, owner };
    return true;
  }

  #readOperator(i: number, from: number, frame: Frame, before: number): boolean {
    const source = this.#source;
    let at = i + 1;
    if (source.is(at, '(') && source.is(at + 1, ')')) at += 2;
    else while ((at < source.parts.count && !source.isAny(at, '(;{=')) || (at < i + 4 && source.is(at, '='))) at++;
    if (!source.is(at, '(') || (before === 0 && source.syntax.declarators !== true)) return false;
    const name = source.text.slice(source.parts.starts[i], source.parts.ends[at - 1]);
    const body = this.#afterParameters(source.after(at), frame);
    if (body.kind === 'other' || (body.kind === 'none' && frame.scope !== 'member')) return false;
    const owner = this.#drafts.add(frame, 'function', name, source.parts.starts[i] as number, from);
    if (body.kind === 'body') frame.body = { at: body.at, holds: Holds.Statements, owner };
    return true;
  }

  #addValue({ part, name, qualifier }: Candidate, from: number, frame: Frame, isTypedef: boolean): boolean {
    if (frame.scope === 'local' || frame.holds === Holds.Statements) return false;
    const kind = isTypedef ? 'type' : frame.holds === Holds.Outer ? 'value' : 'field';
    this.#drafts.add(frame, kind, name, this.#source.parts.starts[part] as number, from, qualifier ?? frame.container);
    return true;
  }

  /** A field or variable, and those that follow after commas. */
  #readValue(found: Candidate, i: number, from: number, frame: Frame, isTypedef: boolean): boolean {
    const source = this.#source;
    if (!this.#addValue(found, from, frame, isTypedef)) return false;
    for (let at = i; at < frame.end && !source.is(at, ';'); ) {
      if (source.is(at, ',')) {
        let name = at + 1;
        while (source.isAny(name, '*&')) name++;
        if (source.isWord(name) && source.isAny(name + 1, '=,;[:') && !(source.syntax.lines && source.isFirst(name)))
          this.#addValue({ part: name, name: source.textOf(name), qualifier: undefined }, from, frame, isTypedef);
      }
      if (source.is(at, '{') && !source.isAny(at - 1, '=(,')) break;
      at = source.past(at);
    }
    return true;
  }

  /** What follows the body of a type: `} name, *other;`. */
  readDeclarators(i: number, from: number, frame: Frame, isTypedef: boolean): void {
    const source = this.#source;
    for (let at = i; at < frame.end && !source.isAny(at, ';{'); ) {
      if (source.isWord(at) && source.isAny(at + 1, ';,[=') && !source.is(at - 1, '='))
        this.#addValue({ part: at, name: source.textOf(at), qualifier: undefined }, from, frame, isTypedef);
      at = source.after(at);
    }
  }
}
