/**
 * The words of one document as small numbers, with what they give to its chunks.
 *
 * Most words of a text have stood in it before: they are found by their hash in a table that fits the caches, and compared with the place
 * where they were first seen. Only the others are looked for in the memory of all words, which does not fit.
 * Cost: one small look-up a word, one large one for each distinct word of the document.
 */

import { grown } from '../../util/growArray.ts';
import { wordLimit } from '../words/terms.ts';
import { Shape, type Tokens } from '../words/tokens.ts';
import { kindMask, type WordMemory, WordRecord } from '../words/words.ts';
import type { DocumentIds } from './documentIds.ts';

/** Where the parts of a slot are: they are read together. */
const Slot = { size: 2, Hash: 0, Serial: 1 } as const;
const minSlots = 256;
/** Slots that are looked at for one word; then it counts as new and takes the last of them, which costs time alone. */
const maxProbes = 16;
/** Serials start anew above this. */
const maxSerials = 1 << 30;

/** Where the parts of a word's record are. */
const Part = { size: 4, Kinds: 0, FirstTerm: 1, TermEnd: 2, Symbol: 3 } as const;

/** Distinct words that are looked for together. */
const together = 64;

export class DocumentWords {
  readonly #terms: DocumentIds;
  readonly #keys: DocumentIds;
  #memory: WordMemory;
  /** The number of each token of the document; -1 for those that the memory does not hold. */
  ofToken = new Int32Array(1 << 10);
  /** The terms of each word, one word after the other, by their numbers. */
  termNumbers = new Int32Array(1 << 10);
  #termsSize = 0;
  #size = 0;
  /** Of each word: its record in the memory, and a token that is it. */
  #words = new Int32Array(1 << 8);
  #tokens = new Int32Array(1 << 8);
  #parts = new Int32Array(Part.size << 8);
  #slots = new Int32Array(Slot.size * minSlots);
  /** The serial of word n is `#base` + n; lower ones are of documents before. */
  #base = 1;
  /** Keeps reads ahead of their use from being optimised away. */
  foreseen = 0;

  /** Terms and symbols get numbers of these. */
  constructor(memory: WordMemory, terms: DocumentIds, keys: DocumentIds) {
    this.#memory = memory;
    this.#terms = terms;
    this.#keys = keys;
  }

  /** Whether the next document should have another memory: serials would grow too large. */
  get isWorn(): boolean {
    return this.#base > maxSerials;
  }

  startDocument(memory: WordMemory, text: Tokens): void {
    this.#base += this.#size;
    this.#size = this.#termsSize = 0;
    if (memory !== this.#memory) {
      this.#memory = memory;
      this.#base = 1;
      this.#slots.fill(0);
    }
    this.#tellApart(text);
  }

  /** The number of token `i` of another text, or -1. */
  find(tokens: Tokens, i: number): number {
    const word = this.#memory.find(tokens, i);
    if (word < 0) return -1;
    const known = (this.#memory.records[word + WordRecord.Serial] as number) - this.#base;
    if (known >= 0) return known;
    const number = this.#newNumber(-1);
    this.#record(number, word);
    return number;
  }

  /** Bits of `WordKind`. */
  kindsOf(number: number): number {
    return this.#parts[number * Part.size + Part.Kinds] as number;
  }

  /** The numbers of a word's terms stand in `termNumbers` from here on, up to `endOfTerms`. */
  firstTermOf(number: number): number {
    return this.#parts[number * Part.size + Part.FirstTerm] as number;
  }

  endOfTerms(number: number): number {
    return this.#parts[number * Part.size + Part.TermEnd] as number;
  }

  /** The number of the key of a word as a symbol. */
  symbolOf(number: number): number {
    const at = number * Part.size + Part.Symbol;
    const known = this.#parts[at] as number;
    if (known > 0) return known - 1;
    const symbol = this.#keys.numberOf(this.#memory.symbolOf(this.#words[number] as number));
    this.#parts[at] = symbol + 1;
    return symbol;
  }

  /** Gives each token of the document its number. */
  #tellApart(text: Tokens): void {
    const { count, units, starts, ends, shapes, hashes } = text;
    while (this.ofToken.length < count) this.ofToken = grown(this.ofToken);
    let slotCount = minSlots;
    while (slotCount * 2 < count) slotCount *= 2;
    if (this.#slots.length < slotCount * Slot.size) this.#slots = new Int32Array(slotCount * Slot.size);
    const { ofToken } = this;
    const slots = this.#slots;
    const base = this.#base;
    let looked = 0;
    let hasUnknown = false;
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
      if (this.#size - looked === together) {
        hasUnknown = this.#lookFor(text, looked) || hasUnknown;
        looked = this.#size;
      }
    }
    hasUnknown = this.#lookFor(text, looked) || hasUnknown;
    if (hasUnknown) for (let i = 0; i < count; i++) if ((this.#words[ofToken[i] as number] ?? -1) < 0) ofToken[i] = -1;
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
   * Looks for the words from number `first` on in the memory; returns whether it does not hold one. Slots and records of all are read first:
   * reads that do not wait for each other take a fraction of the time.
   */
  #lookFor(text: Tokens, first: number): boolean {
    const memory = this.#memory;
    const words = this.#words;
    const tokens = this.#tokens;
    const size = this.#size;
    for (let n = first; n < size; n++) words[n] = memory.guess(text.hashes[tokens[n] as number] as number);
    for (let n = first; n < size; n++) this.foreseen ^= memory.records[words[n] as number] as number;
    let hasUnknown = false;
    for (let n = first; n < size; n++) {
      const word = memory.find(text, tokens[n] as number);
      if (word >= 0) this.#record(n, word);
      words[n] = word;
      if (word < 0) hasUnknown = true;
    }
    return hasUnknown;
  }

  #record(number: number, word: number): void {
    const { records } = this.#memory;
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
