/**
 * Gathers what a document says while its chunks are read: distinct strings, and for each chunk its terms and keys with numbers and places.
 *
 * Everything lies in columns that are used again for the next document. A string gets a serial number when a document first has it;
 * serials only grow, so one comparison tells whether a word was seen in this document, and likewise in this chunk, and nothing is ever
 * cleared. At the end the strings are sorted once per document and the entries are brought into their order by counting, not comparing.
 * Cost: some ten nanoseconds a word, plus the sort of the distinct strings of each document.
 */

import type { AnalysisColumns, ChunkHead, EntryColumns, Space } from '../document.ts';
import { detach } from './detach.ts';
import type { KeySink } from './entities.ts';
import { sortTexts } from './sortTexts.ts';
import { grown, WordMemory, WordRecord } from './words.ts';

/** Terms or keys of the chunks of one document, in the order in which they were first seen. */
class EntryList {
  size = 0;
  /** Position of each entry's string among the document's strings. */
  strings = new Int32Array(1 << 10);
  numbers = new Int32Array(1 << 10);
  places = new Int32Array(1 << 10);
  /** Where the entries of each chunk begin. */
  starts = new Int32Array(1 << 6);
  /** The last entry of each string. */
  lastOf = new Int32Array(1 << 10);

  /** The entry of a string in the chunk whose entries begin at `chunkStart`; a new one at first sight. */
  entryOf(string: number, chunkStart: number): number {
    const last = this.lastOf[string] as number;
    if (last >= chunkStart) return last;
    if (this.size === this.strings.length) this.#grow();
    const entry = this.size++;
    this.strings[entry] = string;
    this.numbers[entry] = 0;
    this.places[entry] = 0;
    this.lastOf[string] = entry;
    return entry;
  }

  /** Says that a string is new to the document. */
  admit(string: number): void {
    while (string >= this.lastOf.length) this.lastOf = grown(this.lastOf);
    this.lastOf[string] = -1;
  }

  startChunk(chunk: number): void {
    if (chunk + 1 >= this.starts.length) this.starts = grown(this.starts);
    this.starts[chunk] = this.size;
  }

  #grow(): void {
    this.strings = grown(this.strings);
    this.numbers = grown(this.numbers);
    this.places = grown(this.places);
  }
}

export class DocumentCollector implements KeySink {
  #memory = new WordMemory();
  /** Serials of terms by number, of symbols by the number of their word; those of other documents are below `#base`. */
  #termSerials = new Int32Array(1 << 13);
  #symbolSerials = new Int32Array(1 << 12);
  #base = 1;
  #nextSerial = 1;
  /** Strings of the document other than terms: keys and titles. */
  #others = new Map<string, number>();
  #texts: string[] = [];
  readonly #terms = new EntryList();
  readonly #keys = new EntryList();
  #heads: ChunkHead[] = [];
  #termStart = 0;
  #keyStart = 0;
  /** The sum of the counts of the present chunk. */
  length = 0;

  /** The words that this collector knows; another one for each document, perhaps. */
  get memory(): WordMemory {
    return this.#memory;
  }

  /** Forgets the document before, whether it was finished or not. */
  startDocument(): void {
    if (this.#memory.isFull || this.#nextSerial > 1 << 30) this.#forgetWords();
    this.#base = this.#nextSerial;
    this.#others = new Map();
    this.#texts = [];
    this.#heads = [];
    this.#terms.size = 0;
    this.#keys.size = 0;
  }

  startChunk(): void {
    this.length = 0;
    this.#termStart = this.#terms.size;
    this.#keyStart = this.#keys.size;
    this.#terms.startChunk(this.#heads.length);
    this.#keys.startChunk(this.#heads.length);
  }

  endChunk(head: Omit<ChunkHead, 'title' | 'length'>, title: string): void {
    this.#heads.push({ ...head, title: this.#other(title), length: this.length });
  }

  /** Counts a word that the memory knows. */
  addWord(word: number, weight: number, places: number): void {
    const { records, moreTerms } = this.#memory;
    const record = word * WordRecord.size;
    const count = records[record + WordRecord.TermCount] as number;
    const term = records[record + WordRecord.Term] as number;
    if (count === 1) this.#addTerm(term, weight, places);
    else for (let i = term; i < term + count; i++) this.#addTerm(moreTerms[i] as number, weight, places);
  }

  /** Counts a term. */
  addTerm(term: string, weight: number, places: number): void {
    this.#addTerm(this.#memory.term(term), weight, places);
  }

  /** Adds a word that the memory knows as a symbol. */
  addSymbol(word: number, roles: number, places: number): void {
    while (word >= this.#symbolSerials.length) this.#symbolSerials = grown(this.#symbolSerials);
    let string = (this.#symbolSerials[word] as number) - this.#base;
    if (string < 0) {
      string = this.#other(`s:${this.#memory.words[word]}`);
      this.#symbolSerials[word] = string + this.#base;
    }
    this.#addKey(string, roles, places);
  }

  add(space: Space, text: string, roles: number, places: number): void {
    this.#addKey(this.#other(`${space}:${text}`), roles, places);
  }

  /** What was gathered. The columns are used again by the next document. */
  finish(): AnalysisColumns {
    const count = this.#heads.length;
    this.#terms.startChunk(count);
    this.#keys.startChunk(count);
    const { sorted, ranks } = sortTexts(this.#texts);
    for (const head of this.#heads) (head as { title: number }).title = ranks[head.title] as number;
    return {
      strings: sorted,
      chunks: this.#heads,
      terms: inOrder(this.#terms, ranks, sorted.length, count, termOutput),
      keys: inOrder(this.#keys, ranks, sorted.length, count, keyOutput),
    };
  }

  #addTerm(term: number, weight: number, places: number): void {
    this.length += weight;
    if (term >= this.#termSerials.length) this.#growTerms(term);
    let string = (this.#termSerials[term] as number) - this.#base;
    if (string < 0) {
      string = this.#newString(this.#memory.terms[term] as string);
      this.#termSerials[term] = string + this.#base;
    }
    const entries = this.#terms;
    const entry = entries.entryOf(string, this.#termStart);
    (entries.numbers[entry] as number) += weight;
    (entries.places[entry] as number) |= places;
  }

  #addKey(string: number, roles: number, places: number): void {
    const entries = this.#keys;
    const entry = entries.entryOf(string, this.#keyStart);
    (entries.numbers[entry] as number) |= roles;
    (entries.places[entry] as number) |= places;
  }

  /** The position of a key or title among the document's strings. */
  #other(text: string): number {
    const known = this.#others.get(text);
    if (known !== undefined) return known;
    const own = detach(text);
    const string = this.#newString(own);
    this.#others.set(own, string);
    return string;
  }

  /** The serial is taken before anything is noted under it, so that no later document can meet it if a time limit ends this one. */
  #newString(text: string): number {
    const string = this.#nextSerial++ - this.#base;
    this.#texts[string] = text;
    this.#terms.admit(string);
    this.#keys.admit(string);
    return string;
  }

  #growTerms(term: number): void {
    while (term >= this.#termSerials.length) this.#termSerials = grown(this.#termSerials);
  }

  #forgetWords(): void {
    this.#memory = new WordMemory();
    this.#termSerials = new Int32Array(1 << 13);
    this.#symbolSerials = new Int32Array(1 << 12);
    this.#nextSerial = 1;
  }
}

interface Output {
  starts: Int32Array;
  strings: Int32Array;
  numbers: Int32Array;
  places: Int32Array;
}

const emptyOutput = (): Output => ({
  starts: new Int32Array(0),
  strings: new Int32Array(0),
  numbers: new Int32Array(0),
  places: new Int32Array(0),
});
const termOutput = emptyOutput();
const keyOutput = emptyOutput();
let cursors = new Int32Array(0);
let byRank = new Int32Array(0);
let chunkOf = new Int32Array(0);

/** The entries of each chunk in the order of their strings: sorted by string, then dealt out to their chunks. */
function inOrder(list: EntryList, ranks: Int32Array, stringCount: number, chunkCount: number, output: Output): EntryColumns {
  const { size, strings, numbers, places, starts } = list;
  if (size > output.strings.length) {
    output.strings = new Int32Array(size * 2);
    output.numbers = new Int32Array(size * 2);
    output.places = new Int32Array(size * 2);
  }
  if (size > byRank.length) {
    byRank = new Int32Array(size * 2);
    chunkOf = new Int32Array(size * 2);
  }
  if (Math.max(stringCount, chunkCount) >= cursors.length) cursors = new Int32Array(Math.max(stringCount, chunkCount) * 2 + 2);
  cursors.fill(0, 0, stringCount + 1);
  for (let entry = 0; entry < size; entry++) cursors[(ranks[strings[entry] as number] as number) + 1]!++;
  for (let rank = 0; rank < stringCount; rank++) (cursors[rank + 1] as number) += cursors[rank] as number;
  for (let chunk = 0; chunk < chunkCount; chunk++) {
    for (let entry = starts[chunk] as number; entry < (starts[chunk + 1] as number); entry++) {
      byRank[cursors[ranks[strings[entry] as number] as number]!++] = entry;
      chunkOf[entry] = chunk;
    }
  }
  cursors.set(starts.subarray(0, chunkCount));
  for (let i = 0; i < size; i++) {
    const entry = byRank[i] as number;
    const at = cursors[chunkOf[entry] as number]!++;
    output.strings[at] = ranks[strings[entry] as number] as number;
    output.numbers[at] = numbers[entry] as number;
    output.places[at] = places[entry] as number;
  }
  output.starts = starts;
  return output;
}
