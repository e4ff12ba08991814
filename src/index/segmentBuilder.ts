/**
 * Builds a segment from stored documents, straight from their bytes: a distinct string of a document is looked up once, whatever the
 * number of chunks that hold it, and no string or object is made for a term or key.
 *
 * Cost: linear in the entries (counting sort by id); a small segment does not pay for a large lexicon.
 */

import { type PathNames, Role } from '../core/document.ts';
import { Trait } from '../core/retrieve/reader.ts';
import { nameWeight } from '../core/text/analyze.ts';
import { everywhere } from '../core/text/places.ts';
import { CorruptBytesError } from './bytes.ts';
import { Column, chunkIds, distinct, values } from './columns.ts';
import { type DocumentSink, type ScannedChunk, type ScannedEntries, scanDocument } from './documentCodec.ts';
import type { Lexicon, Lexicons } from './lexicon.ts';
import { type IndexedDocument, type Rows, rowOf, type Segment } from './segment.ts';

/** Entries by chunk. */
class Entries {
  readonly ids = new Column();
  readonly values = new Column();
  readonly places = new Column();
  /** Where the entries of each chunk begin. */
  readonly starts = new Column();

  push(id: number, value: number, places: number): void {
    this.ids.push(id);
    this.values.push(value);
    this.places.push(places);
  }

  cut(size: number, chunks: number): void {
    for (const column of [this.ids, this.values, this.places]) column.size = size;
    this.starts.size = chunks;
  }
}

/** Ids of the strings of one document, looked up when first needed. */
class StringIds {
  readonly #lexicon: Lexicon;
  #bytes: Uint8Array = new Uint8Array(0);
  #spans: Float64Array = new Float64Array(0);
  #ends: Int32Array = new Int32Array(0);
  #ids = new Int32Array(256);

  constructor(lexicon: Lexicon) {
    this.#lexicon = lexicon;
  }

  reset(bytes: Uint8Array, count: number, spans: Float64Array, ends: Int32Array): void {
    if (count > this.#ids.length) this.#ids = new Int32Array(count * 2);
    this.#ids.fill(-1, 0, count);
    this.#bytes = bytes;
    this.#spans = spans;
    this.#ends = ends;
  }

  idOf(position: number): number {
    const known = this.#ids[position] as number;
    if (known >= 0) return known;
    const span = this.#spans[position] as number;
    const isWide = span % 2 === 1;
    const id = this.#lexicon.internBytes(this.#bytes, (span - (isWide ? 1 : 0)) / 2, this.#ends[position] as number, isWide);
    this.#ids[position] = id;
    return id;
  }
}

/** What a path adds to every chunk of its document. */
interface PathEntries {
  readonly terms: readonly { readonly id: number; readonly count: number }[];
  readonly keys: readonly number[];
  readonly length: number;
  readonly traits: number;
}

function pathEntries(names: PathNames, lexicons: Lexicons): PathEntries {
  const terms = new Map<number, number>();
  for (const term of names.terms) {
    const id = lexicons.terms.intern(term);
    terms.set(id, (terms.get(id) ?? 0) + nameWeight);
  }
  return {
    terms: [...terms].map(([id, count]) => ({ id, count })),
    keys: names.keys.map((key) => lexicons.keys.intern(key)),
    length: names.terms.length * nameWeight,
    traits: (names.isTest ? Trait.Test : 0) | (names.keys.length === 0 ? Trait.Loose : 0),
  };
}

const columnNames = ['startLines', 'endLines', 'startColumns', 'endColumns', 'titles', 'lengths', 'traits', 'documentOf'] as const;

/** Takes documents one by one; `build` gives the segment of all. */
export class SegmentBuilder implements DocumentSink {
  readonly #lexicons: Lexicons;
  readonly #paths: string[] = [];
  readonly #firstChunkOf = new Column();
  readonly #firstSerialOf = new Column();
  readonly #columns = Object.fromEntries(columnNames.map((name) => [name, new Column()])) as Record<(typeof columnNames)[number], Column>;
  readonly #terms = new Entries();
  readonly #keys = new Entries();
  readonly #termIds: StringIds;
  readonly #keyIds: StringIds;
  readonly #titleIds: StringIds;
  #bytes: Uint8Array = new Uint8Array(0);
  #path: PathEntries = { terms: [], keys: [], length: 0, traits: 0 };

  constructor(lexicons: Lexicons) {
    this.#lexicons = lexicons;
    this.#termIds = new StringIds(lexicons.terms);
    this.#keyIds = new StringIds(lexicons.keys);
    this.#titleIds = new StringIds(lexicons.titles);
  }

  get chunkCount(): number {
    return this.#columns.lengths.size;
  }

  /** Adds a document. Throws `CorruptBytesError`, with nothing added, where its bytes are no document. */
  add({ path, names, bytes }: IndexedDocument): void {
    const [chunks, terms, keys] = [this.chunkCount, this.#terms.ids.size, this.#keys.ids.size];
    this.#path = pathEntries(names, this.#lexicons);
    this.#bytes = bytes;
    try {
      const count = scanDocument(bytes, this);
      if (count === 1) (this.#columns.traits.data[chunks] as number) |= Trait.Whole;
    } catch (error) {
      for (const name of columnNames) this.#columns[name].size = chunks;
      this.#terms.cut(terms, chunks);
      this.#keys.cut(keys, chunks);
      throw error;
    }
    this.#paths.push(path);
    this.#firstChunkOf.push(chunks);
    this.#firstSerialOf.push(this.#lexicons.serials.next);
    this.#lexicons.serials.next += this.chunkCount - chunks;
  }

  strings(count: number, spans: Float64Array, ends: Int32Array): void {
    for (const ids of [this.#termIds, this.#keyIds, this.#titleIds]) ids.reset(this.#bytes, count, spans, ends);
  }

  chunk({ startLine, endLine, startColumn, endColumn, kind, title, length }: ScannedChunk): void {
    if (startLine < 0 || Math.max(endLine, startColumn, endColumn, length) > 0x3fffffff) {
      throw new CorruptBytesError(`a chunk of ${length} words in lines ${startLine} to ${endLine}`);
    }
    const columns = this.#columns;
    columns.startLines.push(startLine);
    columns.endLines.push(endLine);
    columns.startColumns.push(startColumn);
    columns.endColumns.push(endColumn);
    columns.titles.push(this.#titleIds.idOf(title));
    columns.lengths.push(length + this.#path.length);
    columns.traits.push(this.#path.traits | (kind === 'doc' ? Trait.Prose : 0));
    columns.documentOf.push(this.#paths.length);
    this.#terms.starts.push(this.#terms.ids.size);
    this.#keys.starts.push(this.#keys.ids.size);
  }

  terms({ size, strings, numbers, places }: ScannedEntries): void {
    const into = this.#terms;
    const first = into.ids.size;
    for (let i = 0; i < size; i++) {
      const count = numbers[i] as number;
      if (count < 0 || count > 0x3fffffff) throw new CorruptBytesError(`a term that occurs ${count >>> 0} times`);
      into.push(this.#termIds.idOf(strings[i] as number), count, places[i] as number);
    }
    for (const { id, count } of this.#path.terms) {
      const at = into.ids.data.subarray(0, into.ids.size).indexOf(id, first);
      if (at < 0) into.push(id, count, everywhere);
      else {
        (into.values.data[at] as number) += count;
        into.places.data[at] = everywhere;
      }
    }
  }

  keys({ size, strings, numbers, places }: ScannedEntries): void {
    const into = this.#keys;
    for (let i = 0; i < size; i++) {
      const roles = numbers[i] as number;
      if (roles < 0 || roles > 0xff) throw new CorruptBytesError(`no roles of a key: ${roles >>> 0}`);
      into.push(this.#keyIds.idOf(strings[i] as number), roles, places[i] as number);
    }
    for (const id of this.#path.keys) into.push(id, Role.Title, everywhere);
  }

  build(): Segment {
    const { chunkCount } = this;
    const { traits, ...columns } = this.#columns;
    const keyOffsets = new Int32Array(chunkCount + 1);
    keyOffsets.set(this.#keys.starts.data.subarray(0, chunkCount));
    keyOffsets[chunkCount] = this.#keys.ids.size;
    const keyPlaces = this.#keys.places.toArray();
    return {
      paths: this.#paths,
      firstChunkOf: this.#firstChunkOf.toArray(),
      firstSerialOf: this.#firstSerialOf.toArray(),
      chunkCount,
      documentOf: columns.documentOf.toArray(),
      startLines: columns.startLines.toArray(),
      endLines: columns.endLines.toArray(),
      startColumns: columns.startColumns.toArray(),
      endColumns: columns.endColumns.toArray(),
      titles: columns.titles.toArray(),
      lengths: columns.lengths.toArray(),
      traits: Uint8Array.from(traits.toArray()),
      terms: rowsOf(this.#terms, chunkCount, this.#lexicons.terms.size),
      keys: rowsOf(this.#keys, chunkCount, this.#lexicons.keys.size),
      keyOffsets,
      keyIds: this.#keys.ids.toArray(),
      keyRoles: Uint8Array.from(this.#keys.values.toArray()),
      keyPlaces: new Uint32Array(keyPlaces.buffer),
    };
  }
}

/** Builds the segment of some documents, in the order given. Throws `CorruptBytesError`. */
export function buildSegment(documents: readonly IndexedDocument[], lexicons: Lexicons): Segment {
  const builder = new SegmentBuilder(lexicons);
  for (const document of documents) builder.add(document);
  return builder.build();
}

/** With fewer entries than this share of the lexicon, a row is searched instead of read from a table of all ids. */
const sparse = 1 / 16;

/** Sorts entries by id, keeping the order of chunks within one id. */
function rowsOf(entries: Entries, chunkCount: number, idLimit: number): Rows {
  const size = entries.ids.size;
  const entryIds = entries.ids.data.subarray(0, size);
  const ids = distinct([entryIds], idLimit);
  const rowOfId = size < idLimit * sparse ? undefined : tableOf(ids, idLimit);
  const rowOfEntry = (i: number): number => {
    const id = entryIds[i] as number;
    return rowOfId === undefined ? rowOf({ ids } as Rows, id) : (rowOfId[id] as number);
  };
  const offsets = new Int32Array(ids.length + 1);
  let largest = 0;
  for (let i = 0; i < size; i++) {
    (offsets[rowOfEntry(i) + 1] as number)++;
    largest = Math.max(largest, entries.values.data[i] as number);
  }
  for (let row = 0; row < ids.length; row++) (offsets[row + 1] as number) += offsets[row] as number;
  const rows = { ids, offsets, chunks: chunkIds(size, chunkCount), values: values(size, largest), places: new Uint32Array(size) };
  const cursor = offsets.slice(0, ids.length);
  for (let chunk = 0; chunk < chunkCount; chunk++) {
    const end = chunk + 1 < chunkCount ? (entries.starts.data[chunk + 1] as number) : size;
    for (let i = entries.starts.data[chunk] as number; i < end; i++) {
      const at = (cursor[rowOfEntry(i)] as number)++;
      rows.chunks[at] = chunk;
      rows.values[at] = entries.values.data[i] as number;
      rows.places[at] = entries.places.data[i] as number;
    }
  }
  return rows;
}

/** The row of each id below `idLimit`. */
export function tableOf(ids: Int32Array, idLimit: number): Int32Array {
  const table = new Int32Array(idLimit);
  for (let row = 0; row < ids.length; row++) table[ids[row] as number] = row;
  return table;
}
