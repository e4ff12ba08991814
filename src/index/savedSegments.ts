/**
 * The segments of a folder's index as bytes, so that opening it need not build them from the documents again.
 *
 * Each document is noted with the content it was made of. A segment is a pure function of contents and paths, so whoever loads it keeps the
 * documents whose content is still the present one, and makes the others anew: what was saved may be as old as it likes.
 *
 * Layout: the strings of terms, keys and titles, each once, in the order of their ids; then the segments, with the positions of strings in
 * the place of ids. The bytes of rows are those in memory, so that into lexicons that know nothing yet they are taken as they are.
 * Cost: a look-up for each string, a few numbers for each row; where the lexicons know other strings, the keys of all chunks are sorted anew.
 */

import type { Lexicon, Lexicons } from '../core/text/lexicon.ts';
import { ByteReader, ByteWriter, CorruptBytesError } from './bytes.ts';
import { distinct } from './distinct.ts';
import { type EntryRows, entriesOf, RowWriter } from './entryRows.ts';
import { commonestRoles } from './said.ts';
import { chunkColumns, type Rows, type Segment } from './segment.ts';
import { inMemory } from './spilledSegment.ts';
import type { ContentId } from './store.ts';

/** Raised whenever the layout below changes. */
export const savedFormat = 3;

/** A segment with the content of each of its documents; undefined for one that is gone. */
export interface SavedSegment {
  readonly segment: Segment;
  readonly contents: readonly (ContentId | undefined)[];
}

const lexiconNames = ['terms', 'keys', 'titles'] as const;
/** Columns that are written as they are; `documentOf` follows from the numbers of chunks. */
const plainColumns = chunkColumns.filter((name) => name !== 'documentOf' && name !== 'titles');
/** Bytes that are written, and entries that are renumbered, between two steps: a few milliseconds. */
const stepBytes = 1 << 20;
const stepEntries = 50_000;

/** Writes in steps; `take` is given the bytes so far between them, and they are forgotten. */
export function* saveSteps(saved: readonly SavedSegment[], lexicons: Lexicons, take: (bytes: Uint8Array) => void): Generator<void, void> {
  const writer = new ByteWriter();
  function* flush(): Generator<void, void> {
    take(writer.written);
    writer.reset();
    yield;
  }
  function* putBytes(bytes: Uint8Array): Generator<void, void> {
    yield* flush();
    for (let at = 0; at < bytes.length; at += stepBytes) {
      take(bytes.subarray(at, at + stepBytes));
      yield;
    }
  }
  /** How many strings there are and how long each is; then their bytes. */
  function* putStrings(lexicon: Lexicon, ids: Int32Array): Generator<void, void> {
    const { texts, sizes } = lexicon.layOut(ids);
    writer.varint(sizes.length);
    for (const size of sizes) writer.varint(size);
    yield* putBytes(texts);
  }
  /** Of each row how many entries and bytes it has; then the bytes. */
  function* putRows({ sizes, starts, bytes }: EntryRows): Generator<void, void> {
    for (let row = 0; row < sizes.length; row++) {
      writer.varint(sizes[row] as number);
      writer.varint((starts[row + 1] as number) - (starts[row] as number));
    }
    yield* putBytes(bytes);
  }
  const idsOf = {
    terms: idsIn(
      saved.map(({ segment }) => segment.terms.ids),
      lexicons.terms,
    ),
    keys: idsIn(
      saved.map(({ segment }) => segment.keys.ids),
      lexicons.keys,
    ),
    titles: idsIn(
      saved.map(({ segment }) => segment.titles),
      lexicons.titles,
    ),
  };
  const positionsOf = {} as Record<(typeof lexiconNames)[number], Int32Array>;
  for (const name of lexiconNames) {
    positionsOf[name] = positionsIn(idsOf[name], lexicons[name].size);
    yield* putStrings(lexicons[name], idsOf[name]);
  }
  writer.varint(saved.length);
  for (const { segment: own, contents } of saved) {
    const segment = inMemory(own);
    writeDocuments(writer, segment, contents);
    for (const name of plainColumns) for (let chunk = 0; chunk < segment.chunkCount; chunk++) writer.varint(segment[name][chunk] as number);
    for (let chunk = 0; chunk < segment.chunkCount; chunk++) writer.varint(positionsOf.titles[segment.titles[chunk] as number] as number);
    writer.bytes(segment.traits);
    yield* flush();
    for (const name of ['terms', 'keys'] as const) {
      writePositions(writer, segment[name].ids, positionsOf[name]);
      yield* flush();
      yield* putRows(segment[name]);
    }
    const isInOrder = idsOf.keys.every((id, position) => id === position);
    yield* putRows(isInOrder ? segment.chunkKeys : yield* mapped(segment.chunkKeys, positionsOf.keys));
  }
  yield* flush();
}

/** Reads what `saveSteps` wrote; strings get ids of `lexicons`. Throws `CorruptBytesError` where the bytes are anything else. */
export function* loadSteps(bytes: Uint8Array, lexicons: Lexicons): Generator<void, SavedSegment[]> {
  const reader = new ByteReader(bytes);
  const idsOf = {} as Record<(typeof lexiconNames)[number], Int32Array>;
  for (const name of lexiconNames) {
    idsOf[name] = readStrings(reader, lexicons[name]);
    yield;
  }
  const saved: SavedSegment[] = [];
  const count = reader.count();
  for (let s = 0; s < count; s++) {
    const { paths, contents, firstChunkOf, chunkCount } = readDocuments(reader);
    const columns = Object.fromEntries(chunkColumns.map((name) => [name, new Int32Array(chunkCount)])) as Record<
      (typeof chunkColumns)[number],
      Int32Array
    >;
    for (const name of plainColumns) for (let chunk = 0; chunk < chunkCount; chunk++) columns[name][chunk] = reader.varint();
    for (let chunk = 0; chunk < chunkCount; chunk++) columns.titles[chunk] = idAt(idsOf.titles, reader.varint());
    const traits = reader.bytes(chunkCount).slice();
    for (let position = 0; position < paths.length; position++) {
      columns.documentOf.fill(position, firstChunkOf[position], firstChunkOf[position + 1] ?? chunkCount);
    }
    yield;
    const terms = readPostings(reader, idsOf.terms, 0);
    yield;
    const keys = readPostings(reader, idsOf.keys, commonestRoles);
    yield;
    const stored = readRows(reader, chunkCount, commonestRoles);
    const chunkKeys = idsOf.keys.every((id, position) => id === position) ? stored : yield* renumbered(stored, idsOf.keys);
    yield;
    const firstSerialOf = firstChunkOf.map((first) => lexicons.serials.next + first);
    lexicons.serials.next += chunkCount;
    const segment = { paths, firstChunkOf, firstSerialOf, chunkCount, ...columns, traits, terms, keys, chunkKeys };
    saved.push({ segment, contents });
    yield;
  }
  if (reader.left > 0) throw new CorruptBytesError(`${reader.left} bytes follow the last segment`);
  return saved;
}

function idsIn(lists: readonly Int32Array[], lexicon: Lexicon): Int32Array {
  return distinct(lists, lexicon.size);
}

/** The position of each id in a list. */
function positionsIn(ids: Int32Array, limit: number): Int32Array {
  const positions = new Int32Array(limit);
  for (let position = 0; position < ids.length; position++) positions[ids[position] as number] = position;
  return positions;
}

function readStrings(reader: ByteReader, lexicon: Lexicon): Int32Array {
  const sizes = new Int32Array(reader.count());
  let bytes = 0;
  for (let i = 0; i < sizes.length; i++) {
    const size = reader.varint();
    if (size === 0) throw new CorruptBytesError('a string without the byte before it');
    sizes[i] = size;
    bytes += size;
  }
  return lexicon.admit(reader.bytes(bytes), sizes);
}

function idAt(ids: Int32Array, position: number): number {
  const id = ids[position];
  if (id === undefined) throw new CorruptBytesError(`string ${position} of ${ids.length}`);
  return id;
}

function writeDocuments(writer: ByteWriter, { paths, firstChunkOf, chunkCount }: Segment, contents: SavedSegment['contents']): void {
  writer.varint(paths.length);
  for (const [position, path] of paths.entries()) {
    const content = contents[position];
    writer.string(path);
    writer.string(content?.hash ?? '');
    writer.string(content?.language ?? '');
    writer.varint((firstChunkOf[position + 1] ?? chunkCount) - (firstChunkOf[position] as number));
  }
}

function readDocuments(
  reader: ByteReader,
): Pick<SavedSegment, 'contents'> & Pick<Segment, 'firstChunkOf' | 'chunkCount'> & { paths: string[] } {
  const count = reader.count(4);
  const paths: string[] = [];
  const contents: (ContentId | undefined)[] = [];
  const firstChunkOf = new Int32Array(count);
  let chunkCount = 0;
  for (let position = 0; position < count; position++) {
    paths.push(reader.string());
    const hash = reader.string();
    const language = reader.string();
    contents.push(hash === '' ? undefined : { hash, language });
    firstChunkOf[position] = chunkCount;
    chunkCount += reader.varint();
  }
  if (chunkCount > reader.left) throw new CorruptBytesError(`${chunkCount} chunks exceed the ${reader.left} bytes that are left`);
  return { paths, contents, firstChunkOf, chunkCount };
}

function writePositions(writer: ByteWriter, ids: Int32Array, positions: Int32Array): void {
  writer.varint(ids.length);
  let last = -1;
  for (let row = 0; row < ids.length; row++) {
    const position = positions[ids[row] as number] as number;
    writer.varint(position - last - 1);
    last = position;
  }
}

const leastEntryBytes = 2;

function readRows(reader: ByteReader, count: number, turn: number): EntryRows {
  if (count * 2 > reader.left) throw new CorruptBytesError(`${count} rows exceed the ${reader.left} bytes that are left`);
  const sizes = new Int32Array(count);
  const starts = new Uint32Array(count + 1);
  let end = 0;
  for (let row = 0; row < count; row++) {
    const size = reader.varint();
    const length = reader.varint();
    if (size * leastEntryBytes > length) throw new CorruptBytesError(`${size} entries in ${length} bytes`);
    end += length;
    sizes[row] = size;
    starts[row + 1] = end;
  }
  return { sizes, starts, bytes: reader.bytes(end).slice(), turn };
}

/** Rows come in the order of the strings that were saved; where their ids here are in another order, they are sorted. */
function readPostings(reader: ByteReader, idsOf: Int32Array, turn: number): Rows {
  const ids = new Int32Array(reader.count());
  let position = -1;
  let isSorted = true;
  for (let row = 0; row < ids.length; row++) {
    position += reader.varint() + 1;
    ids[row] = idAt(idsOf, position);
    if (row > 0 && (ids[row] as number) < (ids[row - 1] as number)) isSorted = false;
  }
  const rows = readRows(reader, ids.length, turn);
  if (isSorted) return { ids, ...rows };
  const order = ids.map((_, row) => row).sort((a, b) => (ids[a] as number) - (ids[b] as number));
  const writer = new RowWriter(ids.length, rows.bytes.length, turn);
  for (const row of order) {
    writer.addWhole(rows, row);
    writer.endRow(true);
  }
  return { ids: order.map((row) => ids[row] as number), ...writer.finish() };
}

/** The same rows with the numbers that `map` gives, which is ascending. */
function* mapped(rows: EntryRows, map: Int32Array): Generator<void, EntryRows> {
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
