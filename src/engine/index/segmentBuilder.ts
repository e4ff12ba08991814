/**
 * Builds a segment from the columns of documents: concatenates their entries and sorts them by id.
 *
 * Cost: linear in the entries (counting sort by id); a small segment does not pay for a large lexicon.
 */

import { type PathNames, Role } from '../document.ts';
import { nameWeight } from '../text/analyze.ts';
import { everywhere } from '../text/names/places.ts';
import { isInTestModule } from '../text/names/testNames.ts';
import { type ColumnViews, Head, viewsOf } from '../text/words/columns.ts';
import type { Lexicons } from '../text/words/lexicon.ts';
import { positionOf } from '../util/sorted.ts';
import { distinct } from '../util/uniqueIds.ts';
import { type EntryRows, RowWriter } from './entryRows.ts';
import { Trait } from './reader.ts';
import { chunkColumns, type IndexedDocument, type Rows, type Segment } from './segment.ts';

/** Entries by chunk; those of chunk c begin at `starts[c]`. */
class Entries {
  size = 0;
  readonly ids: Int32Array;
  readonly values: Int32Array;
  readonly places: Int32Array;
  readonly starts: Int32Array;

  constructor(size: number, chunkCount: number) {
    this.ids = new Int32Array(size);
    this.values = new Int32Array(size);
    this.places = new Int32Array(size);
    this.starts = new Int32Array(chunkCount + 1);
  }

  push(id: number, value: number, places: number): void {
    const at = this.size++;
    this.ids[at] = id;
    this.values[at] = value;
    this.places[at] = places;
  }

  /** Index of the entry with this id from index `from` on, or -1. */
  find(id: number, from: number): number {
    let at = this.size - 1;
    while (at >= from && this.ids[at] !== id) at--;
    return at < from ? -1 : at;
  }
}

/** The entries that a path adds to every chunk of its document. */
interface PathEntries {
  readonly terms: readonly PathTerm[];
  readonly keys: readonly number[];
  readonly length: number;
  readonly traits: number;
}

interface PathTerm {
  readonly id: number;
  count: number;
}

function pathEntries(names: PathNames, lexicons: Lexicons): PathEntries {
  const terms: PathTerm[] = [];
  for (const name of names.terms) {
    const id = lexicons.terms.intern(name);
    const known = terms.find((term) => term.id === id);
    if (known === undefined) terms.push({ id, count: nameWeight });
    else known.count += nameWeight;
  }
  return {
    terms,
    keys: names.keys.map((key) => lexicons.keys.intern(key)),
    length: names.terms.length * nameWeight,
    traits:
      (names.isAuxiliary ? Trait.Auxiliary : 0) | (names.isChangeLog ? Trait.ChangeLog : 0) | (names.keys.length === 0 ? Trait.NoPath : 0),
  };
}

/** Builds the segment of some documents, in the order given. */
export function buildSegment(documents: readonly IndexedDocument[], lexicons: Lexicons): Segment {
  const paths = documents.map(({ path }) => path);
  const added = documents.map(({ names }) => pathEntries(names, lexicons));
  const views = documents.map(({ columns }) => viewsOf(columns));
  const size = { chunks: 0, terms: 0, keys: 0 };
  for (const [position, { chunkCount, terms, keys }] of views.entries()) {
    const path = added[position] as PathEntries;
    size.chunks += chunkCount;
    size.terms += terms.ids.length + chunkCount * path.terms.length;
    size.keys += keys.ids.length + chunkCount * path.keys.length;
  }
  const heads = newHeads(size.chunks);
  const terms = new Entries(size.terms, size.chunks);
  const keys = new Entries(size.keys, size.chunks);
  const firstChunkOf = new Int32Array(documents.length);
  let chunk = 0;
  for (const [position, document] of views.entries()) {
    firstChunkOf[position] = chunk;
    addHeads(document, chunk, position, added[position] as PathEntries, heads, lexicons);
    addEntries(document, chunk, added[position] as PathEntries, terms, keys);
    chunk += document.chunkCount;
  }
  terms.starts[chunk] = terms.size;
  keys.starts[chunk] = keys.size;
  return {
    paths,
    languages: documents.map(({ language }) => language),
    firstChunkOf,
    chunkCount: size.chunks,
    ...heads,
    ...buildPostings(terms, keys, size.chunks, lexicons),
  };
}

type Heads = Record<(typeof chunkColumns)[number], Int32Array> & { readonly traits: Uint8Array };

function newHeads(chunkCount: number): Heads {
  const columns = Object.fromEntries(chunkColumns.map((name) => [name, new Int32Array(chunkCount)]));
  return { ...(columns as Record<(typeof chunkColumns)[number], Int32Array>), traits: new Uint8Array(chunkCount) };
}

function addHeads(
  { chunkCount, heads }: ColumnViews,
  first: number,
  position: number,
  path: PathEntries,
  into: Heads,
  { titles }: Lexicons,
): void {
  for (let c = 0, at = 0; c < chunkCount; c++, at += Head.size) {
    const chunk = first + c;
    into.documentOf[chunk] = position;
    into.startLines[chunk] = heads[at + Head.StartLine] as number;
    into.endLines[chunk] = heads[at + Head.EndLine] as number;
    into.startColumns[chunk] = heads[at + Head.StartColumn] as number;
    into.endColumns[chunk] = heads[at + Head.EndColumn] as number;
    into.titles[chunk] = heads[at + Head.Title] as number;
    into.lengths[chunk] = (heads[at + Head.Length] as number) + path.length;
    const isCode = heads[at + Head.IsCode] === 1;
    const isTest = isCode && isInTestModule(titles.text(heads[at + Head.Title] as number));
    into.traits[chunk] = path.traits | (isCode ? 0 : Trait.Prose) | (isTest ? Trait.Auxiliary : 0) | (chunkCount === 1 ? Trait.Whole : 0);
  }
}

function addEntries(document: ColumnViews, first: number, path: PathEntries, intoTerms: Entries, intoKeys: Entries): void {
  const { chunkCount, heads, terms, keys } = document;
  let [term, key] = [0, 0];
  for (let c = 0; c < chunkCount; c++) {
    const from = intoTerms.size;
    intoTerms.starts[first + c] = from;
    for (const end = term + (heads[c * Head.size + Head.Terms] as number); term < end; term++) {
      intoTerms.push(terms.ids[term] as number, terms.numbers[term] as number, terms.places[term] as number);
    }
    for (const { id, count } of path.terms) {
      const at = intoTerms.find(id, from);
      if (at < 0) intoTerms.push(id, count, everywhere);
      else {
        (intoTerms.values[at] as number) += count;
        intoTerms.places[at] = everywhere;
      }
    }
    intoKeys.starts[first + c] = intoKeys.size;
    for (const end = key + (heads[c * Head.size + Head.Keys] as number); key < end; key++) {
      intoKeys.push(keys.ids[key] as number, keys.numbers[key] as number, keys.places[key] as number);
    }
    for (const id of path.keys) intoKeys.push(id, Role.Title, everywhere);
  }
}

/** If the entries are fewer than this share of the lexicon, their ids are numbered first instead of counting over all ids. */
const sparseShare = 1 / 16;

/** Entries by row: row r holds `order[offsets[r]]` up to `order[offsets[r + 1] - 1]`, ascending by chunk. */
interface Sorted {
  readonly ids: Int32Array;
  readonly offsets: Int32Array;
  readonly order: Int32Array;
}

/** Sorts entries by id; stable, so chunks stay in order within an id. */
function sorted({ ids, size }: Entries, idLimit: number): Sorted {
  const entryIds = ids.subarray(0, size);
  if (size >= idLimit * sparseShare) return countingSort(entryIds, idLimit);
  const rows = distinct([entryIds], idLimit);
  const rowOfEntry = entryIds.map((id) => positionOf(rows, id));
  return { ...countingSort(rowOfEntry, rows.length), ids: rows };
}

/** Counting sort of entries by their ids, all below `idLimit`. */
function countingSort(entryIds: Int32Array, idLimit: number): Sorted {
  /** First the number of entries of each id, then the index for the next one. */
  const next = new Int32Array(idLimit);
  let rowCount = 0;
  for (let i = 0; i < entryIds.length; i++) {
    const id = entryIds[i] as number;
    if (next[id] === 0) rowCount++;
    (next[id] as number)++;
  }
  const ids = new Int32Array(rowCount);
  const offsets = new Int32Array(rowCount + 1);
  for (let id = 0, row = 0; row < rowCount; id++) {
    const count = next[id] as number;
    if (count === 0) continue;
    const from = offsets[row] as number;
    ids[row++] = id;
    next[id] = from;
    offsets[row] = from + count;
  }
  const order = new Int32Array(entryIds.length);
  for (let i = 0; i < entryIds.length; i++) order[(next[entryIds[i] as number] as number)++] = i;
  return { ids, offsets, order };
}

type Postings = Pick<Segment, 'terms' | 'keys' | 'chunkKeys'>;

function buildPostings(terms: Entries, keys: Entries, chunkCount: number, lexicons: Lexicons): Postings {
  const chunkOfTerm = chunksOf(terms, chunkCount);
  const chunkOfKey = chunksOf(keys, chunkCount);
  const sortedKeys = sorted(keys, lexicons.keys.size);
  return {
    terms: rowsOf(terms, sorted(terms, lexicons.terms.size), chunkOfTerm, false),
    keys: rowsOf(keys, sortedKeys, chunkOfKey, true),
    chunkKeys: byChunk(keys, sortedKeys, chunkOfKey, chunkCount),
  };
}

function chunksOf({ starts, size }: Entries, chunkCount: number): Int32Array {
  const chunks = new Int32Array(size);
  for (let chunk = 0; chunk < chunkCount; chunk++) chunks.fill(chunk, starts[chunk], starts[chunk + 1]);
  return chunks;
}

/** Estimated size of an entry in bytes. */
const entryBytes = 3;

function rowsOf(entries: Entries, { ids, offsets, order }: Sorted, chunkOf: Int32Array, isRoles: boolean): Rows {
  const writer = new RowWriter(ids.length, order.length * entryBytes, isRoles);
  for (let row = 0; row < ids.length; row++) {
    for (let at = offsets[row] as number; at < (offsets[row + 1] as number); at++) {
      const i = order[at] as number;
      writer.add(chunkOf[i] as number, entries.values[i] as number, entries.places[i] as number);
    }
    writer.endRow();
  }
  return { ids, ...writer.finish() };
}

/** Sorts the entries, already sorted by id, by chunk once more, so that the ids of a chunk ascend. */
function byChunk(entries: Entries, { order }: Sorted, chunkOf: Int32Array, chunkCount: number): EntryRows {
  const cursor = entries.starts.slice(0, chunkCount);
  const byChunk = new Int32Array(order.length);
  for (let at = 0; at < order.length; at++) {
    const i = order[at] as number;
    byChunk[(cursor[chunkOf[i] as number] as number)++] = i;
  }
  const writer = new RowWriter(chunkCount, order.length * (entryBytes + 1), true);
  for (let chunk = 0; chunk < chunkCount; chunk++) {
    for (let at = entries.starts[chunk] as number; at < (entries.starts[chunk + 1] as number); at++) {
      const i = byChunk[at] as number;
      writer.add(entries.ids[i] as number, entries.values[i] as number, entries.places[i] as number);
    }
    writer.endRow(true);
  }
  return writer.finish();
}
