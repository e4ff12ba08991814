/**
 * The words of a text and the separators between them: the meaning of a name is decided by its neighbours.
 * Cost: one pass over the text; each query reads the words and separators next to one word, at most some hundred units.
 */

import { Scanner, Shape, type Tokens } from '../text/words/tokens.ts';
import { isOnly } from '../util/strings.ts';

/** The words of one text, by index. */
export class Words {
  readonly #scanner = new Scanner();
  #tokens: Tokens = this.#scanner;
  text = '';

  /** Switches to another text. */
  read(text: string): this {
    this.text = text;
    this.#tokens = this.#scanner.scan(text);
    return this;
  }

  get count(): number {
    return this.#tokens.count;
  }

  /** Start of a word; the length of the text past the last one. */
  from(i: number): number {
    return i < this.count ? (this.#tokens.starts[i] as number) : this.text.length;
  }

  /** End of a word; 0 before the first one. */
  to(i: number): number {
    return i < 0 ? 0 : (this.#tokens.ends[i] as number);
  }

  /** Mixed FNV-1a of a word's units; equal for equal words of any text. */
  hash(i: number): number {
    return this.#tokens.hashes[i] as number;
  }

  /** A word; empty before the first and past the last one. */
  word(i: number): string {
    return i >= 0 && i < this.count ? this.text.slice(this.from(i), this.to(i)) : '';
  }

  /** Whether a word exists and may be a name: does not start with a digit. */
  isName(i: number): boolean {
    return i >= 0 && i < this.count && ((this.#tokens.shapes[i] as number) & Shape.Digit) === 0;
  }

  /** The text between a word and the previous one. */
  separator(i: number): string {
    return this.text.slice(this.to(i - 1), this.from(i));
  }

  /** Whether only blanks separate a word from the previous one. */
  isNextWord(i: number): boolean {
    return i > 0 && this.separator(i).trim() === '';
  }

  /** Whether word `i` is the first on its line, after none but these characters. */
  isFirstOnLine(i: number, lead: string): boolean {
    const separator = this.separator(i);
    const line = separator.lastIndexOf('\n');
    return (line >= 0 || i === 0) && isOnly(separator.slice(line + 1), lead);
  }

  /** Whether word `i` is a string by itself. */
  isWholeString(i: number): boolean {
    const quote = this.separator(i).at(-1);
    return quote !== undefined && '"\'`'.includes(quote) && this.separator(i + 1).startsWith(quote);
  }
}

/** Whether what follows a word assigns a value to it. */
export function isAssignment(separator: string): boolean {
  const next = separator.trimStart();
  return next.startsWith('=') && next.charAt(1) !== '=';
}

export function wordSet(line: string): ReadonlySet<string> {
  return new Set(line.split(' '));
}
