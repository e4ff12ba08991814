/**
 * Remembers the words of a corpus with what they give to an index, found by their place in a text without a string being made.
 *
 * Words are dense numbers; what is known of them lies in columns. Open addressing on the hash that the scanner made.
 * Memory: some sixty bytes for each of at most `memoryLimit` words, then it starts anew.
 * Cost: one comparison of the units of each word, no look-up of strings for a word that is known.
 */

import { Space } from '../document.ts';
import { isSymbol } from './entities.ts';
import type { Lexicons } from './lexicon.ts';
import { termsOfNewWord, wordLimit } from './terms.ts';
import { Shape, type Tokens } from './tokens.ts';

/** Some ten megabytes. */
const memoryLimit = 160_000;
const mostProbes = 64;

/** Bits of what a word can be. */
export const WordKind = { SymbolInCode: 1, SymbolInProse: 2 } as const;

/** Where the parts of a word's record are: four numbers of a word lie side by side, since they are read together. */
export const WordRecord = {
  size: 4,
  /** The kinds, and above them the length of the word. */
  Kinds: 0,
  UnitStart: 1,
  /** How many terms it gives, and the id of the only one; where there are more, the position of all in `moreTerms`. */
  TermCount: 2,
  Term: 3,
} as const;
const kindBits = 2;

export class WordMemory {
  readonly #lexicons: Lexicons;
  #count = 0;
  records = new Int32Array(WordRecord.size << 12);
  moreTerms = new Int32Array(1 << 13);
  #moreSize = 0;
  /** Id of the symbol that a word is, plus one; 0 where it was not asked for yet. */
  #symbols = new Int32Array(1 << 12);
  /** The code units of all words. */
  #units = new Uint16Array(1 << 15);
  #unitsSize = 0;
  /** Hash of a word, and its number plus one; 0 is free. Twice as many slots as words at least. */
  #slots = new Int32Array(2 << 13);

  /** Terms and symbols get ids of these lexicons. */
  constructor(lexicons: Lexicons) {
    this.#lexicons = lexicons;
  }

  get isFull(): boolean {
    return this.#count > memoryLimit;
  }

  /**
   * The number of token `i`, or -1 for those that are not remembered: long ones, runs of an unspaced script, and those of which too many
   * have a hash like this one's (a file may be made so, and is then only slower by little).
   */
  find(tokens: Tokens, i: number): number {
    const from = tokens.starts[i] as number;
    const to = tokens.ends[i] as number;
    if (to - from > wordLimit || ((tokens.shapes[i] as number) & Shape.Unspaced) !== 0) return -1;
    const hash = tokens.hashes[i] as number;
    const slots = this.#slots;
    const mask = (slots.length >> 1) - 1;
    for (let probe = 0; probe < mostProbes; probe++) {
      const slot = ((hash + probe) & mask) << 1;
      const word = (slots[slot + 1] as number) - 1;
      if (word < 0) return this.#add(String.fromCharCode(...tokens.units.subarray(from, to)), tokens.shapes[i] as number, hash, slot);
      if (slots[slot] === hash && this.#isAt(word, tokens.units, from, to)) return word;
    }
    return -1;
  }

  /** Bits of `WordKind`. */
  kindsOf(word: number): number {
    return (this.records[word * WordRecord.size + WordRecord.Kinds] as number) & ((1 << kindBits) - 1);
  }

  /** The id of the key of a word as a symbol. */
  symbolOf(word: number): number {
    while (word >= this.#symbols.length) this.#symbols = grown(this.#symbols);
    const known = this.#symbols[word] as number;
    if (known > 0) return known - 1;
    const record = word * WordRecord.size;
    const start = this.records[record + WordRecord.UnitStart] as number;
    const length = (this.records[record + WordRecord.Kinds] as number) >> kindBits;
    const text = String.fromCharCode(...this.#units.subarray(start, start + length));
    const symbol = this.#lexicons.keys.intern(text, `${Space.Symbol}:`);
    this.#symbols[word] = symbol + 1;
    return symbol;
  }

  #isAt(word: number, text: Uint16Array, from: number, to: number): boolean {
    const record = word * WordRecord.size;
    if ((this.records[record + WordRecord.Kinds] as number) >> kindBits !== to - from) return false;
    const units = this.#units;
    for (let i = from, k = this.records[record + WordRecord.UnitStart] as number; i < to; i++, k++) {
      if (text[i] !== units[k]) return false;
    }
    return true;
  }

  /** The steps are in an order that leaves the memory sound where a time limit ends them in between. */
  #add(slice: string, shape: number, hash: number, slot: number): number {
    const { text, terms } = termsOfNewWord(slice, shape);
    const word = this.#count;
    const record = word * WordRecord.size;
    if (record + WordRecord.size > this.records.length) this.records = grown(this.records);
    if (this.#unitsSize + wordLimit > this.#units.length) this.#units = grown(this.#units);
    const start = this.#unitsSize;
    for (let k = 0; k < text.length; k++) this.#units[start + k] = text.charCodeAt(k);
    const kinds = (isSymbol(text, shape, true) ? WordKind.SymbolInCode : 0) | (isSymbol(text, shape, false) ? WordKind.SymbolInProse : 0);
    this.records[record + WordRecord.Kinds] = (text.length << kindBits) | kinds;
    this.records[record + WordRecord.UnitStart] = start;
    this.records[record + WordRecord.TermCount] = terms.length;
    this.records[record + WordRecord.Term] = terms.length === 1 ? this.#lexicons.terms.intern(terms[0] as string) : this.#addMore(terms);
    this.#unitsSize = start + text.length;
    this.#slots[slot] = hash;
    this.#slots[slot + 1] = word + 1;
    this.#count = word + 1;
    if (this.#count * 4 > this.#slots.length) this.#growSlots();
    return word;
  }

  #addMore(terms: readonly string[]): number {
    const first = this.#moreSize;
    while (first + terms.length > this.moreTerms.length) this.moreTerms = grown(this.moreTerms);
    for (let t = 0; t < terms.length; t++) this.moreTerms[first + t] = this.#lexicons.terms.intern(terms[t] as string);
    this.#moreSize = first + terms.length;
    return first;
  }

  #growSlots(): void {
    const old = this.#slots;
    const slots = new Int32Array(old.length * 2);
    const mask = (slots.length >> 1) - 1;
    for (let from = 0; from < old.length; from += 2) {
      if (old[from + 1] === 0) continue;
      let slot = (old[from] as number) & mask;
      while (slots[slot * 2 + 1] !== 0) slot = (slot + 1) & mask;
      slots[slot * 2] = old[from] as number;
      slots[slot * 2 + 1] = old[from + 1] as number;
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
