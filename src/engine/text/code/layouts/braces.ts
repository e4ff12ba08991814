/**
 * Walks over a source whose bodies are in braces: finds where statements begin, and what the bodies hold. Each part is passed once, and a
 * statement's header is looked at once before. Braces that no declaration opens hold statements, or the properties of an object.
 */

import { skip } from '../../../util/strings.ts';
import { isInWord } from '../../words/characters.ts';
import { hashOfWord } from '../../words/wordHash.ts';
import { type Drafts, type Frame, Holds, innerFrame, outerFrame } from '../frames.ts';
import { Part } from '../lexing/parts.ts';
import type { Source } from '../source.ts';
import { StatementReader } from '../statements.ts';

const Char = { Comma: 44, Semicolon: 59, Brace: 123 } as const;
const defineHash = hashOfWord('define');

export function readBraces(source: Source, drafts: Drafts): void {
  new BraceWalker(source, drafts).walk();
}

class BraceWalker {
  readonly #source: Source;
  readonly #drafts: Drafts;
  readonly #statements: StatementReader;
  readonly #frames: Frame[];

  constructor(source: Source, drafts: Drafts) {
    this.#source = source;
    this.#drafts = drafts;
    this.#statements = new StatementReader(source, drafts);
    this.#frames = [outerFrame(source.parts.count)];
  }

  walk(): void {
    const source = this.#source;
    const { kinds, values, indents, matches, count } = source.parts;
    const lines = source.syntax.lines === true;
    let frame = this.#frames[0] as Frame;
    for (let at = 0; at < count; ) {
      if (at >= frame.end && this.#frames.length > 1) {
        this.#close(at);
        frame = this.#frames[this.#frames.length - 1] as Frame;
        if (source.isAny(at, '})')) at++;
        // A brace that is never closed ends where another statement begins.
        else this.#endStatement(frame, at);
        continue;
      }
      const kind = kinds[at] as number;
      if (kind === Part.Directive) {
        this.#readDirective(at++);
        continue;
      }
      const isOutside = at >= frame.bracketsEnd;
      if (isOutside) {
        if (!frame.isStart && (indents[at] as number) >= 0 && (lines ? !source.goesOn(at) : this.#begins(at, frame)))
          this.#endStatement(frame, at);
        if (frame.isStart && !this.#isSeparator(at, frame)) this.#startStatement(at, frame);
      }
      if (kind === Part.Mark) {
        const unit = values[at] as number;
        const match = matches[at] as number;
        if (unit === Char.Brace || frame.body?.at === at) {
          if (match >= 0) frame = this.#open(at, match, frame);
        } else if (match >= 0) {
          if (isOutside && match > frame.bracketsEnd) frame.bracketsEnd = match;
        } else if (isOutside && (unit === Char.Semicolon || (unit === Char.Comma && this.#isListed(at, frame)))) {
          if (unit === Char.Semicolon) this.#endEnumerators(frame, frame.start);
          this.#endStatement(frame, at + 1);
        }
      }
      at++;
    }
    while (this.#frames.length > 1) this.#close(count);
    this.#endStatement(this.#frames[0] as Frame, count);
  }

  #startStatement(at: number, frame: Frame): void {
    frame.isStart = false;
    frame.start = at;
    frame.body = undefined;
    // Among statements, only words declare.
    if (frame.holds === Holds.Statements && !this.#mayDeclare(at)) return;
    const head = this.#statements.read(at, frame);
    if (head > at) frame.bracketsEnd = Math.max(frame.bracketsEnd, head + 1);
  }

  /** Whether a statement in a function's body can declare something that is looked for: a function or a type. */
  #mayDeclare(at: number): boolean {
    const source = this.#source;
    if (!source.isWord(at)) return source.is(at, '@') || source.is(at, '#') || (source.is(at, '<') && source.syntax.typed === true);
    if (source.syntax.methods && source.is(at + 1, '.')) return true;
    const { declares, isModifier } = source.role(at);
    if (declares === 'value' || declares === 'member') return source.role(at + 1).declares !== undefined;
    return declares !== undefined || isModifier;
  }

  /** Whether a comma ends a statement: between enumerators, properties and fields. */
  #isListed(at: number, { holds, start }: Frame): boolean {
    const { fields, methods } = this.#source.syntax;
    if (holds === Holds.Enumerators) return true;
    const isListed = holds === Holds.Properties || (holds === Holds.Members && (fields === 'colon' || methods === true));
    return isListed && !this.#isInAngles(at, start);
  }

  /** Whether the first part of a line begins a declaration, so that the statement above it has lost its end. */
  #begins(at: number, frame: Frame): boolean {
    const source = this.#source;
    if ((source.parts.indents[at] as number) > (source.parts.indents[frame.start] as number)) return false;
    // Objective-C: `@end`, `- (void)load`
    if (source.syntax.messages && (source.is(at, '@') || (source.isAny(at, '-+') && source.is(at + 1, '(')))) return true;
    const { declares, isModifier } = source.role(at);
    if (declares !== undefined || (isModifier === true && source.syntax.declarators !== true)) return true;
    return source.syntax.declarators !== true && (source.is(at, '@') || (source.is(at, '#') && source.is(at + 1, '[')));
  }

  #isSeparator(at: number, frame: Frame): boolean {
    const source = this.#source;
    if (source.is(at, ';')) {
      this.#endEnumerators(frame, at);
      return true;
    }
    return source.is(at, ',') && frame.holds !== Holds.Statements && frame.holds !== Holds.Outer;
  }

  /** After a semicolon the members of an enum follow, as in Java, unless it ends a single enumerator or an option, as in Protobuf. */
  #endEnumerators(frame: Frame, start: number): void {
    if (frame.holds !== Holds.Enumerators || this.#source.is(start + 1, '=') || this.#source.role(start).isStatement) return;
    frame.holds = Holds.Members;
  }

  /** Whether a comma separates the arguments of a type in the statement. */
  #isInAngles(at: number, start: number): boolean {
    let depth = 0;
    for (let i = Math.max(start, at - 40); i < at; i++) {
      if (this.#source.is(i, '<')) depth++;
      else if (this.#source.is(i, '>') && !this.#source.isAny(i - 1, '=-')) depth--;
    }
    return depth > 0;
  }

  #open(at: number, match: number, frame: Frame): Frame {
    const body = frame.body;
    const isOwn = body !== undefined && body.at === at;
    const inner = isOwn
      ? innerFrame(frame, body, this.#drafts, match, -1)
      : innerFrame(frame, { holds: this.#holdsOf(at, match, frame), owner: -1, group: 'value' }, this.#drafts, match, -1);
    this.#frames.push(inner);
    return inner;
  }

  /** What braces hold that no declaration opens. */
  #holdsOf(at: number, match: number, frame: Frame): number {
    const source = this.#source;
    const before = at - 1;
    if (source.syntax.methods) {
      if (source.is(before, ':') && this.#isCase(frame.start)) return Holds.Statements;
      if (source.isAny(before, '=(,:[?&|') || source.isString(before)) return Holds.Properties;
      // A function that is called where it is written, or that is around most of the file: a module.
      const isFunction = source.is(before, ')') || source.isPair(before - 1, '=', '>');
      const isModule = source.isAny(frame.start, '(!') || 2 * (match - at) > source.parts.count;
      if (frame.holds === Holds.Outer && isFunction && isModule) return Holds.Outer;
      const word = source.isWord(before) ? source.textOf(before) : '';
      return word === 'return' || word === 'default' ? Holds.Properties : Holds.Statements;
    }
    // A class without a name: `new Reader() {`.
    if (source.syntax.typed && source.is(before, ')')) {
      for (let i = before; i > Math.max(frame.start, before - 60); i--)
        if (source.isWord(i) && source.textOf(i) === 'new') return Holds.Members;
    }
    // `extern "C" {` and the like.
    if (source.role(before).isGroup) return Holds.Group;
    const isOuter =
      frame.holds === Holds.Outer &&
      ((source.isString(before) && !source.syntax.namesInStrings && source.isWord(before - 1)) || source.is(before, '!'));
    return isOuter ? Holds.Outer : Holds.Statements;
  }

  /** `case 1: {` */
  #isCase(i: number): boolean {
    const source = this.#source;
    return source.isWord(i) && (source.textOf(i) === 'case' || source.textOf(i) === 'default');
  }

  /** Closes the innermost body; `at` is the part that ends it. */
  #close(at: number): void {
    const inner = this.#frames.pop() as Frame;
    this.#endStatement(inner, at);
    const frame = this.#frames.at(-1) as Frame;
    const isOwn = frame.body !== undefined && this.#source.parts.matches[frame.body.at] === inner.end && inner.owner === frame.body.owner;
    if (at < frame.bracketsEnd) return;
    // The body of the statement follows.
    if (!isOwn && frame.body !== undefined && frame.body.at > at) return;
    if (isOwn) {
      const { owner, holds } = frame.body as NonNullable<Frame['body']>;
      frame.body = undefined;
      const follows =
        this.#source.syntax.declarators && (holds === Holds.Members || holds === Holds.Enumerators) && !this.#isFunctionOwner(owner);
      if (!follows) this.#endStatement(frame, at + 1);
      else {
        const from = this.#source.parts.starts[frame.start] as number;
        this.#statements.typed.readDeclarators(at + 1, from, frame, frame.typedef);
      }
    } else if (frame.holds !== Holds.Outer || inner.holds !== Holds.Properties) {
      const isBlock = inner.holds === Holds.Statements && !this.#source.isAny(at + 1, ').,;');
      if (isBlock || this.#source.isFirst(at + 1)) this.#endStatement(frame, at + 1);
    }
  }

  #isFunctionOwner(owner: number): boolean {
    return owner >= 0 && this.#drafts.all[owner]?.kind === 'function';
  }

  /** The statement of a frame ends before a part. */
  #endStatement(frame: Frame, next: number): void {
    if (frame.open.length > 0 && next > 0) this.#drafts.end(frame, this.#source.parts.ends[next - 1] as number);
    frame.isStart = true;
    frame.body = undefined;
    frame.start = next;
  }

  /** `#define NAME` declares a value; a directive is no part of a statement. */
  #readDirective(at: number): void {
    const { text, parts } = this.#source;
    if (parts.values[at] !== defineHash) return;
    const [from, to] = [parts.starts[at] as number, parts.ends[at] as number];
    const name = skip(text, ' \t', text.indexOf('define', from) + 'define'.length);
    let end = name;
    while (end < to && isInWord(text.charCodeAt(end))) end++;
    if (end === name) return;
    this.#drafts.all.push({ name: text.slice(name, end), kind: 'value', scope: 'outermost', container: undefined, from, to, at: name });
  }
}
