/**
 * Gathers what a document says while its chunks are read: for each chunk its terms and keys, as ids of lexicons, with numbers and places.
 *
 * Everything lies in columns that are used again for the next document. Every entry has a serial number that only grows, and each string
 * remembers the last one it got, so one comparison tells whether it was seen in this chunk, and nothing is ever cleared.
 * Cost: some ten nanoseconds a word; the result is one copy.
 */

import { type DocumentColumns, type EntryColumns, Head, newColumns, viewsOf } from '../columns.ts';
import { type ChunkHead, Role, type Space } from '../document.ts';
import type { KeySink } from './entities.ts';
import type { Lexicons } from './lexicon.ts';
import { grown, WordMemory, WordRecord } from './words.ts';

/** How the keys of each space begin. */
const keyHeads: Readonly<Record<Space, string>> = { n: 'n:', s: 's:', p: 'p:', l: 'l:', q: 'q:' };

/** Serials start anew above this. */
const mostSerials = 1 << 30;

/** Terms or keys of the chunks of one document, in the order in which they were first seen. */
class EntryList {
  size = 0;
  ids = new Int32Array(1 << 10);
  numbers = new Int32Array(1 << 10);
  places = new Int32Array(1 << 10);
  /** Serial of the last entry of each id; that of entry i of this document is `#base` + i. */
  #lastOf = new Int32Array(1 << 12);
  #base = 1;
  #chunkStart = 0;

  startDocument(): void {
    this.#base += this.size;
    this.size = 0;
    if (this.#base < mostSerials) return;
    this.#lastOf.fill(0);
    this.#base = 1;
  }

  startChunk(): void {
    this.#chunkStart = this.size;
  }

  /** Entries of the present chunk. */
  get inChunk(): number {
    return this.size - this.#chunkStart;
  }

  /** The entry of an id in the present chunk; a new one at first sight. */
  entryOf(id: number): number {
    if (id >= this.#lastOf.length) this.#admit(id);
    const last = (this.#lastOf[id] as number) - this.#base;
    if (last >= this.#chunkStart) return last;
    if (this.size === this.ids.length) this.#grow();
    const entry = this.size++;
    this.ids[entry] = id;
    this.numbers[entry] = 0;
    this.places[entry] = 0;
    this.#lastOf[id] = entry + this.#base;
    return entry;
  }

  copyTo(into: EntryColumns): void {
    into.ids.set(this.ids.subarray(0, this.size));
    into.numbers.set(this.numbers.subarray(0, this.size));
    into.places.set(this.places.subarray(0, this.size));
  }

  #admit(id: number): void {
    while (id >= this.#lastOf.length) this.#lastOf = grown(this.#lastOf);
  }

  #grow(): void {
    this.ids = grown(this.ids);
    this.numbers = grown(this.numbers);
    this.places = grown(this.places);
  }
}

export class DocumentCollector implements KeySink {
  readonly #lexicons: Lexicons;
  #memory: WordMemory;
  readonly #terms = new EntryList();
  readonly #keys = new EntryList();
  /** The words of the present chunk, by their numbers in the memory: a word gives its terms once, however often it stands there. */
  readonly #words = new EntryList();
  /** Where each of these stands as a symbol. */
  #symbolPlaces = new Int32Array(1 << 10);
  #heads = new Int32Array(1 << 9);
  #chunks = 0;
  /** The sum of the counts of the present chunk. */
  #length = 0;

  /** Strings get ids of these lexicons. */
  constructor(lexicons: Lexicons) {
    this.#lexicons = lexicons;
    this.#memory = new WordMemory(lexicons);
  }

  /** The words that this collector knows; another one for each document, perhaps. */
  get memory(): WordMemory {
    return this.#memory;
  }

  /** Forgets the document before, whether it was finished or not. */
  startDocument(): void {
    if (this.#memory.isFull) this.#memory = new WordMemory(this.#lexicons);
    // Where a time limit has ended the document before in the midst of a chunk.
    this.#symbolPlaces.fill(0, 0, this.#words.size);
    for (const list of [this.#terms, this.#keys, this.#words]) list.startDocument();
    this.#chunks = 0;
  }

  startChunk(): void {
    this.#length = 0;
    for (const list of [this.#terms, this.#keys, this.#words]) list.startChunk();
  }

  endChunk({ startLine, endLine, startColumn, endColumn, kind }: ChunkHead, title: string): void {
    this.#tellWords();
    const at = this.#chunks * Head.size;
    if (at + Head.size > this.#heads.length) this.#heads = grown(this.#heads);
    const heads = this.#heads;
    heads[at + Head.StartLine] = startLine;
    heads[at + Head.EndLine] = endLine;
    heads[at + Head.StartColumn] = startColumn;
    heads[at + Head.EndColumn] = endColumn;
    heads[at + Head.IsCode] = kind === 'code' ? 1 : 0;
    heads[at + Head.Title] = this.#lexicons.titles.intern(title);
    heads[at + Head.Length] = this.#length;
    heads[at + Head.Terms] = this.#terms.inChunk;
    heads[at + Head.Keys] = this.#keys.inChunk;
    this.#chunks++;
  }

  /** Counts a word that the memory knows, and notes where it stands as a symbol that is mentioned. */
  addWord(word: number, weight: number, places: number, symbolPlaces = 0): void {
    const words = this.#words;
    const entry = words.entryOf(word);
    (words.numbers[entry] as number) += weight;
    (words.places[entry] as number) |= places;
    if (symbolPlaces === 0) return;
    while (entry >= this.#symbolPlaces.length) this.#symbolPlaces = grown(this.#symbolPlaces);
    (this.#symbolPlaces[entry] as number) |= symbolPlaces;
  }

  /** Counts a term. */
  addTerm(term: string, weight: number, places: number): void {
    this.#addTerm(this.#lexicons.terms.intern(term), weight, places);
  }

  add(space: Space, text: string, roles: number, places: number): void {
    this.#addKey(this.#lexicons.keys.intern(text, keyHeads[space]), roles, places);
  }

  /** What was gathered. */
  finish(): DocumentColumns {
    const columns = newColumns(this.#chunks, this.#terms.size, this.#keys.size);
    const { heads, terms, keys } = viewsOf(columns);
    heads.set(this.#heads.subarray(0, heads.length));
    this.#terms.copyTo(terms);
    this.#keys.copyTo(keys);
    return columns;
  }

  /** Counts the terms and symbols of the chunk's words. */
  #tellWords(): void {
    const { records, moreTerms } = this.#memory;
    const { ids, numbers, places, size } = this.#words;
    for (let entry = size - this.#words.inChunk; entry < size; entry++) {
      const word = ids[entry] as number;
      const [number, at] = [numbers[entry] as number, places[entry] as number];
      const record = word * WordRecord.size;
      const count = records[record + WordRecord.TermCount] as number;
      const term = records[record + WordRecord.Term] as number;
      if (count === 1) this.#addTerm(term, number, at);
      else for (let i = term; i < term + count; i++) this.#addTerm(moreTerms[i] as number, number, at);
      // The column has grown no further than the last word that was a symbol.
      const symbolPlaces = this.#symbolPlaces[entry] ?? 0;
      if (symbolPlaces === 0) continue;
      this.#symbolPlaces[entry] = 0;
      this.#addKey(this.#memory.symbolOf(word), Role.Mentions, symbolPlaces);
    }
  }

  #addTerm(term: number, weight: number, places: number): void {
    this.#length += weight;
    const entries = this.#terms;
    const entry = entries.entryOf(term);
    (entries.numbers[entry] as number) += weight;
    (entries.places[entry] as number) |= places;
  }

  #addKey(key: number, roles: number, places: number): void {
    const entries = this.#keys;
    const entry = entries.entryOf(key);
    (entries.numbers[entry] as number) |= roles;
    (entries.places[entry] as number) |= places;
  }
}
