/**
 * Remembers the words of a corpus with what they give to an index, found by their place in a text without a string being made, and
 * collects the terms of one chunk at a time.
 *
 * Open addressing on the hash that the scanner made. Memory: some hundreds of bytes for each of at most `memoryLimit` words, then it starts anew.
 * Cost: one comparison of the units of each word, no look-up of strings for a word that is known.
 */

import type { ChunkTerm } from '../document.ts';
import { isSymbol } from './entities.ts';
import { termsOfNewWord, wordLimit } from './terms.ts';
import { Shape, type Tokens } from './tokens.ts';

/** A term with its counts in the chunk that was last looked at. */
interface Term {
  readonly text: string;
  /** Rises with the text; equal only where the first three code units are. */
  readonly order: number;
  chunk: number;
  count: number;
  places: number;
}

/** A word of at most `wordLimit` units that is no run of an unspaced script. */
export interface Word {
  readonly text: string;
  readonly terms: readonly Term[];
  readonly isSymbolInCode: boolean;
  readonly isSymbolInProse: boolean;
}

const memoryLimit = 80_000;
const mostProbes = 64;

class WordMemory {
  readonly terms = new Map<string, Term>();
  readonly #words: Word[] = [];
  /** The code units of all words, and where those of each begin. */
  #units = new Uint16Array(1 << 15);
  #starts = new Int32Array(1 << 12);
  #hashes = new Int32Array(1 << 12);
  /** Position of a word plus one; 0 is free. Twice as many slots as words at least. */
  #slots = new Int32Array(1 << 13);

  get isFull(): boolean {
    return this.#words.length > memoryLimit || this.terms.size > 2 * memoryLimit;
  }

  /** Undefined where too many words have a hash like this one's: a file may be made so, and is then only slower by little. */
  word(text: string, tokens: Tokens, i: number): Word | undefined {
    const hash = tokens.hashes[i] as number;
    const from = tokens.starts[i] as number;
    const to = tokens.ends[i] as number;
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let probe = 0; probe < mostProbes; probe++) {
      const slot = (hash + probe) & mask;
      const position = (slots[slot] as number) - 1;
      if (position < 0) return this.#add(text.slice(from, to), tokens.shapes[i] as number, hash, slot);
      if (this.#hashes[position] === hash && this.#isAt(position, tokens.units, from, to)) return this.#words[position] as Word;
    }
    return undefined;
  }

  #isAt(position: number, units: Uint16Array, from: number, to: number): boolean {
    const own = this.#units;
    const start = this.#starts[position] as number;
    if ((this.#starts[position + 1] as number) - start !== to - from) return false;
    for (let i = from, k = start; i < to; i++, k++) if (units[i] !== own[k]) return false;
    return true;
  }

  term(text: string): Term {
    let term = this.terms.get(text);
    if (term === undefined) {
      term = { text, order: orderOf(text), chunk: -1, count: 0, places: 0 };
      this.terms.set(text, term);
    }
    return term;
  }

  /** The steps are in an order that leaves the memory sound where a time limit ends them in between. */
  #add(slice: string, shape: number, hash: number, slot: number): Word {
    const { text, terms } = termsOfNewWord(slice, shape);
    const word: Word = {
      text,
      terms: terms.map((term) => this.term(term)),
      isSymbolInCode: isSymbol(text, shape, true),
      isSymbolInProse: isSymbol(text, shape, false),
    };
    const position = this.#words.length;
    if (position + 1 >= this.#starts.length) this.#growWords();
    const start = this.#starts[position] as number;
    if (start + wordLimit > this.#units.length) this.#growUnits();
    for (let k = 0; k < text.length; k++) this.#units[start + k] = text.charCodeAt(k);
    this.#starts[position + 1] = start + text.length;
    this.#words.push(word);
    this.#hashes[position] = hash;
    this.#slots[slot] = position + 1;
    if (this.#words.length * 2 > this.#slots.length) this.#growSlots();
    return word;
  }

  #growUnits(): void {
    const larger = new Uint16Array(this.#units.length * 2);
    larger.set(this.#units);
    this.#units = larger;
  }

  #growWords(): void {
    const hashes = new Int32Array(this.#starts.length * 2);
    hashes.set(this.#hashes);
    this.#hashes = hashes;
    const starts = new Int32Array(this.#starts.length * 2);
    starts.set(this.#starts);
    this.#starts = starts;
  }

  #growSlots(): void {
    const slots = new Int32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let position = 0; position < this.#words.length; position++) {
      let slot = (this.#hashes[position] as number) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = position + 1;
    }
    this.#slots = slots;
  }
}

function orderOf(text: string): number {
  const unit = (at: number): number => (at < text.length ? text.charCodeAt(at) : 0);
  return (unit(0) * 0x10000 + unit(1)) * 0x10000 + unit(2);
}

function byOrder(a: Term, b: Term): number {
  return a.order - b.order || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0);
}

let memory = new WordMemory();
let lastChunk = 0;

/** Word `i` of the tokens of a text; undefined for those that are not remembered. */
export function wordAt(text: string, tokens: Tokens, i: number): Word | undefined {
  const isLong = (tokens.ends[i] as number) - (tokens.starts[i] as number) > wordLimit;
  return isLong || (tokens.shapes[i] as number) & Shape.Unspaced ? undefined : memory.word(text, tokens, i);
}

/** Collects the terms of one chunk. A new one ends the use of the one before and of its words. */
export class TermCollector {
  readonly #chunk = ++lastChunk;
  readonly #terms: Term[] = [];
  /** The sum of the counts. */
  length = 0;

  constructor() {
    if (memory.isFull) memory = new WordMemory();
  }

  addWord({ terms }: Word, weight: number, places: number): void {
    for (let i = 0; i < terms.length; i++) this.#add(terms[i] as Term, weight, places);
  }

  addTerm(text: string, weight: number, places: number): void {
    this.#add(memory.term(text), weight, places);
  }

  /** Each once, in code unit order. */
  sorted(): ChunkTerm[] {
    return this.#terms.sort(byOrder).map(({ text, count, places }) => ({ term: text, count, places: places >>> 0 }));
  }

  #add(term: Term, weight: number, places: number): void {
    this.length += weight;
    if (term.chunk === this.#chunk) {
      term.count += weight;
      term.places |= places;
    } else {
      term.chunk = this.#chunk;
      term.count = weight;
      term.places = places | 0;
      this.#terms.push(term);
    }
  }
}
