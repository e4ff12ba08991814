/**
 * Collects the terms and keys of a document's chunks, as ids of lexicons, with counts or roles and places.
 *
 * Words, terms and keys are counted by document-local numbers, so the counters lie close together, in columns that are reused for the next
 * document. The entries of a chunk are local numbers of these again.
 * Cost: some ten nanoseconds per word; the result is one copy.
 */

import type { ChunkHead, Space } from '../document.ts';
import { grown } from '../util/growArray.ts';
import { DocumentIds } from './names/documentIds.ts';
import { DocumentWords } from './names/documentWords.ts';
import { type KeySink, maxKeyLength } from './names/entities.ts';
import { everywhere } from './names/places.ts';
import { type StemmedLanguage, termOfLanguage } from './stemming/stems.ts';
import { type DocumentColumns, type EntryColumns, Head, newColumns, viewsOf } from './words/columns.ts';
import type { Lexicons } from './words/lexicon.ts';
import type { Tokens } from './words/tokens.ts';
import { WordTable } from './words/words.ts';

const keyPrefixes: Readonly<Record<Space, string>> = { n: 'n:', s: 's:', p: 'p:', l: 'l:', q: 'q:' };

/** Buffer for a key on its way to the lexicon. */
const keyBytes = new Uint8Array(2 + maxKeyLength);

/** Entries of the chunks of one document by local number, in the order in which they were first seen in each chunk. */
class EntryList extends DocumentIds {
  numbers = new Int32Array(1 << 10);
  places = new Int32Array(1 << 10);
  #chunkStart = 0;

  startChunk(): void {
    this.#chunkStart = this.size;
  }

  /** Number of entries of the current chunk. */
  get inChunk(): number {
    return this.size - this.#chunkStart;
  }

  /** The entry of a local number in the current chunk; created if new. */
  entryOf(number: number): number {
    const { size } = this;
    const entry = this.numberOf(number, this.#chunkStart);
    if (entry < size) return entry;
    if (entry === this.numbers.length) {
      this.numbers = grown(this.numbers);
      this.places = grown(this.places);
    }
    this.numbers[entry] = this.places[entry] = 0;
    return entry;
  }

  /** Writes all entries, with local numbers mapped to ids. */
  copyTo(into: EntryColumns, ids: Int32Array): void {
    for (let i = 0; i < this.size; i++) into.ids[i] = ids[this.ids[i] as number] as number;
    into.numbers.set(this.numbers.subarray(0, this.size));
    into.places.set(this.places.subarray(0, this.size));
  }
}

export class DocumentCollector implements KeySink {
  readonly #lexicons: Lexicons;
  /** The language of all its documents; undefined for English or if unknown. */
  readonly language: StemmedLanguage | undefined;
  #wordTable: WordTable;
  readonly #termIds = new DocumentIds();
  readonly #keyIds = new DocumentIds();
  /** The words of the current document. */
  readonly words: DocumentWords;
  readonly #terms = new EntryList();
  readonly #keys = new EntryList();
  /** The words of the current chunk: the terms of a word are added once, however often it occurs. */
  readonly #entries = new EntryList();
  /** The places where each of these occurs as a symbol, and its roles there. */
  #symbolPlaces = new Int32Array(1 << 10);
  #symbolRoles = new Uint8Array(1 << 10);
  #heads = new Int32Array(1 << 9);
  #chunks = 0;
  /** Length of the current chunk: the sum of its term counts. */
  #length = 0;

  /** Strings get ids of these lexicons. */
  constructor(lexicons: Lexicons, language: StemmedLanguage | undefined) {
    this.#lexicons = lexicons;
    this.language = language;
    this.#wordTable = new WordTable(lexicons, language);
    this.words = new DocumentWords(this.#wordTable, this.#termIds, this.#keyIds);
  }

  /** Discards the previous document, finished or not. `text` is the whole text of the next. */
  startDocument(text: Tokens): void {
    if (this.#wordTable.isFull || this.words.isExhausted) this.#wordTable = new WordTable(this.#lexicons, this.language);
    // The previous document may have been aborted by a time limit within a chunk.
    this.#symbolPlaces.fill(0, 0, this.#entries.size);
    this.#symbolRoles.fill(0, 0, this.#entries.size);
    for (const list of [this.#terms, this.#keys, this.#entries]) list.startDocument();
    this.#termIds.startDocument();
    this.#keyIds.startDocument();
    this.words.startDocument(this.#wordTable, text);
    this.#chunks = 0;
  }

  startChunk(): void {
    this.#length = 0;
    for (const list of [this.#terms, this.#keys, this.#entries]) list.startChunk();
    if (this.language !== undefined) this.addTerm(termOfLanguage(this.language), 1, everywhere);
  }

  endChunk({ startLine, endLine, startColumn, endColumn, kind }: ChunkHead, title: string): void {
    this.#flushWords();
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

  /** Counts a word by its number in `words`; a mentioned symbol has roles. */
  addWord(word: number, weight: number, places: number, roles = 0): void {
    const entries = this.#entries;
    const entry = entries.entryOf(word);
    (entries.numbers[entry] as number) += weight;
    (entries.places[entry] as number) |= places;
    if (roles === 0) return;
    while (entry >= this.#symbolRoles.length) {
      this.#symbolPlaces = grown(this.#symbolPlaces);
      this.#symbolRoles = grown(this.#symbolRoles);
    }
    (this.#symbolRoles[entry] as number) |= roles;
    (this.#symbolPlaces[entry] as number) |= places;
  }

  /** Counts a term. */
  addTerm(term: string, weight: number, places: number): void {
    this.#addTerm(this.#termIds.numberOf(this.#lexicons.terms.intern(term)), weight, places);
  }

  add(space: Space, text: string, roles: number, places: number): void {
    this.#addKey(this.#keyIds.numberOf(this.#lexicons.keys.intern(text, keyPrefixes[space])), roles, places);
  }

  addAscii(space: Space, units: Uint16Array, from: number, to: number, roles: number, places: number): void {
    const prefix = keyPrefixes[space];
    let size = 0;
    for (; size < prefix.length; size++) keyBytes[size] = prefix.charCodeAt(size);
    for (let i = from; i < to; i++) keyBytes[size++] = units[i] as number;
    this.#addKey(this.#keyIds.numberOf(this.#lexicons.keys.internBytes(keyBytes, 0, size, false)), roles, places);
  }

  /** The collected document. */
  finish(): DocumentColumns {
    const columns = newColumns(this.#chunks, this.#terms.size, this.#keys.size);
    const { heads, terms, keys } = viewsOf(columns);
    heads.set(this.#heads.subarray(0, heads.length));
    this.#terms.copyTo(terms, this.#termIds.ids);
    this.#keys.copyTo(keys, this.#keyIds.ids);
    return columns;
  }

  /** Adds the terms and symbols of the chunk's words. */
  #flushWords(): void {
    const { words } = this;
    const { termNumbers } = words;
    const { ids, numbers, places, size } = this.#entries;
    for (let entry = size - this.#entries.inChunk; entry < size; entry++) {
      const word = ids[entry] as number;
      const [number, at] = [numbers[entry] as number, places[entry] as number];
      const end = words.endOfTerms(word);
      for (let i = words.firstTermOf(word); i < end; i++) this.#addTerm(termNumbers[i] as number, number, at);
      // The column ends at the last word that was a symbol.
      const roles = this.#symbolRoles[entry] ?? 0;
      if (roles === 0) continue;
      this.#addKey(words.symbolOf(word), roles, this.#symbolPlaces[entry] as number);
      this.#symbolRoles[entry] = this.#symbolPlaces[entry] = 0;
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
