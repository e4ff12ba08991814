/**
 * Merges segments into one and drops what is deleted. Works on rows: chunks are renumbered, rows with the same id joined.
 *
 * Runs in steps, so that a large merge does not block the thread. Cost: linear in the entries, some 10 ns each. Memory: the result in
 * addition to the sources.
 */

import type { Steps } from '../util/steps.ts';
import { type EntryRows, RowWriter } from './entryRows.ts';
import { chunkColumns, chunksEnd, type Rows, type Segment } from './segment.ts';

/** A segment with its tombstones; undefined if nothing is deleted. */
export interface MergeSource {
  readonly segment: Segment;
  readonly tombstones: Uint8Array | undefined;
  /** 1 for each deleted document. */
  readonly documentTombstones: Uint8Array | undefined;
}

/** The merged segment, and the new ids of each source's chunks and documents; -1 for deleted ones. */
export interface Merged {
  readonly segment: Segment;
  readonly chunkMaps: readonly Int32Array[];
  readonly documentMaps: readonly Int32Array[];
}

/** Entries copied between two steps: one or two milliseconds. */
const stepEntries = 100_000;

/** The steps of a merge; the last one returns the result. Does not change the sources. */
export function* mergeSteps(sources: readonly MergeSource[]): Steps<Merged> {
  const documentMaps = buildMaps(sources.map(({ segment, documentTombstones }) => [segment.paths.length, documentTombstones]));
  const chunkMaps = buildMaps(sources.map(({ segment, tombstones }) => [segment.chunkCount, tombstones]));
  const chunkCount = countIn(chunkMaps);
  const paths = new Array<string>(countIn(documentMaps));
  const languages = new Array<string>(paths.length);
  const firstChunkOf = new Int32Array(paths.length);
  const columns = Object.fromEntries(chunkColumns.map((name) => [name, new Int32Array(chunkCount)])) as Record<
    (typeof chunkColumns)[number],
    Int32Array
  >;
  const traits = new Uint8Array(chunkCount);
  let next = 0;
  for (const [s, { segment }] of sources.entries()) {
    const [documentMap, chunkMap] = [documentMaps[s] as Int32Array, chunkMaps[s] as Int32Array];
    for (const name of chunkColumns) copyLive(segment[name], chunkMap, columns[name]);
    copyLive(segment.traits, chunkMap, traits);
    for (let position = 0; position < segment.paths.length; position++) {
      const into = documentMap[position] as number;
      if (into < 0) continue;
      const [from, to] = [segment.firstChunkOf[position] as number, chunksEnd(segment, position)];
      paths[into] = segment.paths[position] as string;
      languages[into] = segment.languages[position] as string;
      firstChunkOf[into] = next;
      columns.documentOf.fill(into, next, next + to - from);
      next += to - from;
    }
    yield;
  }
  const terms = yield* mergeRows(sources, chunkMaps, 'terms');
  const keys = yield* mergeRows(sources, chunkMaps, 'keys');
  const chunkKeys = yield* mergeChunkKeys(sources, chunkMaps, chunkCount);
  return {
    segment: { paths, languages, firstChunkOf, chunkCount, ...columns, traits, terms, keys, chunkKeys },
    chunkMaps,
    documentMaps,
  };
}

/** New ids for what is live, in the order of the sources. */
function buildMaps(sources: readonly (readonly [size: number, tombstones: Uint8Array | undefined])[]): Int32Array[] {
  let next = 0;
  return sources.map(([size, tombstones]) => {
    const map = new Int32Array(size);
    for (let i = 0; i < size; i++) map[i] = tombstones?.[i] ? -1 : next++;
    return map;
  });
}

function copyLive(from: Int32Array | Uint8Array, map: Int32Array, into: Int32Array | Uint8Array): void {
  for (let i = 0; i < map.length; i++) if ((map[i] as number) >= 0) into[map[i] as number] = from[i] as number;
}

function countIn(maps: readonly Int32Array[]): number {
  return maps.reduce((count, map) => count + map.reduce((sum, to) => (to >= 0 ? sum + 1 : sum), 0), 0);
}

/** Greater than every id. */
const none = 0x7fffffff;

/** Merges the rows of all sources in the order of their ids; rows with the same id are joined, source by source. */
class RowMerger {
  readonly #rows: readonly Rows[];
  readonly #maps: readonly Int32Array[];
  readonly #writer: RowWriter;
  readonly #ids: Int32Array;
  #kept = 0;
  /** The next row of each source, and its id. */
  readonly #next: Int32Array;
  readonly #nextIds: Int32Array;
  #id: number;

  constructor(rows: readonly Rows[], maps: readonly Int32Array[]) {
    this.#rows = rows;
    this.#maps = maps;
    const limit = 1 + rows.reduce((last, { ids }) => Math.max(last, ids.at(-1) ?? -1), -1);
    const max = Math.min(
      limit,
      rows.reduce((count, { ids }) => count + ids.length, 0),
    );
    // Where a row continues another, the distance of its first number may take a byte more.
    const bytes = rows.reduce((sum, { ids }) => sum + ids.length, bytesIn(rows));
    this.#writer = new RowWriter(max, bytes, (rows[0] as Rows).isRoles);
    this.#ids = new Int32Array(max);
    this.#next = new Int32Array(rows.length);
    this.#nextIds = Int32Array.from(rows, ({ ids }) => ids[0] ?? none);
    this.#id = Math.min(...this.#nextIds);
  }

  /** Merges some rows; returns whether there are more. */
  step(): boolean {
    let entries = 0;
    while (this.#id !== none && entries < stepEntries) entries += this.#mergeRow();
    return this.#id !== none;
  }

  finish(): Rows {
    return { ids: this.#ids.slice(0, this.#kept), ...this.#writer.finish() };
  }

  /** Merges the rows of the next id; returns the number of entries processed. */
  #mergeRow(): number {
    const nextIds = this.#nextIds;
    const id = this.#id;
    let min = none;
    let entries = 0;
    for (let s = 0; s < nextIds.length; s++) {
      if (nextIds[s] === id) entries += this.#addRow(s);
      const next = nextIds[s] as number;
      if (next < min) min = next;
    }
    if (this.#writer.endRow() > 0) this.#ids[this.#kept++] = id;
    this.#id = min;
    return entries;
  }

  #addRow(s: number): number {
    const rows = this.#rows[s] as Rows;
    const row = this.#next[s] as number;
    this.#writer.addMapped(rows, row, this.#maps[s] as Int32Array);
    this.#next[s] = row + 1;
    this.#nextIds[s] = row + 1 < rows.ids.length ? (rows.ids[row + 1] as number) : none;
    return 1 + (rows.sizes[row] as number);
  }
}

function* mergeRows(sources: readonly MergeSource[], chunkMaps: readonly Int32Array[], of: 'terms' | 'keys'): Steps<Rows> {
  const merger = new RowMerger(
    sources.map(({ segment }) => segment[of]),
    chunkMaps,
  );
  while (merger.step()) yield;
  return merger.finish();
}

function bytesIn(all: readonly EntryRows[]): number {
  return all.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

/** Copies the key rows of live chunks unchanged: key ids stay the same. */
function* mergeChunkKeys(sources: readonly MergeSource[], chunkMaps: readonly Int32Array[], chunkCount: number): Steps<EntryRows> {
  const all = sources.map(({ segment }) => segment.chunkKeys);
  const writer = new RowWriter(chunkCount, bytesIn(all), (all[0] as EntryRows).isRoles);
  let entries = 0;
  for (const [s, rows] of all.entries()) {
    const map = chunkMaps[s] as Int32Array;
    for (let chunk = 0; chunk < map.length; chunk++) {
      if ((map[chunk] as number) < 0) continue;
      writer.addWhole(rows, chunk);
      entries += 1 + writer.endRow(true);
      if (entries < stepEntries) continue;
      entries = 0;
      yield;
    }
  }
  return writer.finish();
}
