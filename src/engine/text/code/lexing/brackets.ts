/**
 * Pairs the brackets of a source as they are read. A bracket that closes another kind ends those inside of it; one that closes nothing is
 * passed over. What a directive's branch opens counts once. Where a line that begins with a declaring word is indented no deeper than the line
 * of an open bracket, whose content was deeper, that bracket was never closed. Cost: constant for each bracket, over the whole text.
 */

import type { Parts } from './parts.ts';

const Char = { Parenthesis: 40, Square: 91, Brace: 123 } as const;
/** Brackets that are restored where a directive goes back to the state before its first branch. */
const maxRestored = 16;

interface Open {
  readonly part: number;
  readonly unit: number;
  /** The indent of the line that it is in, and of the first line inside; -1 while unknown. */
  readonly indent: number;
  inner: number;
  /** How many round and square brackets are open around it, up to the brace around it. */
  readonly round: number;
  readonly square: number;
}

export class Brackets {
  readonly #open: Open[] = [];
  #braces = 0;
  /** Since the innermost brace. */
  #round = 0;
  #square = 0;
  /** The brackets that were open before each branch of a directive. */
  readonly #branches: { readonly length: number; readonly top: readonly Open[] }[] = [];
  #lineIndent = 0;
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get depth(): number {
    return this.#open.length;
  }

  startLine(indent: number): void {
    this.#lineIndent = indent;
    const top = this.#open.at(-1);
    if (top !== undefined && top.inner < 0) top.inner = indent;
  }

  /** A line with this indent begins with a word that declares: brackets that cannot hold it end here. */
  declare(indent: number, part: number): void {
    for (let top = this.#open.at(-1); top !== undefined; top = this.#open.at(-1)) {
      if (indent > top.indent || (top.unit === Char.Brace && top.inner >= 0 && top.inner <= top.indent)) return;
      this.#pop(part);
    }
  }

  open(part: number, unit: number): void {
    this.#push({ part, unit, indent: this.#lineIndent, inner: -1, round: this.#round, square: this.#square });
  }

  close(part: number, unit: number): void {
    const opener = unit === 41 ? Char.Parenthesis : unit - 2;
    // A brace ends round brackets inside it; those do not end a brace.
    if ((opener === Char.Brace ? this.#braces : opener === Char.Square ? this.#square : this.#round) === 0) return;
    for (let top = this.#open.at(-1); top !== undefined; top = this.#open.at(-1)) {
      this.#pop(part);
      if (top.unit === opener) return;
    }
  }

  /** The first branch of a directive begins. */
  branch(): void {
    this.#branches.push({ length: this.#open.length, top: this.#open.slice(-maxRestored) });
  }

  /** Another branch begins. */
  next(part: number): void {
    const branch = this.#branches.at(-1);
    if (branch === undefined) return;
    while (this.#open.length > branch.length) this.#pop(part);
    const missing = branch.length - this.#open.length;
    if (missing > 0 && missing <= branch.top.length) for (const one of branch.top.slice(-missing)) this.#push(one);
  }

  end(): void {
    this.#branches.pop();
  }

  /** Whatever is open ends with the text. */
  finish(): void {
    while (this.#open.length > 0) this.#pop(this.#parts.count);
  }

  #push(one: Open): void {
    this.#open.push(one);
    if (one.unit === Char.Brace) {
      this.#braces++;
      this.#round = this.#square = 0;
    } else if (one.unit === Char.Square) this.#square++;
    else this.#round++;
  }

  #pop(part: number): void {
    const { part: opener, unit, round, square } = this.#open.pop() as Open;
    if (unit === Char.Brace) this.#braces--;
    this.#round = round;
    this.#square = square;
    this.#parts.matches[opener] = part;
  }
}
