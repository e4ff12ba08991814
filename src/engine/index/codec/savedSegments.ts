/**
 * The segments of a folder's index as arrays of numbers, so that opening it need not rebuild them from the documents.
 *
 * Each document is stored with the content it was built from. A segment is a pure function of contents and paths, so the loader keeps the
 * documents with their current content and rebuilds the others: a saved index may be arbitrarily old.
 *
 * The arrays are those in memory, lexicons included: a fresh process adopts them as they are and decompresses bytes of rows and lexicons on
 * demand. A process whose lexicons are not empty looks each string up and sorts the rows by its own ids.
 */

import type { ContentId } from '../../document.ts';
import { type Lexicon, type LexiconImage, type Lexicons, makeSlots } from '../../text/words/lexicon.ts';
import { readJson } from '../../util/budget.ts';
import type { Steps } from '../../util/steps.ts';
import { distinct } from '../../util/uniqueIds.ts';
import { type EntryRows, entriesOf, RowWriter } from '../entryRows.ts';
import { chunkColumns, inMemory, type Rows, type Segment } from '../segment.ts';
import { CorruptBytesError } from './bytes.ts';
import { convertedRows, startsInOrder } from './farRows.ts';
import { LazyBytes } from './lazyBytes.ts';

/** A segment with the content of each of its documents; undefined for deleted ones. */
export interface SavedSegment {
  readonly segment: Segment;
  readonly contents: readonly (ContentId | undefined)[];
}

export type NumberArray = Uint8Array<ArrayBuffer> | Int32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;
/** The arrays as they are read: bytes come compressed. */
export type SavedArray = LazyBytes | Int32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

/** Columns stored as they are; `documentOf` follows from `firstChunkOf`. */
const plainColumns = chunkColumns.filter((name) => name !== 'documentOf' && name !== 'titles');
/** Strings that no segment uses are dropped if they exceed this share. */
const maxUnusedShare = 1 / 16;
/** Entries renumbered between two steps: a few milliseconds. */
const stepEntries = 50_000;
/** A number and a form. */
const minEntryBytes = 2;

/** Paths and contents of documents, stored as columns, which parse in a third of the time of a list of pairs. */
interface Documents {
  readonly paths: readonly string[];
  /** Empty for a deleted document. */
  readonly hashes: readonly string[];
  readonly languages: readonly string[];
}

/**
 * Arrays of a lexicon, the slots last, and where rows of terms and of chunks are among the arrays of a segment: see `packSteps`. Rows of keys are read at
 * once: a question reads dozens, a few bytes each, which lie all over a tenth of the index.
 */
const [lexiconArrays, segmentArrays, arraysByRow] = [4, 21, [13, 20]];

/** How the array at an index is read from elsewhere: at once, row by row, or never, being made here (slots of lexicons). */
export function wayToRead(at: number): 'whole' | 'rows' | 'never' {
  const own = at - 3 * lexiconArrays;
  if (own < 0) return at % lexiconArrays === lexiconArrays - 1 ? 'never' : 'whole';
  return arraysByRow.includes(own % segmentArrays) ? 'rows' : 'whole';
}

/** Packs segments into arrays. The index may change while they are written. */
export function* packSteps(saved: readonly SavedSegment[], lexicons: Lexicons): Steps<NumberArray[]> {
  const arrays: NumberArray[] = [];
  const put = (...list: readonly (Uint8Array | Int32Array | Uint32Array)[]): void => void arrays.push(...(list as NumberArray[]));
  const putRows = ({ sizes, starts, bytes }: EntryRows): void => put(sizes, starts, bytes);
  const positionsOf = (lists: readonly Int32Array[], lexicon: Lexicon): Int32Array | undefined => {
    const ids = distinct(lists, lexicon.size);
    const isWhole = lexicon.size - ids.length <= lexicon.size * maxUnusedShare;
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
      hashes: contents.map((id) => id?.hash ?? ''),
      languages: contents.map((id) => id?.language ?? ''),
    };
    put(new TextEncoder().encode(JSON.stringify(documents)), segment.firstChunkOf, Int32Array.of(segment.chunkCount));
    for (const name of plainColumns) put(segment[name]);
    put(mapped(segment.titles, titles), segment.traits, mapped(segment.terms.ids, terms));
    putRows(segment.terms);
    put(mapped(segment.keys.ids, keys));
    putRows(segment.keys);
    putRows(keys === undefined ? segment.chunkKeys : yield* mappedRows(segment.chunkKeys, keys));
  }
  return arrays;
}

/**
 * Unpacks what `packSteps` returned; strings get ids of `lexicons`. Throws `CorruptBytesError` for invalid arrays, as far as that shows
 * without decompressing them. A corrupt row throws when it is read: `errorOf` makes the error from the reason.
 *
 * @param arrays empty slots of lexicons are filled.
 */
export function* unpackSteps(
  arrays: SavedArray[],
  lexicons: Lexicons,
  errorOf = (why: string): Error => new CorruptBytesError(why),
): Steps<SavedSegment[]> {
  const reader = new ArrayReader(arrays, errorOf);
  const terms = lexicons.terms.adopt(reader.lexicon());
  yield;
  const keys = lexicons.keys.adopt(reader.lexicon());
  yield;
  const titles = lexicons.titles.adopt(reader.lexicon());
  const saved: SavedSegment[] = [];
  while (reader.hasMore) {
    yield;
    const { paths, contents } = documentsIn(reader.bytes());
    const firstChunkOf = reader.next(Int32Array, paths.length);
    const chunkCount = reader.next(Int32Array, 1)[0] as number;
    if (!isAscending(firstChunkOf, 0, chunkCount) || (firstChunkOf[0] ?? chunkCount) !== 0)
      throw new CorruptBytesError(`${paths.length} documents of ${chunkCount} chunks`);
    const columns = plainColumns.map((name) => [name, reader.next(Int32Array, chunkCount)] as const);
    const own = Object.fromEntries(columns) as Record<(typeof chunkColumns)[number], Int32Array>;
    const ownTitles = toIds(reader.next(Int32Array, chunkCount), titles);
    for (const id of ownTitles) if (!(id >= 0 && id < lexicons.titles.size)) throw new CorruptBytesError(`title ${id}`);
    const heads = { ...own, titles: ownTitles, traits: reader.bytes(chunkCount) };
    const documentOf = new Int32Array(chunkCount);
    for (let position = 0; position < paths.length; position++) {
      documentOf.fill(position, firstChunkOf[position], firstChunkOf[position + 1] ?? chunkCount);
    }
    const postings = {
      terms: postingsIn(reader, terms, lexicons.terms, { isRoles: false, limit: chunkCount }),
      keys: postingsIn(reader, keys, lexicons.keys, { isRoles: true, limit: chunkCount }),
    };
    yield;
    const stored = reader.rows(chunkCount, { isRoles: true, limit: keys?.length ?? lexicons.keys.size });
    const chunkKeys = keys === undefined ? stored : yield* renumbered(stored, keys);
    const languages = contents.map((id) => id?.language ?? '');
    saved.push({
      segment: { paths, languages, firstChunkOf, chunkCount, ...heads, documentOf, ...postings, chunkKeys },
      contents,
    });
  }
  return saved;
}

/** Reads arrays in order. All methods throw `CorruptBytesError` for an unexpected one. */
class ArrayReader {
  readonly #arrays: SavedArray[];
  readonly #errorOf: (why: string) => Error;
  #at = 0;

  constructor(arrays: SavedArray[], errorOf: (why: string) => Error) {
    this.#arrays = arrays;
    this.#errorOf = errorOf;
  }

  get hasMore(): boolean {
    return this.#at < this.#arrays.length;
  }

  next<T extends SavedArray>(kind: new (..._: never[]) => T, length?: number): T {
    const array = this.#arrays[this.#at++];
    if (array instanceof kind && (length === undefined || array.length === length)) return array;
    throw new CorruptBytesError(`array ${this.#at - 1} of ${this.#arrays.length} is not as expected`);
  }

  bytes(length?: number): Uint8Array<ArrayBuffer> {
    return this.next(LazyBytes, length).read();
  }

  lexicon(): LexiconImage<LazyBytes> {
    const seed = this.next(Int32Array, 1)[0] as number;
    const [starts, bytes] = [this.next(Uint32Array), this.next(LazyBytes)];
    if (!(starts[0] === 0 && isAscending(starts, 1, bytes.length) && starts.at(-1) === bytes.length))
      throw new CorruptBytesError(`a lexicon of ${starts.length} starts`);
    if (this.#arrays[this.#at]?.length === 0)
      this.#arrays[this.#at] = LazyBytes.near(new Uint8Array(makeSlots({ seed, starts, bytes: bytes.read() }).buffer));
    const image = { seed, starts, bytes, slots: this.next(LazyBytes) };
    const slots = image.slots.length / Int32Array.BYTES_PER_ELEMENT;
    if (!(Number.isInteger(slots) && slots > 0 && slots >= starts.length * 2 - 2 && (slots & (slots - 1)) === 0))
      throw new CorruptBytesError(`a lexicon of ${starts.length} starts and ${slots} slots`);
    // Every analysis needs the lexicons: it must not fail if the file becomes unreadable.
    for (const packed of [image.bytes, image.slots]) packed.load();
    return image;
  }

  /** Rows whose bytes are decompressed on demand. */
  rows(count: number, { isRoles, limit }: RowKind): EntryRows {
    const [sizes, starts] = [this.next(Int32Array, count), this.next(Uint32Array, count + 1)];
    const packed = this.next(LazyBytes, starts[count]);
    for (let row = 0; row < count; row++) {
      const size = sizes[row] as number;
      const bytes = (starts[row + 1] as number) - (starts[row] as number);
      if (size < 0 || size * minEntryBytes > bytes) throw new CorruptBytesError(`${size} entries in ${bytes} bytes`);
    }
    const check = (last: number): void => {
      if (!(last >= 0 && last < limit)) throw this.#errorOf(`an entry of number ${last} of ${limit}`);
    };
    return {
      ...{ sizes, starts, isRoles, check },
      get bytes() {
        return packed.read();
      },
      read: (from, to) => packed.read(from, to),
      ...(packed.isElsewhere ? { fetch: (from: number, to: number) => packed.fetch(from, to) } : {}),
    };
  }
}

/** Properties of rows: see `EntryRows`; `limit` is above all their numbers. */
interface RowKind {
  readonly isRoles: boolean;
  readonly limit: number;
}

/** Whether each number exceeds the previous one by at least `step`, and all are in [0, max]. */
function isAscending(list: Int32Array | Uint32Array, step: number, max: number): boolean {
  let before = -step;
  for (let i = 0; i < list.length; i++) {
    const number = list[i] as number;
    if (number < before + step) return false;
    before = number;
  }
  return before <= max;
}

function documentsIn(bytes: Uint8Array): Pick<SavedSegment, 'contents'> & { readonly paths: readonly string[] } {
  const { buffer, byteOffset, byteLength } = bytes;
  const { paths, hashes, languages } = parseDocuments(new TextDecoder().decode(new Uint8Array(buffer, byteOffset, byteLength)));
  return { paths, contents: hashes.map((hash, i) => (hash === '' ? undefined : { hash, language: languages[i] as string })) };
}

function parseDocuments(text: string): Documents {
  try {
    const documents = readJson(text) as Documents | null;
    const { length } = documents?.paths ?? [];
    const lists = [documents?.paths, documents?.hashes, documents?.languages];
    if (documents && lists.every((list) => list?.length === length && list.every((text) => typeof text === 'string'))) return documents;
  } catch {
    // Falls through to the error below.
  }
  throw new CorruptBytesError('not a list of documents');
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

/** The same rows, renumbered by the ascending `map`. */
function* mappedRows(rows: EntryRows, map: Int32Array): Steps<EntryRows> {
  const writer = new RowWriter(rows.sizes.length, rows.bytes.length, rows.isRoles);
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

/** As `mapped`, for ids from a file. */
function toIds(list: Int32Array, ids: Int32Array | undefined): Int32Array {
  return ids === undefined ? list : list.map((id) => idAt(ids, id));
}

function idAt(ids: Int32Array, position: number): number {
  const id = ids[position];
  if (id === undefined) throw new CorruptBytesError(`string ${position} of ${ids.length}`);
  return id;
}

/** Rows come in the order of the saved strings; they are sorted if the ids here are in another order. */
function postingsIn(reader: ArrayReader, idsOf: Int32Array | undefined, lexicon: Lexicon, kind: RowKind): Rows {
  const ids = toIds(reader.next(Int32Array), idsOf);
  const rows = reader.rows(ids.length, kind);
  const order = idsOf === undefined ? undefined : ids.map((_, row) => row).sort((a, b) => (ids[a] as number) - (ids[b] as number));
  const sorted = order === undefined ? ids : order.map((row) => ids[row] as number);
  if (!isAscending(sorted, 1, lexicon.size - 1)) throw new CorruptBytesError(`rows with ids outside of the ${lexicon.size} strings`);
  // Not spread, which would decompress the bytes.
  if (order === undefined) return Object.assign(rows, { ids });
  if (rows.fetch !== undefined) {
    const sizes = order.map((row) => rows.sizes[row] as number);
    const storedRow = (row: number): number => order[row] as number;
    const inOrder = convertedRows(rows, { sizes, starts: startsInOrder(rows, order), check: rows.check, storedRow });
    return Object.assign(inOrder, { ids: sorted });
  }
  const writer = new RowWriter(ids.length, rows.bytes.length, kind.isRoles);
  for (const row of order) {
    writer.addWhole(rows, row);
    writer.endRow(true);
  }
  return { ids: sorted, ...writer.finish(), check: rows.check };
}

/** The same rows, renumbered by `map` and sorted. */
function* renumbered(rows: EntryRows, map: Int32Array): Steps<EntryRows> {
  if (rows.fetch !== undefined) return renumberedWhenRead(rows, map);
  const writer = new RowWriter(rows.sizes.length, rows.bytes.length, rows.isRoles);
  let done = 0;
  for (let row = 0; row < rows.sizes.length; row++) {
    addRenumbered(writer, rows, row, map);
    done += 1 + writer.endRow(true);
    if (done < stepEntries) continue;
    done = 0;
    yield;
  }
  return writer.finish();
}

function renumberedWhenRead(rows: EntryRows, map: Int32Array): EntryRows {
  const { sizes, starts } = rows;
  const convert = (row: number): Uint8Array => {
    const writer = new RowWriter(1, (starts[row + 1] as number) - (starts[row] as number), rows.isRoles);
    addRenumbered(writer, rows, row, map);
    writer.endRow(true);
    return writer.finish().bytes;
  };
  return convertedRows(rows, { sizes, starts, storedRow: (row) => row, convert });
}

function addRenumbered(writer: RowWriter, rows: EntryRows, row: number, map: Int32Array): void {
  const { size, numbers, values, places } = entriesOf(rows, row);
  // New number and old index in one number.
  const order = Float64Array.from(numbers, (number, i) => idAt(map, number) * size + i).sort();
  for (const both of order) {
    const i = both % size;
    writer.add(Math.floor(both / size), values[i] as number, places[i] as number);
  }
}
