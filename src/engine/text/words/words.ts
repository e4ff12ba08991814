/**
 * A hash table of the words of a corpus with their terms and symbols, looked up by code units without making strings.
 *
 * Everything about a word lies in one record, its code units included, so a word costs two uncached reads: the slot of its hash, and the record.
 * Open addressing on the scanner's hash. New ASCII words are analyzed by their units too: a part of an identifier is a word in the table itself,
 * and only a plain word is stemmed as a string.
 * Memory: some fifty bytes for each of at most `maxWords` words; then a new table is started.
 * Cost: one comparison of the units of each word, no string look-up for a known word.
 */

import { Space } from '../../document.ts';
import { grown } from '../../util/growArray.ts';
import { isSymbol, minSymbolLength } from '../names/entities.ts';
import type { StemmedLanguage } from '../stemming/stems.ts';
import type { Lexicons } from './lexicon.ts';
import { Randomness, randomnessOf } from './randomWords.ts';
import { partsOf, termOf, termsOfNewWord, wordLimit } from './terms.ts';
import { Shape, type Tokens } from './tokens.ts';
import { hashBasis, hashFactor, mixed } from './wordHash.ts';

const fullStop = 46;
/** Some ten megabytes. */
const maxWords = 160_000;
const maxProbes = 64;

/** Flags of what a word can be; `Piece`: part of data if it touches a random word (`Randomness.Maybe`). */
export const WordKind = { SymbolInCode: 1, SymbolInProse: 2, Piece: 4, Random: 8 } as const;

/** Layout of a word's record. Its terms follow, then its code units, two per number. */
export const WordRecord = {
  /** The kinds in the low bits, the length of the word above them. */
  Kinds: 0,
  /** Id of its symbol key plus one; 0 if not interned yet. */
  Symbol: 1,
  /** Owned by `DocumentWords`: the last serial of this word. */
  Serial: 2,
  TermCount: 3,
  Terms: 4,
} as const;
const kindBits = 4;
export const kindMask = (1 << kindBits) - 1;
/** Max numbers of a record: an identifier has at most as many parts as units, and one term for the whole. */
const maxRecordLength = WordRecord.Terms + wordLimit + 1 + wordLimit / 2;

/** Buffers: the terms of the word being added, and of a part of it. */
const terms = new Int32Array(wordLimit + 1);
const partTerms = new Int32Array(1);
/** Starts and ends of its parts. */
const parts = new Uint8Array(2 * wordLimit);
/** A part of it in lower case. */
const small = new Uint16Array(wordLimit);
/** The same as bytes of a lexicon. */
const bytes = new Uint8Array(wordLimit);
/** The key of a symbol as bytes. */
const symbolHead = `${Space.Symbol}:`;
const symbolBytes = new Uint8Array(symbolHead.length + wordLimit);
for (let i = 0; i < symbolHead.length; i++) symbolBytes[i] = symbolHead.charCodeAt(i);

export class WordTable {
  readonly #lexicons: Lexicons;
  readonly #language: StemmedLanguage | undefined;
  #count = 0;
  /** All records. A word is identified by the offset of its record, which is never 0. */
  records = new Int32Array(1 << 14);
  #size: number = WordRecord.Terms;
  /** Hash of a word and offset of its record; 0 is free. At least twice as many slots as words. */
  #slots = new Int32Array(2 << 13);

  /** Terms and symbols get ids of these lexicons; words are stemmed as those of texts in the language. */
  constructor(lexicons: Lexicons, language: StemmedLanguage | undefined) {
    this.#lexicons = lexicons;
    this.#language = language;
  }

  get isFull(): boolean {
    return this.#count > maxWords;
  }

  /**
   * The record of token `i`, added if new; -1 for tokens that are not stored: long ones, runs of an unspaced script, and those with too many
   * hash collisions (a file may be crafted so, and is then only a little slower).
   */
  find({ units, starts, ends, shapes, hashes }: Tokens, i: number): number {
    const from = starts[i] as number;
    const to = ends[i] as number;
    const shape = shapes[i] as number;
    if (to - from > wordLimit || (shape & Shape.Unspaced) !== 0) return -1;
    const hash = hashes[i] as number;
    const slot = this.#slotOf(units, from, to, hash);
    if (slot < 0) return -1;
    const known = this.#slots[slot + 1] as number;
    return known > 0 ? known : this.#add(units, from, to, shape, hash);
  }

  /** The likely offset of the record of a word with this hash, to prefetch it. */
  peek(hash: number): number {
    const slots = this.#slots;
    return slots[((hash << 1) & (slots.length - 1)) + 1] as number;
  }

  /** The id of a word's symbol key. */
  symbolOf(word: number): number {
    const known = this.records[word + WordRecord.Symbol] as number;
    if (known > 0) return known - 1;
    const symbol = this.#internSymbol(word, (this.records[word + WordRecord.Kinds] as number) >> kindBits);
    this.records[word + WordRecord.Symbol] = symbol + 1;
    return symbol;
  }

  #internSymbol(word: number, length: number): number {
    const { keys } = this.#lexicons;
    const first = this.#unitsOf(word);
    let all = 0;
    for (let i = 0; i < length; i++) {
      const unit = ((this.records[first + (i >> 1)] as number) >>> ((i & 1) * 16)) & 0xffff;
      small[i] = symbolBytes[symbolHead.length + i] = unit;
      all |= unit;
    }
    if (all < 128) return keys.internBytes(symbolBytes, 0, symbolHead.length + length, false);
    return keys.intern(String.fromCharCode(...small.subarray(0, length)), symbolHead);
  }

  #unitsOf(word: number): number {
    return word + WordRecord.Terms + (this.records[word + WordRecord.TermCount] as number);
  }

  /** The slot of a word, or the free one where it would go; -1 after too many probes. */
  #slotOf(units: Uint16Array, from: number, to: number, hash: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let probe = 0; probe < maxProbes; probe++) {
      const slot = ((hash + probe) << 1) & mask;
      const word = slots[slot + 1] as number;
      if (word === 0 || (slots[slot] === hash && this.#isAt(word, units, from, to))) return slot;
    }
    return -1;
  }

  #isAt(word: number, units: Uint16Array, from: number, to: number): boolean {
    const { records } = this;
    if ((records[word + WordRecord.Kinds] as number) >> kindBits !== to - from) return false;
    let at = this.#unitsOf(word);
    let i = from;
    for (; i + 1 < to; i += 2, at++) if (records[at] !== ((units[i] as number) | ((units[i + 1] as number) << 16))) return false;
    return i === to || records[at] === units[i];
  }

  #add(units: Uint16Array, from: number, to: number, shape: number, hash: number): number {
    if ((shape & Shape.Foreign) !== 0) {
      const text = String.fromCharCode(...units.subarray(from, to));
      return this.#store(units, from, to, hash, kindsOf(text, shape), terms, this.#internAll(termsOfNewWord(text, shape, this.#language)));
    }
    const characters = lowercase(units, from, to);
    if (characters === Kind.Lower) return this.#addLowercase(units, from, to, hash);
    const isSymbol = (characters & ~Kind.Joiner) !== 0 && to - from >= minSymbolLength && (shape & Shape.Digit) === 0;
    let kinds: number = !isSymbol
      ? 0
      : (shape & Shape.Identifier) === 0
        ? WordKind.SymbolInCode
        : WordKind.SymbolInCode | WordKind.SymbolInProse;
    if ((characters & Kind.Joiner) === 0 && (characters & (characters - 1)) !== 0) {
      const randomness = randomnessOf(units, from, to);
      if (randomness !== Randomness.No) kinds = randomness === Randomness.Yes ? WordKind.Random : kinds | WordKind.Piece;
    }
    return this.#store(units, from, to, hash, kinds, terms, this.#termsOf(units, from, to, shape, characters));
  }

  /** Adds a word of lower-case letters alone; only these can be keywords or stop words, or are stemmed. */
  #addLowercase(units: Uint16Array, from: number, to: number, hash: number): number {
    const text = String.fromCharCode(...units.subarray(from, to));
    const term = termOf(text, this.#language);
    if (term !== undefined) partTerms[0] = this.#lexicons.terms.intern(term);
    return this.#store(units, from, to, hash, kindsOf(text, 0), partTerms, term === undefined ? 0 : 1);
  }

  /** Puts the terms of an ASCII word, for which `lowercase` was just called, in `terms`; returns their number. */
  #termsOf(units: Uint16Array, from: number, to: number, shape: number, characters: number): number {
    if ((characters & ~Kind.Joiner) === 0) return 0;
    if ((shape & Shape.Identifier) === 0) {
      let count = this.#addTerm(0, this.#partTerm(to - from, characters));
      for (let k = 1; k < to - from; k++)
        if (bytes[k] === fullStop) count = this.#addTerm(count, this.#lexicons.terms.internBytes(bytes, 0, k, false));
      return count;
    }
    terms[0] = this.#lexicons.terms.internBytes(bytes, 0, to - from, false);
    let count = 1;
    const partsEnd = partsOf(units, from, to, parts);
    for (let p = 0; p < partsEnd; p += 2) {
      const [start, end] = [from + (parts[p] as number), from + (parts[p + 1] as number)];
      if (end - start >= 2) count = this.#addTerm(count, this.#partTerm(end - start, lowercase(units, start, end)));
    }
    return count;
  }

  #addTerm(count: number, term: number): number {
    if (term < 0) return count;
    for (let i = 0; i < count; i++) if (terms[i] === term) return count;
    terms[count] = term;
    return count + 1;
  }

  /** The term of the `length` letters and digits in `small`; -1 for a stop word. Letters alone are a word in the table too. */
  #partTerm(length: number, characters: number): number {
    if ((characters & Kind.Digit) !== 0) return this.#lexicons.terms.internBytes(bytes, 0, length, false);
    const hash = hashOfUnits(small, length);
    const slot = this.#slotOf(small, 0, length, hash);
    const known = slot < 0 ? 0 : (this.#slots[slot + 1] as number);
    const word = known > 0 ? known : this.#addLowercase(small, 0, length, hash);
    return word < 0 || this.records[word + WordRecord.TermCount] === 0 ? -1 : (this.records[word + WordRecord.Terms] as number);
  }

  #internAll(texts: readonly string[]): number {
    for (let t = 0; t < texts.length; t++) terms[t] = this.#lexicons.terms.intern(texts[t] as string);
    return texts.length;
  }

  /** The order of the steps keeps the table consistent if a time limit aborts them. */
  #store(units: Uint16Array, from: number, to: number, hash: number, kinds: number, terms: Int32Array, termCount: number): number {
    const slot = this.#slotOf(units, from, to, hash);
    if (slot < 0) return -1;
    if (this.#size + maxRecordLength > this.records.length) this.records = grown(this.records);
    const { records } = this;
    const word = this.#size;
    records[word + WordRecord.Kinds] = ((to - from) << kindBits) | kinds;
    records[word + WordRecord.Symbol] = 0;
    records[word + WordRecord.Serial] = 0;
    records[word + WordRecord.TermCount] = termCount;
    for (let t = 0; t < termCount; t++) records[word + WordRecord.Terms + t] = terms[t] as number;
    let at = this.#unitsOf(word);
    for (let i = from; i < to; i += 2) records[at++] = (units[i] as number) | (i + 1 < to ? (units[i + 1] as number) << 16 : 0);
    this.#size = at;
    this.#slots[slot] = hash;
    this.#slots[slot + 1] = word;
    this.#count++;
    if (this.#count * 4 > this.#slots.length) this.#growSlots();
    return word;
  }

  #growSlots(): void {
    const old = this.#slots;
    const slots = new Int32Array(old.length * 2);
    const mask = slots.length - 1;
    for (let from = 0; from < old.length; from += 2) {
      if (old[from + 1] === 0) continue;
      let slot = ((old[from] as number) << 1) & mask;
      while (slots[slot + 1] !== 0) slot = (slot + 2) & mask;
      slots[slot] = old[from] as number;
      slots[slot + 1] = old[from + 1] as number;
    }
    this.#slots = slots;
  }
}

function kindsOf(text: string, shape: number): number {
  return (isSymbol(text, shape, true) ? WordKind.SymbolInCode : 0) | (isSymbol(text, shape, false) ? WordKind.SymbolInProse : 0);
}

/** Kinds of characters in an ASCII word, as bits. */
const Kind = { Lower: 1, Upper: 2, Digit: 4, Joiner: 8 } as const;

/** Writes an ASCII word, or a part of it, in lower case into `small` and `bytes`; returns the bits of `Kind` in it. */
function lowercase(units: Uint16Array, from: number, to: number): number {
  let kinds = 0;
  for (let i = from, k = 0; i < to; i++, k++) {
    const unit = units[i] as number;
    const kind: number = unit >= 97 ? Kind.Lower : unit === 95 || unit === 36 ? Kind.Joiner : unit >= 65 ? Kind.Upper : Kind.Digit;
    kinds |= kind;
    small[k] = bytes[k] = kind === Kind.Upper ? unit + 32 : unit;
  }
  return kinds;
}

function hashOfUnits(units: Uint16Array, length: number): number {
  let hash = hashBasis;
  for (let i = 0; i < length; i++) hash = Math.imul(hash ^ (units[i] as number), hashFactor);
  return mixed(hash);
}
