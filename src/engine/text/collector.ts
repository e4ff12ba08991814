/**
 * Gathers what a document says while its chunks are read: for each chunk its terms and keys, as ids of lexicons, with numbers and places.
 *
 * Words, terms and keys are counted by their numbers in the document, so what is counted lies close together. Everything is in columns that are
 * used again for the next document. Every entry has a serial number that only grows, and each number remembers the last one it got, so one
 * comparison tells whether it was seen in this chunk, and nothing is ever cleared.
 * Cost: some ten nanoseconds a word; the result is one copy.
 */

import { type ChunkHead, Role, type Space } from '../document.ts';
import { grown } from '../util/growArray.ts';
import { DocumentIds } from './names/documentIds.ts';
import { DocumentWords } from './names/documentWords.ts';
import { type KeySink, longestKey } from './names/entities.ts';
import { everywhere } from './names/places.ts';
import { type DocumentColumns, type EntryColumns, Head, newColumns, viewsOf } from './words/columns.ts';
import type { Lexicons } from './words/lexicon.ts';
import { type StemmedLanguage, termOfLanguage } from './words/stems.ts';
import type { Tokens } from './words/tokens.ts';
import { WordMemory } from './words/words.ts';

/** How the keys of each space begin. */
const keyHeads: Readonly<Record<Space, string>> = { n: 'n:', s: 's:', p: 'p:', l: 'l:', q: 'q:' };

/** A key on its way to the lexicon. */
const keyBytes = new Uint8Array(2 + longestKey);

/** Serials start anew above this. */
const mostSerials = 1 << 30;

/** What is counted in the chunks of one document, by its numbers there, in the order in which it was first seen in each. */
class EntryList {
  size = 0;
  /** What each entry is of. */
  of = new Int32Array(1 << 10);
  numbers = new Int32Array(1 << 10);
  places = new Int32Array(1 << 10);
  /** Serial of the last entry of each; that of entry i of this document is `#base` + i. */
  #lastOf = new Int32Array(1 << 10);
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

  /** The entry of what has this number, in the present chunk; a new one at first sight. */
  entryOf(number: number): number {
    if (number >= this.#lastOf.length) this.#admit(number);
    const last = (this.#lastOf[number] as number) - this.#base;
    if (last >= this.#chunkStart) return last;
    if (this.size === this.of.length) this.#grow();
    const entry = this.size++;
    this.of[entry] = number;
    this.numbers[entry] = 0;
    this.places[entry] = 0;
    this.#lastOf[number] = entry + this.#base;
    return entry;
  }

  /** Writes all entries with the id of what each is of. */
  copyTo(into: EntryColumns, ids: Int32Array): void {
    for (let i = 0; i < this.size; i++) into.ids[i] = ids[this.of[i] as number] as number;
    into.numbers.set(this.numbers.subarray(0, this.size));
    into.places.set(this.places.subarray(0, this.size));
  }

  #admit(number: number): void {
    while (number >= this.#lastOf.length) this.#lastOf = grown(this.#lastOf);
  }

  #grow(): void {
    this.of = grown(this.of);
    this.numbers = grown(this.numbers);
    this.places = grown(this.places);
  }
}

export class DocumentCollector implements KeySink {
  readonly #lexicons: Lexicons;
  /** What all its documents are in; undefined for English and where that is not known. */
  readonly language: StemmedLanguage | undefined;
  #memory: WordMemory;
  readonly #termIds = new DocumentIds();
  readonly #keyIds = new DocumentIds();
  /** The words of the present document. */
  readonly words: DocumentWords;
  readonly #terms = new EntryList();
  readonly #keys = new EntryList();
  /** The words of the present chunk: a word gives its terms once, however often it stands there. */
  readonly #entries = new EntryList();
  /** Where each of these stands as a symbol. */
  #symbolPlaces = new Int32Array(1 << 10);
  #heads = new Int32Array(1 << 9);
  #chunks = 0;
  /** The sum of the counts of the present chunk. */
  #length = 0;

  /** Strings get ids of these lexicons. */
  constructor(lexicons: Lexicons, language: StemmedLanguage | undefined) {
    this.#lexicons = lexicons;
    this.language = language;
    this.#memory = new WordMemory(lexicons, language);
    this.words = new DocumentWords(this.#memory, this.#termIds, this.#keyIds);
  }

  /** Forgets the document before, whether it was finished or not. `text` is the whole text of the next. */
  startDocument(text: Tokens): void {
    if (this.#memory.isFull || this.words.isWorn) this.#memory = new WordMemory(this.#lexicons, this.language);
    // Where a time limit has ended the document before in the midst of a chunk.
    this.#symbolPlaces.fill(0, 0, this.#entries.size);
    for (const list of [this.#terms, this.#keys, this.#entries]) list.startDocument();
    this.#termIds.startDocument();
    this.#keyIds.startDocument();
    this.words.startDocument(this.#memory, text);
    this.#chunks = 0;
  }

  startChunk(): void {
    this.#length = 0;
    for (const list of [this.#terms, this.#keys, this.#entries]) list.startChunk();
    if (this.language !== undefined) this.addTerm(termOfLanguage(this.language), 1, everywhere);
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

  /** Counts a word by its number in `words`, and notes where it stands as a symbol that is mentioned. */
  addWord(word: number, weight: number, places: number, symbolPlaces = 0): void {
    const entries = this.#entries;
    const entry = entries.entryOf(word);
    (entries.numbers[entry] as number) += weight;
    (entries.places[entry] as number) |= places;
    if (symbolPlaces === 0) return;
    while (entry >= this.#symbolPlaces.length) this.#symbolPlaces = grown(this.#symbolPlaces);
    (this.#symbolPlaces[entry] as number) |= symbolPlaces;
  }

  /** Counts a term. */
  addTerm(term: string, weight: number, places: number): void {
    this.#addTerm(this.#termIds.numberOf(this.#lexicons.terms.intern(term)), weight, places);
  }

  add(space: Space, text: string, roles: number, places: number): void {
    this.#addKey(this.#keyIds.numberOf(this.#lexicons.keys.intern(text, keyHeads[space])), roles, places);
  }

  addAscii(space: Space, units: Uint16Array, from: number, to: number, roles: number, places: number): void {
    const head = keyHeads[space];
    let size = 0;
    for (; size < head.length; size++) keyBytes[size] = head.charCodeAt(size);
    for (let i = from; i < to; i++) keyBytes[size++] = units[i] as number;
    this.#addKey(this.#keyIds.numberOf(this.#lexicons.keys.internBytes(keyBytes, 0, size, false)), roles, places);
  }

  /** What was gathered. */
  finish(): DocumentColumns {
    const columns = newColumns(this.#chunks, this.#terms.size, this.#keys.size);
    const { heads, terms, keys } = viewsOf(columns);
    heads.set(this.#heads.subarray(0, heads.length));
    this.#terms.copyTo(terms, this.#termIds.ids);
    this.#keys.copyTo(keys, this.#keyIds.ids);
    return columns;
  }

  /** Counts the terms and symbols of the chunk's words. */
  #tellWords(): void {
    const { words } = this;
    const { termNumbers } = words;
    const { of, numbers, places, size } = this.#entries;
    for (let entry = size - this.#entries.inChunk; entry < size; entry++) {
      const word = of[entry] as number;
      const [number, at] = [numbers[entry] as number, places[entry] as number];
      const end = words.endOfTerms(word);
      for (let i = words.firstTermOf(word); i < end; i++) this.#addTerm(termNumbers[i] as number, number, at);
      // The column has grown no further than the last word that was a symbol.
      const symbolPlaces = this.#symbolPlaces[entry] ?? 0;
      if (symbolPlaces === 0) continue;
      this.#symbolPlaces[entry] = 0;
      this.#addKey(words.symbolOf(word), Role.Mentions, symbolPlaces);
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
