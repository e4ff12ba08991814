/** Reads the words, strings and punctuation of a statement of code one after the other, without comments. */

import { isInWord } from '../text/words/characters.ts';

/** A statement is read up to this many UTF-16 units. */
const maxLength = 16_000;

const Char = { LineFeed: 10, Quote: 34, Hash: 35, Apostrophe: 39, Star: 42, Slash: 47, Colon: 58, Backslash: 92, Backtick: 96 } as const;

export class Lexer {
  readonly #text: string;
  readonly #end: number;
  /** Whether `#` begins a comment, as in Python. */
  readonly #hasHashComments: boolean;
  /** What was read last; `end` after the last part. */
  kind: 'word' | 'string' | 'mark' | 'end' = 'end';
  /** A word, the content of a string, or one punctuation character (`::` is one). */
  value = '';
  /** The part is in [from, to) of the text. */
  from: number;
  to: number;
  /** Whether a line break, not escaped, precedes the part. */
  isOnNewLine = false;

  constructor(text: string, at: number, hasHashComments = false) {
    this.#text = text;
    this.#end = Math.min(text.length, at + maxLength);
    this.#hasHashComments = hasHashComments;
    this.from = this.to = at;
    this.next();
  }

  /** Reads the next part. */
  next(): void {
    const text = this.#text;
    this.#skipBlanks();
    const at = this.to;
    this.from = at;
    if (at >= this.#end) {
      this.kind = 'end';
      this.value = '';
      return;
    }
    const unit = text.charCodeAt(at);
    if (isInWord(unit)) {
      let to = at + 1;
      while (to < this.#end && isInWord(text.charCodeAt(to))) to++;
      this.#set('word', text.slice(at, to), to);
    } else if (unit === Char.Quote || unit === Char.Apostrophe || unit === Char.Backtick) {
      let to = at + 1;
      while (to < this.#end && text.charCodeAt(to) !== unit && text.charCodeAt(to) !== Char.LineFeed) to++;
      this.#set('string', text.slice(at + 1, to), to + 1);
    } else if (unit === Char.Colon && text.charCodeAt(at + 1) === Char.Colon) this.#set('mark', '::', at + 2);
    else this.#set('mark', text.charAt(at), at + 1);
  }

  /** Goes back to an offset, and reads the part there. */
  readAgain(from: number): void {
    this.to = from;
    this.next();
  }

  /** Whether the part is this word or mark; if so, reads on. */
  takes(value: string): boolean {
    if (this.kind === 'string' || this.kind === 'end' || this.value !== value) return false;
    this.next();
    return true;
  }

  is(value: string): boolean {
    return (this.kind === 'mark' || this.kind === 'word') && this.value === value;
  }

  /** The part if it is a word, which is then read; '' otherwise. */
  word(): string {
    return this.#take('word');
  }

  /** The content of the part if it is a string, which is then read; '' otherwise. */
  string(): string {
    return this.#take('string');
  }

  #take(kind: 'word' | 'string'): string {
    if (this.kind !== kind) return '';
    const { value } = this;
    this.next();
    return value;
  }

  #set(kind: 'word' | 'string' | 'mark', value: string, to: number): void {
    this.kind = kind;
    this.value = value;
    this.to = to;
  }

  /** Moves `to` to the next part. */
  #skipBlanks(): void {
    const text = this.#text;
    this.isOnNewLine = false;
    let at = this.to;
    while (at < this.#end) {
      const unit = text.charCodeAt(at);
      const next = text.charCodeAt(at + 1);
      if (unit === Char.LineFeed) this.isOnNewLine = true;
      if (unit <= 32 || unit === 0xa0 || unit === 0xfeff) at++;
      else if (unit === Char.Backslash && (next === Char.LineFeed || next === 13)) at += next === 13 ? 3 : 2;
      else if (unit === Char.Slash && next === Char.Slash && !this.#hasHashComments) at = this.#after('\n', at) - 1;
      else if (unit === Char.Hash && this.#hasHashComments) at = this.#after('\n', at) - 1;
      else if (unit === Char.Slash && next === Char.Star) at = this.#after('*/', at + 2);
      else break;
    }
    this.to = at;
  }

  #after(mark: string, from: number): number {
    const at = this.#text.indexOf(mark, from);
    return at < 0 ? this.#end + 1 : at + mark.length;
  }
}
