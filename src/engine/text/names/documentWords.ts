/**
 * Maps the words of one document to small local numbers, with their terms and symbols.
 *
 * Most words of a text occurred in it before: they are found by hash in a table that fits the CPU caches, and compared with their first
 * occurrence. Only the others are looked up in the table of all words, which does not fit.
 * Cost: one cached look-up per word, one uncached one per distinct word of the document.
 */

import { grown } from '../../util/growArray.ts';
import { wordLimit } from '../words/terms.ts';
import { Shape, type Tokens } from '../words/tokens.ts';
import { kindMask, WordRecord, type WordTable } from '../words/words.ts';
import type { DocumentIds } from './documentIds.ts';

/** Layout of a slot; its parts are read together. */
const Slot = { size: 2, Hash: 0, Serial: 1 } as const;
const minSlots = 256;
/** Max slots probed for a word; after that it counts as new and takes the last one, which only costs time. */
const maxProbes = 16;
/** Above this, serials restart. */
const maxSerials = 1 << 30;

/** Layout of a word's record. */
const Part = { size: 4, Kinds: 0, FirstTerm: 1, TermEnd: 2, Symbol: 3 } as const;

/** Distinct words that are looked up together. */
const batchSize = 64;

export class DocumentWords {
  readonly #terms: DocumentIds;
  readonly #keys: DocumentIds;
  #wordTable: WordTable;
  /** The local number of each token of the document; -1 for tokens that are not in the word table. */
  ofToken = new Int32Array(1 << 10);
  /** The local numbers of each word's terms, word by word. */
  termNumbers = new Int32Array(1 << 10);
  #termsSize = 0;
  #size = 0;
  /** The record of each word in the word table, and its first token. */
  #words = new Int32Array(1 << 8);
  #tokens = new Int32Array(1 << 8);
  #parts = new Int32Array(Part.size << 8);
  #slots = new Int32Array(Slot.size * minSlots);
  /** Word n has the serial `#base` + n; lower ones belong to earlier documents. */
  #base = 1;
  /** Keeps prefetching reads from being optimised away. */
  prefetched = 0;

  /** @param terms and `keys` assign the local numbers of terms and symbols. */
  constructor(wordTable: WordTable, terms: DocumentIds, keys: DocumentIds) {
    this.#wordTable = wordTable;
    this.#terms = terms;
    this.#keys = keys;
  }

  /** Whether the next document needs a new word table because serials grow too large. */
  get isExhausted(): boolean {
    return this.#base > maxSerials;
  }

  startDocument(wordTable: WordTable, text: Tokens): void {
    this.#base += this.#size;
    this.#size = this.#termsSize = 0;
    if (wordTable !== this.#wordTable) {
      this.#wordTable = wordTable;
      this.#base = 1;
      this.#slots.fill(0);
    }
    this.#numberTokens(text);
  }

  /** The local number of token `i` of another text, or -1. */
  find(tokens: Tokens, i: number): number {
    const word = this.#wordTable.find(tokens, i);
    if (word < 0) return -1;
    const known = (this.#wordTable.records[word + WordRecord.Serial] as number) - this.#base;
    if (known >= 0) return known;
    const number = this.#newNumber(-1);
    this.#record(number, word);
    return number;
  }

  /** Bits of `WordKind`. */
  kindsOf(number: number): number {
    return this.#parts[number * Part.size + Part.Kinds] as number;
  }

  /** Start of a word's terms in `termNumbers`; they end at `endOfTerms`. */
  firstTermOf(number: number): number {
    return this.#parts[number * Part.size + Part.FirstTerm] as number;
  }

  endOfTerms(number: number): number {
    return this.#parts[number * Part.size + Part.TermEnd] as number;
  }

  /** The local number of a word's symbol key. */
  symbolOf(number: number): number {
    const at = number * Part.size + Part.Symbol;
    const known = this.#parts[at] as number;
    if (known > 0) return known - 1;
    const symbol = this.#keys.numberOf(this.#wordTable.symbolOf(this.#words[number] as number));
    this.#parts[at] = symbol + 1;
    return symbol;
  }

  /** Assigns a local number to each token of the document. */
  #numberTokens(text: Tokens): void {
    const { count, units, starts, ends, shapes, hashes } = text;
    while (this.ofToken.length < count) this.ofToken = grown(this.ofToken);
    let slotCount = minSlots;
    while (slotCount * 2 < count) slotCount *= 2;
    if (this.#slots.length < slotCount * Slot.size) this.#slots = new Int32Array(slotCount * Slot.size);
    const { ofToken } = this;
    const slots = this.#slots;
    const base = this.#base;
    let lookedUp = 0;
    let hasMissing = false;
    for (let i = 0; i < count; i++) {
      const from = starts[i] as number;
      const to = ends[i] as number;
      if (to - from > wordLimit || ((shapes[i] as number) & Shape.Unspaced) !== 0) {
        ofToken[i] = -1;
        continue;
      }
      const hash = hashes[i] as number;
      let at = 0;
      let number = -1;
      for (let probe = 0; probe < maxProbes; probe++) {
        at = ((hash + probe) & (slotCount - 1)) * Slot.size;
        const known = (slots[at + Slot.Serial] as number) - base;
        if (known < 0) break;
        if (slots[at] !== hash) continue;
        const token = this.#tokens[known] as number;
        if (!isSame(units, starts[token] as number, ends[token] as number, from, to)) continue;
        number = known;
        break;
      }
      if (number >= 0) {
        ofToken[i] = number;
        continue;
      }
      number = ofToken[i] = this.#newNumber(i);
      slots[at] = hash;
      slots[at + Slot.Serial] = base + number;
      if (this.#size - lookedUp === batchSize) {
        hasMissing = this.#lookUp(text, lookedUp) || hasMissing;
        lookedUp = this.#size;
      }
    }
    hasMissing = this.#lookUp(text, lookedUp) || hasMissing;
    if (hasMissing) for (let i = 0; i < count; i++) if ((this.#words[ofToken[i] as number] ?? -1) < 0) ofToken[i] = -1;
  }

  #newNumber(token: number): number {
    const number = this.#size++;
    if (number === this.#words.length) {
      this.#words = grown(this.#words);
      this.#tokens = grown(this.#tokens);
      this.#parts = grown(this.#parts);
    }
    this.#tokens[number] = token;
    return number;
  }

  /**
   * Looks up the words from local number `first` on in the word table; returns whether one is missing. Slots and records of all are read
   * first, since independent reads take a fraction of the time.
   */
  #lookUp(text: Tokens, first: number): boolean {
    const wordTable = this.#wordTable;
    const words = this.#words;
    const tokens = this.#tokens;
    const size = this.#size;
    for (let n = first; n < size; n++) words[n] = wordTable.peek(text.hashes[tokens[n] as number] as number);
    for (let n = first; n < size; n++) this.prefetched ^= wordTable.records[words[n] as number] as number;
    let hasMissing = false;
    for (let n = first; n < size; n++) {
      const word = wordTable.find(text, tokens[n] as number);
      if (word >= 0) this.#record(n, word);
      words[n] = word;
      if (word < 0) hasMissing = true;
    }
    return hasMissing;
  }

  #record(number: number, word: number): void {
    const { records } = this.#wordTable;
    const count = records[word + WordRecord.TermCount] as number;
    const first = this.#termsSize;
    while (first + count > this.termNumbers.length) this.termNumbers = grown(this.termNumbers);
    for (let i = 0; i < count; i++) this.termNumbers[first + i] = this.#terms.numberOf(records[word + WordRecord.Terms + i] as number);
    this.#termsSize = first + count;
    this.#words[number] = word;
    const at = number * Part.size;
    this.#parts[at + Part.Kinds] = (records[word + WordRecord.Kinds] as number) & kindMask;
    this.#parts[at + Part.FirstTerm] = first;
    this.#parts[at + Part.TermEnd] = first + count;
    this.#parts[at + Part.Symbol] = 0;
    records[word + WordRecord.Serial] = this.#base + number;
  }
}

function isSame(units: Uint16Array, start: number, end: number, from: number, to: number): boolean {
  if (end - start !== to - from) return false;
  for (let i = from, k = start; i < to; i++, k++) if (units[i] !== units[k]) return false;
  return true;
}
