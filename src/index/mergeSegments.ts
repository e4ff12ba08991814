/**
 * Merges segments into one without what is dead, on their arrays alone: chunks are renumbered, rows of one id are put together.
 *
 * Runs in steps, so that a large merge need not hold the thread. Cost: linear in the entries and in the lexicons where the segments
 * are large; some 10 ns an entry. Memory: the result beside the sources, and one number per chunk and per row.
 */

import { chunkIds, distinct, largestIn, values } from './narrowArrays.ts';
import { chunkColumns, chunksEnd, type Rows, type Segment } from './segment.ts';

/** A segment with its marks of what is dead; undefined where nothing is. */
export interface MergeSource {
  readonly segment: Segment;
  readonly dead: Uint8Array | undefined;
  /** 1 where the document is gone. */
  readonly gone: Uint8Array | undefined;
}

/** The merged segment, and where the chunks and documents of each source are in it: -1 for what is dead. */
export interface Merged {
  readonly segment: Segment;
  readonly chunkMaps: readonly Int32Array[];
  readonly documentMaps: readonly Int32Array[];
}

/** Entries that are copied between two steps: a millisecond or two. */
const stepEntries = 100_000;

/** Steps of a merge; the last one returns the result. The sources are not changed. */
export function* mergeSteps(sources: readonly MergeSource[]): Generator<void, Merged> {
  const documentMaps = mapsOf(sources.map(({ segment, gone }) => [segment.paths.length, gone]));
  const chunkMaps = mapsOf(sources.map(({ segment, dead }) => [segment.chunkCount, dead]));
  const chunkCount = countIn(chunkMaps);
  const paths = new Array<string>(countIn(documentMaps));
  const firstChunkOf = new Int32Array(paths.length);
  const firstSerialOf = new Int32Array(paths.length);
  const columns = Object.fromEntries(chunkColumns.map((name) => [name, new Int32Array(chunkCount)])) as Record<
    (typeof chunkColumns)[number],
    Int32Array
  >;
  const traits = new Uint8Array(chunkCount);
  let next = 0;
  for (const [s, { segment }] of sources.entries()) {
    const documentMap = documentMaps[s] as Int32Array;
    for (let position = 0; position < segment.paths.length; position++) {
      const into = documentMap[position] as number;
      if (into < 0) continue;
      const [from, to] = [segment.firstChunkOf[position] as number, chunksEnd(segment, position)];
      paths[into] = segment.paths[position] as string;
      firstChunkOf[into] = next;
      firstSerialOf[into] = segment.firstSerialOf[position] as number;
      for (let chunk = from; chunk < to; chunk++, next++) {
        for (const name of chunkColumns) columns[name][next] = segment[name][chunk] as number;
        columns.documentOf[next] = into;
        traits[next] = segment.traits[chunk] as number;
      }
    }
    yield;
  }
  const terms = yield* mergeRows(sources, chunkMaps, chunkCount, 'terms');
  const keys = yield* mergeRows(sources, chunkMaps, chunkCount, 'keys');
  const forward = yield* mergeForward(sources, chunkMaps, chunkCount);
  return {
    segment: { paths, firstChunkOf, firstSerialOf, chunkCount, ...columns, traits, terms, keys, ...forward },
    chunkMaps,
    documentMaps,
  };
}

/** New numbers for what is alive, in the order of the sources. */
function mapsOf(sources: readonly (readonly [size: number, dead: Uint8Array | undefined])[]): Int32Array[] {
  let next = 0;
  return sources.map(([size, dead]) => {
    const map = new Int32Array(size);
    for (let i = 0; i < size; i++) map[i] = dead?.[i] ? -1 : next++;
    return map;
  });
}

function countIn(maps: readonly Int32Array[]): number {
  return maps.reduce((count, map) => count + map.reduce((sum, to) => (to >= 0 ? sum + 1 : sum), 0), 0);
}

/** Passes over the rows of `rows` in steps. `found` is called with each row, its position in `ids`, and its range of entries. */
function* eachRow(rows: Rows, ids: Int32Array, found: (row: number, from: number, to: number) => void): Generator<void, void> {
  let nextStop = stepEntries;
  for (let own = 0, row = 0; own < rows.ids.length; own++) {
    const id = rows.ids[own] as number;
    while (ids[row] !== id) row++;
    const to = rows.offsets[own + 1] as number;
    found(row, rows.offsets[own] as number, to);
    if (to + own < nextStop) continue;
    nextStop = to + own + stepEntries;
    yield;
  }
}

function* mergeRows(
  sources: readonly MergeSource[],
  chunkMaps: readonly Int32Array[],
  chunkCount: number,
  of: 'terms' | 'keys',
): Generator<void, Rows> {
  const limit = sources.reduce((most, { segment }) => Math.max(most, (segment[of].ids.at(-1) ?? -1) + 1), 0);
  const all = distinct(
    sources.map(({ segment }) => segment[of].ids),
    limit,
  );
  yield;
  const sizes = new Int32Array(all.length);
  for (const { segment, dead } of sources) {
    const { chunks } = segment[of];
    yield* eachRow(segment[of], all, (row, from, to) => {
      let live = to - from;
      if (dead !== undefined) for (let i = from; i < to; i++) live -= dead[chunks[i] as number] as number;
      (sizes[row] as number) += live;
    });
  }
  const cursor = new Int32Array(all.length);
  const { ids, offsets } = withoutEmpty(all, sizes, cursor);
  const size = offsets[ids.length] as number;
  const largest = sources.reduce((most, { segment }) => Math.max(most, largestIn(segment[of].values)), 0);
  const merged: Rows = { ids, offsets, chunks: chunkIds(size, chunkCount), values: values(size, largest), places: new Uint32Array(size) };
  for (const [s, { segment }] of sources.entries()) {
    const rows = segment[of];
    const map = chunkMaps[s] as Int32Array;
    yield* eachRow(rows, all, (row, from, to) => {
      cursor[row] = copyEntries(rows, from, to, map, merged, cursor[row] as number);
    });
  }
  return merged;
}

/** Ids that have entries, with the offsets of their rows; `cursor` gets where the row of each of `all` begins. */
function withoutEmpty(all: Int32Array, sizes: Int32Array, cursor: Int32Array): Pick<Rows, 'ids' | 'offsets'> {
  const ids = new Int32Array(all.length);
  const offsets = new Int32Array(all.length + 1);
  let total = 0;
  let kept = 0;
  for (let row = 0; row < all.length; row++) {
    cursor[row] = total;
    if (sizes[row] === 0) continue;
    ids[kept] = all[row] as number;
    offsets[kept] = total;
    kept++;
    total += sizes[row] as number;
  }
  offsets[kept] = total;
  return kept === all.length ? { ids, offsets } : { ids: ids.slice(0, kept), offsets: offsets.slice(0, kept + 1) };
}

/** Copies the live entries of one row; returns where the next one goes. */
function copyEntries(rows: Rows, from: number, to: number, map: Int32Array, into: Rows, start: number): number {
  let at = start;
  for (let i = from; i < to; i++) {
    const chunk = map[rows.chunks[i] as number] as number;
    if (chunk < 0) continue;
    into.chunks[at] = chunk;
    into.values[at] = rows.values[i] as number;
    into.places[at] = rows.places[i] as number;
    at++;
  }
  return at;
}

type Forward = Pick<Segment, 'keyOffsets' | 'keyIds' | 'keyRoles' | 'keyPlaces'>;

function* mergeForward(sources: readonly MergeSource[], chunkMaps: readonly Int32Array[], chunkCount: number): Generator<void, Forward> {
  const keyOffsets = new Int32Array(chunkCount + 1);
  eachLive(sources, chunkMaps, (segment, chunk, into) => {
    keyOffsets[into + 1] = (segment.keyOffsets[chunk + 1] as number) - (segment.keyOffsets[chunk] as number);
  });
  for (let chunk = 0; chunk < chunkCount; chunk++) (keyOffsets[chunk + 1] as number) += keyOffsets[chunk] as number;
  const size = keyOffsets[chunkCount] as number;
  const merged = { keyOffsets, keyIds: new Int32Array(size), keyRoles: new Uint8Array(size), keyPlaces: new Uint32Array(size) };
  for (const [s, source] of sources.entries()) {
    eachLive([source], [chunkMaps[s] as Int32Array], (segment, chunk, into) => {
      let at = keyOffsets[into] as number;
      for (let i = segment.keyOffsets[chunk] as number; i < (segment.keyOffsets[chunk + 1] as number); i++, at++) {
        merged.keyIds[at] = segment.keyIds[i] as number;
        merged.keyRoles[at] = segment.keyRoles[i] as number;
        merged.keyPlaces[at] = segment.keyPlaces[i] as number;
      }
    });
    yield;
  }
  return merged;
}

function eachLive(
  sources: readonly MergeSource[],
  chunkMaps: readonly Int32Array[],
  found: (segment: Segment, chunk: number, into: number) => void,
): void {
  for (const [s, { segment }] of sources.entries()) {
    const map = chunkMaps[s] as Int32Array;
    for (let chunk = 0; chunk < segment.chunkCount; chunk++) if ((map[chunk] as number) >= 0) found(segment, chunk, map[chunk] as number);
  }
}
