/** Reads the parts of a statement one after the other. */

import type { Source } from '../source.ts';

/** A statement is read up to this many parts. */
const maxParts = 8_000;

export class Cursor {
  readonly source: Source;
  readonly #end: number;
  /** The next part. */
  at: number;

  /** The parts that import, where these are others than those that were read. */
  range: readonly [from: number, to: number] | undefined;

  constructor(source: Source, at: number) {
    this.source = source;
    this.#end = Math.min(source.parts.count, at + maxParts);
    this.at = at;
  }

  get isEnd(): boolean {
    return this.at >= this.#end;
  }

  /** The offset of the next part. */
  get from(): number {
    return this.isEnd ? this.source.text.length : (this.source.parts.starts[this.at] as number);
  }

  get isOnNewLine(): boolean {
    return this.source.isFirst(this.at);
  }

  get isWord(): boolean {
    return !this.isEnd && this.source.isWord(this.at);
  }

  /** Whether the next part is this word or mark; two marks must touch. */
  is(value: string): boolean {
    const { source, at } = this;
    if (this.isEnd) return false;
    const start = source.parts.starts[at] as number;
    if (source.isWord(at)) return (source.parts.ends[at] as number) - start === value.length && source.text.startsWith(value, start);
    return value.length === 1 ? source.is(at, value) : source.isPair(at, value.charAt(0), value.charAt(1));
  }

  /** As `is`; if so, reads it. */
  takes(value: string): boolean {
    if (!this.is(value)) return false;
    this.at += this.source.isWord(this.at) ? 1 : value.length;
    return true;
  }

  /** The next part if it is a word, which is then read; '' otherwise. */
  word(): string {
    return this.isWord ? this.source.textOf(this.at++) : '';
  }

  /** The content of the next part if it is a string, which is then read; '' otherwise, also for a template that holds code. */
  string(): string {
    if (this.isEnd || !this.source.isString(this.at)) return '';
    const text = this.source.textOf(this.at);
    if (text.at(-1) !== text.charAt(0)) return '';
    this.at++;
    return text.slice(1, -1);
  }
}
