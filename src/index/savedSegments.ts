/**
 * The segments of a folder's index as bytes, so that opening it need not build them from the documents again.
 *
 * Each document is noted with the content it was made of. A segment is a pure function of contents and paths, so whoever loads it keeps the
 * documents whose content is still the present one, and makes the others anew: what was saved may be as old as it likes.
 *
 * Layout: the strings of terms, keys and titles, each once, and the segments with their rows in the order of these strings; chunks of a row
 * as differences, then what each says (`said.ts`). Keys by chunk are told by the rows. Some two and a half bytes an entry.
 * Cost: linear in the entries, some 20 ns each in either direction.
 */

import type { Lexicon, Lexicons } from '../core/text/lexicon.ts';
import { ByteReader, ByteWriter, CorruptBytesError } from './bytes.ts';
import { readText, writeText } from './lexiconText.ts';
import { chunkIds, distinct, values } from './narrowArrays.ts';
import { commonestRoles, readSaid, writeSaid } from './said.ts';
import { chunkColumns, type Rows, type Segment } from './segment.ts';
import { inMemory } from './spilledSegment.ts';
import type { ContentId } from './store.ts';

/** Raised whenever the layout below changes. */
export const savedFormat = 2;

/** A segment with the content of each of its documents; undefined for one that is gone. */
export interface SavedSegment {
  readonly segment: Segment;
  readonly contents: readonly (ContentId | undefined)[];
}

const lexiconNames = ['terms', 'keys', 'titles'] as const;
/** What the numbers of an entry are turned by: roles are, counts are not. */
const turnOf = { terms: 0, keys: commonestRoles } as const;
/** Columns that are written as they are; `documentOf` follows from the numbers of chunks. */
const plainColumns = chunkColumns.filter((name) => name !== 'documentOf' && name !== 'titles');
/** Entries or strings that are written between two steps: a millisecond or two. */
const stepItems = 100_000;

/** Writes in steps; `take` is given the bytes so far between them, and they are forgotten. */
export function* saveSteps(saved: readonly SavedSegment[], lexicons: Lexicons, take: (bytes: Uint8Array) => void): Generator<void, void> {
  const writer = new ByteWriter();
  function* flush(): Generator<void, void> {
    take(writer.written);
    writer.reset();
    yield;
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
    positionsOf[name] = writeStrings(writer, lexicons[name], idsOf[name]);
    yield* flush();
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
      const { ids, offsets } = segment[name];
      writer.varint(ids.length);
      let last = -1;
      for (let row = 0; row < ids.length; row++) {
        const position = positionsOf[name][ids[row] as number] as number;
        writer.varint(position - last - 1);
        writer.varint((offsets[row + 1] as number) - (offsets[row] as number));
        last = position;
      }
      yield* flush();
      for (let row = 0, next = 0; row < ids.length; row++) {
        writeRow(writer, segment[name], row, turnOf[name]);
        if (row + (offsets[row] as number) < next) continue;
        next = row + (offsets[row] as number) + stepItems;
        yield* flush();
      }
      yield* flush();
    }
  }
  yield* flush();
}

/** Reads what `saveSteps` wrote; strings get ids of `lexicons`. Throws `CorruptBytesError` where the bytes are anything else. */
export function* loadSteps(bytes: Uint8Array, lexicons: Lexicons): Generator<void, SavedSegment[]> {
  const reader = new ByteReader(bytes);
  const idsOf = {} as Record<(typeof lexiconNames)[number], Int32Array>;
  for (const name of lexiconNames) {
    idsOf[name] = readStrings(reader, bytes, lexicons[name]);
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
    const terms = yield* readRows(reader, idsOf.terms, chunkCount, turnOf.terms);
    const keys = yield* readRows(reader, idsOf.keys, chunkCount, turnOf.keys);
    const firstSerialOf = firstChunkOf.map((first) => lexicons.serials.next + first);
    lexicons.serials.next += chunkCount;
    const segment = { paths, firstChunkOf, firstSerialOf, chunkCount, ...columns, traits, terms, keys, ...byChunk(keys, chunkCount) };
    saved.push({ segment, contents });
    yield;
  }
  if (reader.left > 0) throw new CorruptBytesError(`${reader.left} bytes follow the last segment`);
  return saved;
}

function idsIn(lists: readonly Int32Array[], lexicon: Lexicon): Int32Array {
  return distinct(lists, lexicon.size);
}

/** Returns the position of each id among the strings that are written. */
function writeStrings(writer: ByteWriter, lexicon: Lexicon, ids: Int32Array): Int32Array {
  const positions = new Int32Array(lexicon.size);
  writer.varint(ids.length);
  for (let position = 0; position < ids.length; position++) {
    const id = ids[position] as number;
    writeText(writer, lexicon, id);
    positions[id] = position;
  }
  return positions;
}

function readStrings(reader: ByteReader, bytes: Uint8Array, lexicon: Lexicon): Int32Array {
  const ids = new Int32Array(reader.count());
  for (let i = 0; i < ids.length; i++) ids[i] = readText(reader, bytes, lexicon);
  return ids;
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

function writeRow(writer: ByteWriter, { offsets, chunks, values: numbers, places }: Rows, row: number, turn: number): void {
  const from = offsets[row] as number;
  const to = offsets[row + 1] as number;
  let last = 0;
  for (let i = from; i < to; i++) {
    writer.varint((chunks[i] as number) - last);
    last = chunks[i] as number;
  }
  for (let i = from; i < to; i++) writeSaid(writer, places[i] as number, (numbers[i] as number) ^ turn);
}

/** Rows come in the order of the strings that were saved; where their ids here are in another order, they are sorted. */
function* readRows(reader: ByteReader, idsOf: Int32Array, chunkCount: number, turn: number): Generator<void, Rows> {
  const count = reader.count(2);
  const ids = new Int32Array(count);
  const sizes = new Int32Array(count);
  let position = -1;
  let size = 0;
  let isSorted = true;
  for (let row = 0; row < count; row++) {
    position += reader.varint() + 1;
    ids[row] = idAt(idsOf, position);
    if (row > 0 && (ids[row] as number) < (ids[row - 1] as number)) isSorted = false;
    sizes[row] = reader.varint();
    size += sizes[row] as number;
  }
  if (size * 2 > reader.left) throw new CorruptBytesError(`${size} entries exceed the ${reader.left} bytes that are left`);
  yield;
  const order = isSorted ? undefined : Int32Array.from(ids, (_, row) => row).sort((a, b) => (ids[a] as number) - (ids[b] as number));
  const offsets = new Int32Array(count + 1);
  const startOf = order === undefined ? offsets : new Int32Array(count);
  for (let at = 0, start = 0; at < count; at++) {
    const row = order?.[at] ?? at;
    offsets[at] = start;
    startOf[row] = start;
    start += sizes[row] as number;
  }
  offsets[count] = size;
  const rows = {
    ids: order === undefined ? ids : order.map((row) => ids[row] as number),
    offsets,
    chunks: chunkIds(size, chunkCount),
    // Nearly all values are small; the few others make room for themselves.
    values: values(size, 0xff) as Rows['values'],
    places: new Uint32Array(size),
  };
  for (let row = 0, next = stepItems; row < count; row++) {
    readRow(reader, rows, startOf[row] as number, sizes[row] as number, chunkCount, turn);
    if (row + (startOf[row] as number) < next) continue;
    next += stepItems;
    yield;
  }
  return rows;
}

function readRow(
  reader: ByteReader,
  rows: { -readonly [K in keyof Rows]: Rows[K] },
  from: number,
  size: number,
  chunkCount: number,
  turn: number,
): void {
  const to = from + size;
  let chunk = 0;
  for (let i = from; i < to; i++) {
    chunk += reader.varint();
    rows.chunks[i] = chunk;
  }
  if (chunk >= chunkCount) throw new CorruptBytesError(`chunk ${chunk} of ${chunkCount}`);
  for (let i = from; i < to; i++) {
    const value = readSaid(reader, rows.places, i) ^ turn;
    if (value > 0xff && rows.values.BYTES_PER_ELEMENT === 1) rows.values = Int32Array.from(rows.values);
    rows.values[i] = value;
  }
}

type Forward = Pick<Segment, 'keyOffsets' | 'keyIds' | 'keyRoles' | 'keyPlaces'>;

/** The keys of each chunk, told by their rows. */
function byChunk({ ids, offsets, chunks, values: roles, places }: Rows, chunkCount: number): Forward {
  const size = chunks.length;
  const keyOffsets = new Int32Array(chunkCount + 1);
  for (let i = 0; i < size; i++) (keyOffsets[(chunks[i] as number) + 1] as number)++;
  for (let chunk = 0; chunk < chunkCount; chunk++) (keyOffsets[chunk + 1] as number) += keyOffsets[chunk] as number;
  const cursor = keyOffsets.slice(0, chunkCount);
  const forward = { keyOffsets, keyIds: new Int32Array(size), keyRoles: new Uint8Array(size), keyPlaces: new Uint32Array(size) };
  for (let row = 0; row < ids.length; row++) {
    for (let i = offsets[row] as number; i < (offsets[row + 1] as number); i++) {
      const at = (cursor[chunks[i] as number] as number)++;
      forward.keyIds[at] = ids[row] as number;
      forward.keyRoles[at] = roles[i] as number;
      forward.keyPlaces[at] = places[i] as number;
    }
  }
  return forward;
}
