/**
 * Remembers the words of a corpus with what they give to an index, found by their place in a text without a string being made.
 *
 * Words and terms are dense numbers; what is known of them lies in columns. Open addressing on the hash that the scanner made.
 * Memory: some hundreds of bytes for each of at most `memoryLimit` words, then it starts anew.
 * Cost: one comparison of the units of each word, no look-up of strings for a word that is known.
 */

import { isSymbol } from './entities.ts';
import { termsOfNewWord, wordLimit } from './terms.ts';
import { Shape, type Tokens } from './tokens.ts';

const memoryLimit = 80_000;
const mostProbes = 64;

/** Bits of `WordMemory.kinds`. */
export const WordKind = { SymbolInCode: 1, SymbolInProse: 2 } as const;

export class WordMemory {
  /** Text of each word and each term. */
  readonly words: string[] = [];
  readonly terms: string[] = [];
  /** Word w gives the terms `termsOf[from]` to `termsOf[to - 1]`, where `from` and `to` are `termStarts[w]` and `termStarts[w + 1]`. */
  termStarts = new Int32Array(1 << 12);
  termsOf = new Int32Array(1 << 13);
  /** Bits of `WordKind` of each word. */
  kinds = new Uint8Array(1 << 12);
  readonly #termIds = new Map<string, number>();
  /** The code units of all words, and where those of each begin. */
  #units = new Uint16Array(1 << 15);
  #starts = new Int32Array(1 << 12);
  #hashes = new Int32Array(1 << 12);
  /** Number of a word plus one; 0 is free. Twice as many slots as words at least. */
  #slots = new Int32Array(1 << 13);

  get isFull(): boolean {
    return this.words.length > memoryLimit || this.terms.length > 2 * memoryLimit;
  }

  /**
   * The number of token `i`, or -1 for those that are not remembered: long ones, runs of an unspaced script, and those of which too many
   * have a hash like this one's (a file may be made so, and is then only slower by little).
   */
  find(text: string, tokens: Tokens, i: number): number {
    const from = tokens.starts[i] as number;
    const to = tokens.ends[i] as number;
    if (to - from > wordLimit || ((tokens.shapes[i] as number) & Shape.Unspaced) !== 0) return -1;
    const hash = tokens.hashes[i] as number;
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let probe = 0; probe < mostProbes; probe++) {
      const slot = (hash + probe) & mask;
      const word = (slots[slot] as number) - 1;
      if (word < 0) return this.#add(text.slice(from, to), tokens.shapes[i] as number, hash, slot);
      if (this.#hashes[word] === hash && this.#isAt(word, text, from, to)) return word;
    }
    return -1;
  }

  /** The number of a term. */
  term(text: string): number {
    const known = this.#termIds.get(text);
    if (known !== undefined) return known;
    const term = this.terms.push(text) - 1;
    this.#termIds.set(text, term);
    return term;
  }

  #isAt(word: number, text: string, from: number, to: number): boolean {
    const units = this.#units;
    const start = this.#starts[word] as number;
    if ((this.#starts[word + 1] as number) - start !== to - from) return false;
    for (let i = from, k = start; i < to; i++, k++) if (text.charCodeAt(i) !== units[k]) return false;
    return true;
  }

  /** The steps are in an order that leaves the memory sound where a time limit ends them in between. */
  #add(slice: string, shape: number, hash: number, slot: number): number {
    const { text, terms } = termsOfNewWord(slice, shape);
    const word = this.words.length;
    if (word + 1 >= this.#starts.length) this.#growWords();
    const start = this.#starts[word] as number;
    if (start + wordLimit > this.#units.length) this.#units = grown(this.#units);
    for (let k = 0; k < text.length; k++) this.#units[start + k] = text.charCodeAt(k);
    this.#starts[word + 1] = start + text.length;
    const first = this.termStarts[word] as number;
    while (first + terms.length > this.termsOf.length) this.termsOf = grown(this.termsOf);
    for (let t = 0; t < terms.length; t++) this.termsOf[first + t] = this.term(terms[t] as string);
    this.termStarts[word + 1] = first + terms.length;
    this.kinds[word] =
      (isSymbol(text, shape, true) ? WordKind.SymbolInCode : 0) | (isSymbol(text, shape, false) ? WordKind.SymbolInProse : 0);
    this.#hashes[word] = hash;
    this.words.push(text);
    this.#slots[slot] = word + 1;
    if (this.words.length * 2 > this.#slots.length) this.#growSlots();
    return word;
  }

  #growWords(): void {
    this.kinds = grown(this.kinds);
    this.#hashes = grown(this.#hashes);
    this.termStarts = grown(this.termStarts);
    this.#starts = grown(this.#starts);
  }

  #growSlots(): void {
    const slots = new Int32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let word = 0; word < this.words.length; word++) {
      let slot = (this.#hashes[word] as number) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = word + 1;
    }
    this.#slots = slots;
  }
}

/** A copy of twice the size. */
export function grown<T extends Int32Array | Uint16Array | Uint8Array | Float64Array>(array: T): T {
  const larger = new (array.constructor as new (size: number) => T)(array.length * 2);
  larger.set(array);
  return larger;
}
