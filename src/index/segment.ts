/**
 * A segment: the chunks of some documents with their postings, in typed arrays, never changed after it is built.
 *
 * Postings are laid out as rows (one per term or key, sorted by id) of entries (chunk, value, places): offsets and three parallel
 * columns. A change of the index adds a small segment and marks old chunks dead; see `livingIndex.ts`.
 * Cost: building is linear in the entries (counting sort by id); a look-up is a binary search among the rows.
 */

import { type ChunkKind, type DocumentAnalysis, type PathNames, Role } from '../core/document.ts';
import { Trait } from '../core/retrieve/reader.ts';
import { nameWeight } from '../core/text/analyze.ts';
import { everywhere } from '../core/text/places.ts';
import type { Lexicon, Lexicons } from './lexicon.ts';

/** A document as it is placed in an index: content under a path. */
export interface IndexedDocument {
  readonly path: string;
  readonly names: PathNames;
  readonly analysis: DocumentAnalysis;
}

/** Rows of entries, by id. */
export interface Rows {
  /** Ids that have a row, ascending. */
  readonly ids: Int32Array;
  /** Row i spans entries [offsets[i], offsets[i + 1]). */
  readonly offsets: Int32Array;
  /** Ascending within a row. */
  readonly chunks: Int32Array;
  readonly values: Int32Array;
  readonly places: Uint32Array;
}

export interface Segment {
  readonly documents: readonly IndexedDocument[];
  readonly chunkCount: number;
  /** The document of each chunk, and the chunk's position within it. */
  readonly documentOf: Int32Array;
  readonly firstChunkOf: Int32Array;
  readonly lengths: Int32Array;
  /** Bits of `Trait`. */
  readonly traits: Uint8Array;
  readonly terms: Rows;
  readonly keys: Rows;
  /** Keys by chunk: chunk c holds entries [keyOffsets[c], keyOffsets[c + 1]) of the next three. */
  readonly keyOffsets: Int32Array;
  readonly keyIds: Int32Array;
  readonly keyRoles: Int32Array;
  readonly keyPlaces: Uint32Array;
}

/** A growing list of 32-bit numbers. */
class Column {
  data: Int32Array = new Int32Array(1024);
  size = 0;

  push(value: number): void {
    if (this.size === this.data.length) {
      const larger = new Int32Array(this.data.length * 2);
      larger.set(this.data);
      this.data = larger;
    }
    this.data[this.size++] = value;
  }
}

class Entries {
  readonly ids = new Column();
  readonly chunks = new Column();
  readonly values = new Column();
  readonly places = new Column();

  push(id: number, chunk: number, value: number, places: number): void {
    this.ids.push(id);
    this.chunks.push(chunk);
    this.values.push(value);
    this.places.push(places | 0);
  }
}

/** Sorts entries by id, keeping the order of chunks within one id. */
function rowsOf(entries: Entries, idLimit: number): Rows {
  const size = entries.ids.size;
  const cursor = new Int32Array(idLimit + 1);
  for (let i = 0; i < size; i++) (cursor[entries.ids.data[i] as number] as number)++;
  let rowCount = 0;
  for (let id = 0; id < idLimit; id++) if (cursor[id] !== 0) rowCount++;
  const ids = new Int32Array(rowCount);
  const offsets = new Int32Array(rowCount + 1);
  let total = 0;
  let row = 0;
  for (let id = 0; id < idLimit; id++) {
    const count = cursor[id] as number;
    cursor[id] = total;
    if (count === 0) continue;
    ids[row] = id;
    offsets[row] = total;
    row++;
    total += count;
  }
  offsets[rowCount] = total;
  const rows: Rows = { ids, offsets, chunks: new Int32Array(size), values: new Int32Array(size), places: new Uint32Array(size) };
  for (let i = 0; i < size; i++) {
    const at = (cursor[entries.ids.data[i] as number] as number)++;
    rows.chunks[at] = entries.chunks.data[i] as number;
    rows.values[at] = entries.values.data[i] as number;
    rows.places[at] = (entries.places.data[i] as number) >>> 0;
  }
  return rows;
}

interface PathEntries {
  readonly terms: ReadonlyMap<number, number>;
  readonly keys: readonly number[];
  readonly length: number;
}

function pathEntries(names: PathNames, lexicons: Lexicons): PathEntries {
  const terms = new Map<number, number>();
  for (const term of names.terms) {
    const id = lexicons.terms.intern(term);
    terms.set(id, (terms.get(id) ?? 0) + nameWeight);
  }
  return { terms, keys: names.keys.map((key) => lexicons.keys.intern(key)), length: names.terms.length * nameWeight };
}

/** Builds the segment of some documents, in the order given. */
export function buildSegment(documents: readonly IndexedDocument[], lexicons: Lexicons): Segment {
  const chunkCount = documents.reduce((sum, document) => sum + document.analysis.chunks.length, 0);
  const documentOf = new Int32Array(chunkCount);
  const firstChunkOf = new Int32Array(documents.length);
  const lengths = new Int32Array(chunkCount);
  const traits = new Uint8Array(chunkCount);
  const keyOffsets = new Int32Array(chunkCount + 1);
  const terms = new Entries();
  const keys = new Entries();
  let chunk = 0;
  documents.forEach((document, position) => {
    firstChunkOf[position] = chunk;
    const path = pathEntries(document.names, lexicons);
    for (const analyzed of document.analysis.chunks) {
      documentOf[chunk] = position;
      lengths[chunk] = analyzed.length + path.length;
      traits[chunk] = traitsOf(document, analyzed.kind);
      pushTerms(analyzed.terms, path, chunk, lexicons.terms, terms);
      for (const { key, roles, places } of analyzed.keys) keys.push(lexicons.keys.intern(key), chunk, roles, places);
      for (const key of path.keys) keys.push(key, chunk, Role.Title, everywhere);
      keyOffsets[++chunk] = keys.ids.size;
    }
  });
  const copy = (column: Column): Int32Array => column.data.slice(0, column.size);
  return {
    documents,
    chunkCount,
    documentOf,
    firstChunkOf,
    lengths,
    traits,
    terms: rowsOf(terms, lexicons.terms.size),
    keys: rowsOf(keys, lexicons.keys.size),
    keyOffsets,
    keyIds: copy(keys.ids),
    keyRoles: copy(keys.values),
    keyPlaces: Uint32Array.from(copy(keys.places)),
  };
}

function traitsOf({ names, analysis }: IndexedDocument, kind: ChunkKind): number {
  return (names.isTest ? Trait.Test : 0) | (kind === 'doc' ? Trait.Prose : 0) | (analysis.chunks.length === 1 ? Trait.Whole : 0);
}

type AnalyzedTerms = IndexedDocument['analysis']['chunks'][number]['terms'];

function pushTerms(terms: AnalyzedTerms, path: PathEntries, chunk: number, lexicon: Lexicon, into: Entries): void {
  const unused = new Map(path.terms);
  for (const { term, count, places } of terms) {
    const id = lexicon.intern(term);
    const fromPath = unused.get(id);
    if (fromPath === undefined) into.push(id, chunk, count, places);
    else {
      into.push(id, chunk, count + fromPath, everywhere);
      unused.delete(id);
    }
  }
  for (const [id, count] of unused) into.push(id, chunk, count, everywhere);
}

/** The position of `id` among the rows, or -1. */
export function rowOf(rows: Rows, id: number): number {
  let low = 0;
  let high = rows.ids.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = rows.ids[middle] as number;
    if (found === id) return middle;
    if (found < id) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
