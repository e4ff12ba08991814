/**
 * Walks over a source whose bodies are indented deeper than their header, as in Python and Ruby, or go on until `end` with the word that opened
 * them, as in Ada. A statement begins at each line that no bracket continues. Each part is passed once.
 */

import { type Body, type Drafts, type Frame, Holds, innerFrame, outerFrame } from '../frames.ts';
import type { Source } from '../source.ts';
import { StatementReader } from '../statements.ts';

export function readIndents(source: Source, drafts: Drafts): void {
  new IndentWalker(source, drafts).walk();
}

class IndentWalker {
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
    const { parts, syntax } = this.#source;
    let bracketsEnd = 0;
    const hides = syntax.ends === undefined ? '([{' : '([';
    for (let at = 0; at < parts.count; at++) {
      if (at >= bracketsEnd && this.#source.isFirst(at)) bracketsEnd = Math.max(bracketsEnd, this.#readLine(at) + 1);
      else if (syntax.ends !== undefined && this.#source.isFirst(at) && this.#beginsFunction(at)) this.#readLine(at);
      else if (at >= bracketsEnd && this.#source.is(at - 1, ';')) {
        if (syntax.joins !== undefined) this.#readStatement(at, -1);
        else if (syntax.layout === 'ends' && this.#source.role(at).isEnd) this.#readEnd(at);
      }
      // A line may begin with a bracket.
      if (at >= bracketsEnd - 1 && this.#source.isAny(at, hides)) {
        const match = parts.matches[at] as number;
        // A line that begins with the closing bracket goes on with the statement.
        bracketsEnd = Math.max(bracketsEnd, this.#source.isAny(match, ')]}') ? match + 1 : match);
      }
    }
    while (this.#frames.length > 1) this.#close(parts.count - 1);
    this.#end(this.#frames[0] as Frame, parts.count - 1);
  }

  /** Whether a line inside brackets begins a function: one that is an argument. */
  #beginsFunction(at: number): boolean {
    const source = this.#source;
    const { isModifier, declares } = source.role(at);
    return (
      declares === 'function' || this.#statements.isFunction(at) || (isModifier === true && source.role(at + 1).declares === 'function')
    );
  }

  /** Reads the statement of a line; returns the part up to which lines belong to it. */
  #readLine(at: number): number {
    const source = this.#source;
    const indent = source.parts.indents[at] as number;
    const role = source.role(at);
    if (source.syntax.layout === 'ends') {
      if (role.isEnd) {
        this.#readEnd(at);
        return at;
      }
    } else {
      const isEnd = role.isEnd || source.isAny(at, ')}]');
      const joins = role.joins || source.is(at, '{');
      while (this.#frames.length > 1) {
        const top = this.#frames.at(-1) as Frame;
        if (top.indent < indent || (top.indent === indent && joins)) break;
        if (top.indent === indent && isEnd) {
          this.#close(this.#lastOfLine(at));
          return at;
        }
        this.#close(at - 1);
      }
      if (isEnd || joins) return at;
    }
    return this.#readStatement(at, indent);
  }

  #readStatement(at: number, indent: number): number {
    const source = this.#source;
    const frame = this.#frames.at(-1) as Frame;
    this.#end(frame, at - 1);
    frame.body = undefined;
    frame.start = at;
    const head = this.#statements.read(at, frame);
    const body = frame.body as Body | undefined;
    if (body === undefined) return head;
    if (source.syntax.layout === 'ends' && body.holds !== Holds.Members && this.#isForward(at, body.holds)) return head;
    const own = indent >= 0 ? indent : frame.indent + 1;
    this.#frames.push(innerFrame(frame, body, this.#drafts, source.parts.count, own));
    // The frame ends what it owns.
    frame.open = frame.open.filter((position) => position !== body.owner);
    return head;
  }

  /** Whether a function or module is declared without a body. */
  #isForward(at: number, holds: number): boolean {
    const source = this.#source;
    const { forward, bodiless } = source.syntax;
    if (forward === undefined && bodiless === undefined) return false;
    for (let i = at; i < source.parts.count && i < at + 400; i = source.is(i, '(') ? source.after(i) : i + 1) {
      if (source.is(i, ';')) return forward !== undefined && holds === Holds.Statements;
      if (source.role(i).isBodiless) return true;
      if (forward !== undefined && source.isWord(i) && source.textOf(i).toLowerCase() === forward)
        return source.role(i + 1).isBodiless || (source.is(i + 1, '(') && holds === Holds.Statements);
    }
    return false;
  }

  /** `end Name`, `End Sub`, `endmodule`: closes the innermost body unless the word that follows opens none. */
  #readEnd(at: number): void {
    const source = this.#source;
    const next = at + 1;
    const isBare = source.isFirst(next) || !source.isWord(next);
    const top = this.#frames.at(-1) as Frame;
    if (this.#frames.length === 1) return;
    const { declares, isFinal } = source.role(next);
    const closes = isBare || declares !== undefined || isFinal || source.textOf(next).toLowerCase() === top.container?.toLowerCase();
    if (closes) this.#close(this.#lastOfLine(at));
  }

  #lastOfLine(at: number): number {
    let last = at;
    while (last + 1 < this.#source.parts.count && !this.#source.isFirst(last + 1)) last++;
    return last;
  }

  /** Closes the innermost body, whose last part is given. */
  #close(last: number): void {
    const frame = this.#frames.pop() as Frame;
    this.#end(frame, last);
    this.#drafts.endAt(frame.owner, this.#source.parts.ends[last] ?? 0);
  }

  #end(frame: Frame, last: number): void {
    this.#drafts.end(frame, this.#source.parts.ends[last] ?? 0);
  }
}
