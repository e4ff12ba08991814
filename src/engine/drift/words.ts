/**
 * The words of a text and the signs between them: what a name is, where it stands, is told by its neighbours.
 * Cost: one pass over the text; each question looks at the words and signs beside one word, at most some hundred units of them.
 */

import { Scanner, Shape, type Tokens } from '../text/words/tokens.ts';

/** The words of one text after the other, by their number in it. */
export class Words {
  readonly #scanner = new Scanner();
  #tokens: Tokens = this.#scanner;
  text = '';

  /** From now on the questions are about this text. */
  read(text: string): this {
    this.text = text;
    this.#tokens = this.#scanner.scan(text);
    return this;
  }

  get count(): number {
    return this.#tokens.count;
  }

  /** Where a word begins; the length of the text past the last one. */
  from(i: number): number {
    return i < this.count ? (this.#tokens.starts[i] as number) : this.text.length;
  }

  /** Where a word ends; 0 before the first one. */
  to(i: number): number {
    return i < 0 ? 0 : (this.#tokens.ends[i] as number);
  }

  /** FNV-1a of a word's units, mixed; the same for the same word of any text. */
  hash(i: number): number {
    return this.#tokens.hashes[i] as number;
  }

  /** A word; empty before the first and past the last one. */
  word(i: number): string {
    return i >= 0 && i < this.count ? this.text.slice(this.from(i), this.to(i)) : '';
  }

  /** Whether a word may be a name: no number, and none of no word. */
  isName(i: number): boolean {
    return i >= 0 && i < this.count && ((this.#tokens.shapes[i] as number) & Shape.Digit) === 0;
  }

  /** What stands between a word and the one before it. */
  signs(i: number): string {
    return this.text.slice(this.to(i - 1), this.from(i));
  }

  /** Whether nothing but blanks stands between a word and the one before it. */
  isNextWord(i: number): boolean {
    return i > 0 && this.signs(i).trim() === '';
  }

  /** Whether nothing but the given signs stands before word `i` on its line. */
  isFirstOnLine(i: number, lead: RegExp): boolean {
    const signs = this.signs(i);
    const line = signs.lastIndexOf('\n');
    return (line >= 0 || i === 0) && lead.test(signs.slice(line + 1));
  }

  /** Whether word `i` is a string by itself. */
  isWholeString(i: number): boolean {
    const quote = this.signs(i).at(-1);
    return quote !== undefined && '"\'`'.includes(quote) && this.signs(i + 1).startsWith(quote);
  }
}

/** A set of the words of a line. */
export function wordSet(line: string): ReadonlySet<string> {
  return new Set(line.split(' '));
}
