/**
 * The segments of a folder's index as arrays of numbers, so that opening it need not build them from the documents again.
 *
 * Each document is noted with the content it was made of. A segment is a pure function of contents and paths, so whoever loads it keeps the
 * documents whose content is still the present one, and makes the others anew: what was saved may be as old as it likes.
 *
 * The arrays are those that lie in memory, lexicons too: a process that knows nothing yet takes them as they are, and makes nothing. One whose
 * lexicons know strings already looks each string up, and sorts the rows anew.
 */

import type { Lexicon, LexiconImage, Lexicons } from '../core/text/lexicon.ts';
import { CorruptBytesError } from './bytes.ts';
import { distinct } from './distinct.ts';
import { type EntryRows, entriesOf, RowWriter } from './entryRows.ts';
import { commonestRoles } from './said.ts';
import { chunkColumns, type Rows, type Segment } from './segment.ts';
import { inMemory } from './spilledSegment.ts';
import type { ContentId } from './store.ts';

/** Raised whenever the arrays below change. */
export const savedFormat = 3;

/** A segment with the content of each of its documents; undefined for one that is gone. */
export interface SavedSegment {
  readonly segment: Segment;
  readonly contents: readonly (ContentId | undefined)[];
}

export type NumberArray = Uint8Array<ArrayBuffer> | Int32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

/** Columns that are kept as they are; `documentOf` follows from where documents begin. */
const plainColumns = chunkColumns.filter((name) => name !== 'documentOf' && name !== 'titles');
/** Strings that no segment has are left out where they are more than this share. */
const leftShare = 1 / 16;
/** Entries that are renumbered between two steps: a few milliseconds. */
const stepEntries = 50_000;

/** The paths and contents of documents as they are written. */
interface Documents {
  readonly paths: readonly string[];
  readonly contents: readonly (readonly [hash: string, language: string] | null)[];
}

/** The arrays of segments; they may be written while the index changes. */
export function* packSteps(saved: readonly SavedSegment[], lexicons: Lexicons): Generator<void, NumberArray[]> {
  const arrays: NumberArray[] = [];
  const put = (...list: readonly (Uint8Array | Int32Array | Uint32Array)[]): void => void arrays.push(...(list as NumberArray[]));
  const putRows = ({ sizes, starts, bytes }: EntryRows): void => put(sizes, starts, bytes);
  const positionsOf = (lists: readonly Int32Array[], lexicon: Lexicon): Int32Array | undefined => {
    const ids = distinct(lists, lexicon.size);
    const isWhole = lexicon.size - ids.length <= lexicon.size * leftShare;
    const { seed, starts, bytes, slots } = (isWhole ? lexicon : lexicon.of(ids)).image();
    put(Int32Array.of(seed), starts, bytes, slots);
    return isWhole ? undefined : positionsIn(ids, lexicon.size);
  };
  const segments = saved.map(({ segment }) => segment);
  const columnsOf = (name: 'terms' | 'keys'): Int32Array[] => segments.map((segment) => segment[name].ids);
  const terms = positionsOf(columnsOf('terms'), lexicons.terms);
  yield;
  const keys = positionsOf(columnsOf('keys'), lexicons.keys);
  yield;
  const titles = positionsOf(
    segments.map((segment) => segment.titles),
    lexicons.titles,
  );
  for (const { segment: own, contents } of saved) {
    yield;
    const segment = inMemory(own);
    const documents: Documents = {
      paths: segment.paths,
      contents: contents.map((id) => (id === undefined ? null : [id.hash, id.language])),
    };
    put(new Uint8Array(Buffer.from(JSON.stringify(documents))), segment.firstChunkOf, Int32Array.of(segment.chunkCount));
    for (const name of plainColumns) put(segment[name]);
    put(mapped(segment.titles, titles), segment.traits, mapped(segment.terms.ids, terms));
    putRows(segment.terms);
    put(mapped(segment.keys.ids, keys));
    putRows(segment.keys);
    putRows(keys === undefined ? segment.chunkKeys : yield* mappedRows(segment.chunkKeys, keys));
  }
  return arrays;
}

/** What `packSteps` was given; strings get ids of `lexicons`. Throws `CorruptBytesError` where the arrays are anything else. */
export function* unpackSteps(arrays: readonly NumberArray[], lexicons: Lexicons): Generator<void, SavedSegment[]> {
  const reader = new ArrayReader(arrays);
  const terms = adopted(lexicons.terms, reader.lexicon());
  yield;
  const keys = adopted(lexicons.keys, reader.lexicon());
  yield;
  const titles = adopted(lexicons.titles, reader.lexicon());
  const saved: SavedSegment[] = [];
  while (reader.hasMore) {
    yield;
    const { paths, contents } = documentsIn(reader.next(Uint8Array));
    const firstChunkOf = reader.next(Int32Array, paths.length);
    const chunkCount = reader.next(Int32Array, 1)[0] as number;
    const columns = plainColumns.map((name) => [name, reader.next(Int32Array, chunkCount)] as const);
    const own = Object.fromEntries(columns) as Record<(typeof chunkColumns)[number], Int32Array>;
    const heads = { ...own, titles: renamed(reader.next(Int32Array, chunkCount), titles), traits: reader.next(Uint8Array, chunkCount) };
    const documentOf = new Int32Array(chunkCount);
    for (let position = 0; position < paths.length; position++) {
      documentOf.fill(position, firstChunkOf[position], firstChunkOf[position + 1] ?? chunkCount);
    }
    const postings = { terms: postingsIn(reader, terms, 0), keys: postingsIn(reader, keys, commonestRoles) };
    yield;
    const stored = reader.rows(chunkCount, commonestRoles);
    const chunkKeys = keys === undefined ? stored : yield* renumbered(stored, keys);
    const firstSerialOf = firstChunkOf.map((first) => lexicons.serials.next + first);
    lexicons.serials.next += chunkCount;
    saved.push({ segment: { paths, firstChunkOf, firstSerialOf, chunkCount, ...heads, documentOf, ...postings, chunkKeys }, contents });
  }
  return saved;
}

/** Arrays one after the other. */
class ArrayReader {
  readonly #arrays: readonly NumberArray[];
  #at = 0;

  constructor(arrays: readonly NumberArray[]) {
    this.#arrays = arrays;
  }

  get hasMore(): boolean {
    return this.#at < this.#arrays.length;
  }

  /** The next one, of this kind and length. Throws `CorruptBytesError`. */
  next<T extends NumberArray>(kind: new (length: number) => T, length?: number): T {
    const array = this.#arrays[this.#at++];
    if (array instanceof kind && (length === undefined || array.length === length)) return array;
    throw new CorruptBytesError(`array ${this.#at - 1} of ${this.#arrays.length} is not as expected`);
  }

  lexicon(): LexiconImage {
    const seed = this.next(Int32Array, 1)[0] as number;
    const image = { seed, starts: this.next(Uint32Array), bytes: this.next(Uint8Array), slots: this.next(Int32Array) };
    const { starts, bytes, slots } = image;
    const isSound = starts.at(-1) === bytes.length && slots.length >= starts.length * 2 - 2 && (slots.length & (slots.length - 1)) === 0;
    if (!isSound || slots.length === 0) throw new CorruptBytesError(`a lexicon of ${starts.length} and ${slots.length}`);
    return image;
  }

  rows(count: number, turn: number): EntryRows {
    const rows = { sizes: this.next(Int32Array, count), starts: this.next(Uint32Array, count + 1), bytes: this.next(Uint8Array), turn };
    if (rows.starts[count] !== rows.bytes.length)
      throw new CorruptBytesError(`rows of ${rows.starts[count]} bytes in ${rows.bytes.length}`);
    return rows;
  }
}

function documentsIn(bytes: Uint8Array): Pick<SavedSegment, 'contents'> & { readonly paths: readonly string[] } {
  const { buffer, byteOffset, byteLength } = bytes;
  const { paths, contents } = documentsOf(Buffer.from(buffer, byteOffset, byteLength).toString());
  return { paths, contents: contents.map((content) => (content === null ? undefined : { hash: content[0], language: content[1] })) };
}

function documentsOf(text: string): Documents {
  try {
    const documents: Documents | null = JSON.parse(text);
    if (Array.isArray(documents?.paths) && documents.contents?.length === documents.paths.length) return documents;
  } catch {
    // As what is no list of documents.
  }
  throw new CorruptBytesError('no list of documents');
}

/** The position of each id in a list. */
function positionsIn(ids: Int32Array, limit: number): Int32Array {
  const positions = new Int32Array(limit);
  for (let position = 0; position < ids.length; position++) positions[ids[position] as number] = position;
  return positions;
}

function mapped(list: Int32Array, map: Int32Array | undefined): Int32Array {
  return map === undefined ? list : list.map((id) => map[id] as number);
}

/** The same rows with the numbers that `map` gives, which is ascending. */
function* mappedRows(rows: EntryRows, map: Int32Array): Generator<void, EntryRows> {
  const writer = new RowWriter(rows.sizes.length, rows.bytes.length, rows.turn);
  let entries = 0;
  for (let row = 0; row < rows.sizes.length; row++) {
    writer.addMapped(rows, row, map);
    entries += 1 + writer.endRow(true);
    if (entries < stepEntries) continue;
    entries = 0;
    yield;
  }
  return writer.finish();
}

/** The ids of an image's strings; undefined where they are 0, 1, and so on. */
function adopted(lexicon: Lexicon, image: LexiconImage): Int32Array | undefined {
  const ids = lexicon.adopt(image);
  return ids.every((id, i) => id === i) ? undefined : ids;
}

/** As `mapped`, of ids that a file holds. */
function renamed(list: Int32Array, ids: Int32Array | undefined): Int32Array {
  return ids === undefined ? list : list.map((id) => idAt(ids, id));
}

function idAt(ids: Int32Array, position: number): number {
  const id = ids[position];
  if (id === undefined) throw new CorruptBytesError(`string ${position} of ${ids.length}`);
  return id;
}

/** Rows come in the order of the strings that were saved; where their ids here are in another order, they are sorted. */
function postingsIn(reader: ArrayReader, idsOf: Int32Array | undefined, turn: number): Rows {
  const ids = renamed(reader.next(Int32Array), idsOf);
  const rows = reader.rows(ids.length, turn);
  if (idsOf === undefined) return { ids, ...rows };
  const order = ids.map((_, row) => row).sort((a, b) => (ids[a] as number) - (ids[b] as number));
  const writer = new RowWriter(ids.length, rows.bytes.length, turn);
  for (const row of order) {
    writer.addWhole(rows, row);
    writer.endRow(true);
  }
  return { ids: order.map((row) => ids[row] as number), ...writer.finish() };
}

/** The same rows with the numbers that `map` gives, sorted. */
function* renumbered(rows: EntryRows, map: Int32Array): Generator<void, EntryRows> {
  const writer = new RowWriter(rows.sizes.length, rows.bytes.length, rows.turn);
  let done = 0;
  for (let row = 0; row < rows.sizes.length; row++) {
    const { size, numbers, values, places } = entriesOf(rows, row);
    // The new number and the position in one.
    const order = Float64Array.from(numbers, (number, i) => idAt(map, number) * size + i).sort();
    for (const both of order) {
      const i = both % size;
      writer.add(Math.floor(both / size), values[i] as number, places[i] as number);
    }
    done += 1 + writer.endRow(true);
    if (done < stepEntries) continue;
    done = 0;
    yield;
  }
  return writer.finish();
}
