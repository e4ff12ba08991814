/**
 * A snapshot: some segments with the marks of their dead chunks, read as one index.
 *
 * Several folders are asked together by putting their segments side by side: ids of a segment are shifted by the chunks before it,
 * counts are summed, so the ranking equals that of one index of all. Where one segment without dead chunks is read, postings are
 * views of its arrays; else they are gathered once and kept as long as the snapshot lives.
 */

import { type ChunkInfo, type IndexReader, type KeyColumns, type KeyOfChunk, type Postings, Trait } from '../core/retrieve/reader.ts';
import { carriedChunks } from './carried.ts';
import { chunkIds, largestIn, values } from './columns.ts';
import type { Lexicons } from './lexicon.ts';
import { type ChunkKeyColumns, keysOfChunk, type Rows, rowOf, type Segment } from './segment.ts';

/** A segment with what has been removed from it since it was built. */
export interface LiveSegment {
  readonly segment: Segment;
  /** 1 where the chunk is dead; undefined where none is. Never changed once it is part of a snapshot. */
  readonly dead: Uint8Array | undefined;
  readonly folder: number;
}

/** The segments of one folder at one generation. */
export interface Snapshot {
  readonly generation: number;
  readonly lexicons: Lexicons;
  readonly segments: readonly { readonly segment: Segment; readonly dead: Uint8Array | undefined }[];
}

const empty: Postings = { size: 0, chunks: new Int32Array(0), values: new Int32Array(0), places: new Uint32Array(0) };

/** Entries of gathered postings that a snapshot holds at most; some 30 MB. */
const mostHeld = 4_000_000;

class SnapshotReader implements IndexReader {
  readonly generation: number;
  readonly chunkCount: number;
  readonly liveCount: number;
  readonly totalLength: number;
  readonly lengths: Int32Array;
  readonly traits: Uint8Array;
  readonly #parts: readonly LiveSegment[];
  readonly #bases: readonly number[];
  readonly #lexicons: Lexicons;
  /** Entries in `gathered`. */
  #held = 0;
  readonly #gathered = { terms: new Map<number, Postings>(), keys: new Map<number, Postings>() };

  constructor(parts: readonly LiveSegment[], lexicons: Lexicons, generation: number) {
    this.generation = generation;
    this.#parts = parts;
    this.#lexicons = lexicons;
    const bases: number[] = [];
    let count = 0;
    let live = 0;
    let length = 0;
    for (const { segment, dead } of parts) {
      bases.push(count);
      count += segment.chunkCount;
      for (let chunk = 0; chunk < segment.chunkCount; chunk++) {
        if (dead?.[chunk]) continue;
        live++;
        length += segment.lengths[chunk] as number;
      }
    }
    this.#bases = bases;
    this.chunkCount = count;
    this.liveCount = live;
    this.totalLength = length;
    const only = parts.length === 1 ? (parts[0] as LiveSegment).segment : undefined;
    this.lengths = only?.lengths ?? new Int32Array(count);
    this.traits = only?.traits ?? new Uint8Array(count);
    if (only !== undefined) return;
    parts.forEach(({ segment }, i) => {
      this.lengths.set(segment.lengths, bases[i]);
      this.traits.set(segment.traits, bases[i]);
    });
  }

  async carriedFrom(earlier: IndexReader): Promise<Int32Array | undefined> {
    if (!(earlier instanceof SnapshotReader) || earlier.#lexicons !== this.#lexicons) return undefined;
    return carriedChunks(earlier.#parts, this.#parts);
  }

  async liveChunks(): Promise<Int32Array> {
    const live = new Int32Array(this.liveCount);
    let size = 0;
    for (const [part, { segment, dead }] of this.#parts.entries()) {
      const base = this.#bases[part] as number;
      for (let chunk = 0; chunk < segment.chunkCount; chunk++) if (!dead?.[chunk]) live[size++] = base + chunk;
    }
    return live;
  }

  async termPostings(terms: readonly string[]): Promise<readonly Postings[]> {
    return terms.map((term) => this.#postings('terms', this.#lexicons.terms.find(term)));
  }

  async keyIds(keys: readonly string[]): Promise<Int32Array> {
    return Int32Array.from(keys, (key) => this.#lexicons.keys.find(key));
  }

  async keyTexts(ids: readonly number[]): Promise<readonly string[]> {
    return ids.map((id) => this.#lexicons.keys.text(id));
  }

  async keyCounts(ids: readonly number[]): Promise<Int32Array> {
    return Int32Array.from(ids, (id) => this.#gathered.keys.get(id)?.size ?? this.#countOf(id));
  }

  async keysBySize(least: number, most: number): Promise<readonly number[]> {
    const counts = new Int32Array(this.#lexicons.keys.size);
    for (const { segment, dead } of this.#parts) {
      const { ids, offsets } = segment.keys;
      // Where the postings lie on disk, touching the column reads it.
      const chunks = dead === undefined ? undefined : segment.keys.chunks;
      for (let row = 0; row < ids.length; row++) {
        const id = ids[row] as number;
        const [from, to] = [offsets[row] as number, offsets[row + 1] as number];
        let live = to - from;
        if (dead !== undefined && chunks !== undefined) for (let i = from; i < to; i++) live -= dead[chunks[i] as number] as number;
        counts[id] = (counts[id] as number) + live;
      }
    }
    const found: number[] = [];
    counts.forEach((count, id) => {
      if (count >= least && count <= most) found.push(id);
    });
    return found;
  }

  async keyPostings(ids: readonly number[]): Promise<readonly Postings[]> {
    return ids.map((id) => this.#postings('keys', id));
  }

  async chunkKeys(chunks: readonly number[]): Promise<readonly (readonly KeyOfChunk[])[]> {
    return chunks.map((chunk) => {
      const { ids, roles, places } = this.#keysOf(chunk);
      const keys: KeyOfChunk[] = [];
      for (let i = 0; i < ids.length; i++) keys.push({ id: ids[i] as number, roles: roles[i] as number, places: places[i] as number });
      return keys;
    });
  }

  async chunkKeyColumns(chunks: readonly number[]): Promise<KeyColumns> {
    const offsets = new Int32Array(chunks.length + 1);
    const places = chunks.map((chunk, i) => {
      const part = this.#partOf(chunk);
      const { segment } = this.#parts[part] as LiveSegment;
      const local = chunk - (this.#bases[part] as number);
      const [from, to] = [segment.keyOffsets[local] as number, segment.keyOffsets[local + 1] as number];
      offsets[i + 1] = (offsets[i] as number) + to - from;
      return { segment, local, from };
    });
    const size = offsets[chunks.length] as number;
    const columns = { offsets, ids: new Int32Array(size), roles: new Uint8Array(size) };
    for (const [i, { segment, local, from }] of places.entries()) {
      const start = offsets[i] as number;
      const length = (offsets[i + 1] as number) - start;
      const { ids, roles } =
        segment.readKeys === undefined ? { ids: segment.keyIds, roles: segment.keyRoles } : keysOfChunk(segment, local);
      const first = segment.readKeys === undefined ? from : 0;
      for (let k = 0; k < length; k++) {
        columns.ids[start + k] = ids[first + k] as number;
        columns.roles[start + k] = roles[first + k] as number;
      }
    }
    return columns;
  }

  async chunkInfo(chunks: readonly number[]): Promise<readonly ChunkInfo[]> {
    return chunks.map((chunk) => {
      const part = this.#partOf(chunk);
      const { segment, folder } = this.#parts[part] as LiveSegment;
      const local = chunk - (this.#bases[part] as number);
      return {
        path: segment.paths[segment.documentOf[local] as number] as string,
        folder,
        startLine: segment.startLines[local] as number,
        endLine: segment.endLines[local] as number,
        startColumn: segment.startColumns[local] as number,
        endColumn: segment.endColumns[local] as number,
        title: this.#lexicons.titles.text(segment.titles[local] as number),
        kind: (segment.traits[local] as number) & Trait.Prose ? 'doc' : 'code',
      };
    });
  }

  #keysOf(chunk: number): ChunkKeyColumns {
    const part = this.#partOf(chunk);
    return keysOfChunk((this.#parts[part] as LiveSegment).segment, chunk - (this.#bases[part] as number));
  }

  #partOf(chunk: number): number {
    let part = this.#bases.length - 1;
    while (part > 0 && (this.#bases[part] as number) > chunk) part--;
    return part;
  }

  /** The live chunks of a key. */
  #countOf(id: number): number {
    let count = 0;
    for (const { segment, dead } of this.#parts) {
      const row = id < 0 ? -1 : rowOf(segment.keys, id);
      if (row < 0) continue;
      const [from, to] = [segment.keys.offsets[row] as number, segment.keys.offsets[row + 1] as number];
      count += to - from;
      if (dead === undefined) continue;
      const { chunks } = viewOf(segment.keys, row);
      for (let i = 0; i < chunks.length; i++) count -= dead[chunks[i] as number] as number;
    }
    return count;
  }

  #postings(of: 'terms' | 'keys', id: number): Postings {
    if (id < 0) return empty;
    const known = this.#gathered[of].get(id);
    if (known !== undefined) return known;
    const found = this.#gather(of, id);
    this.#held += found.size;
    if (this.#held > mostHeld) {
      for (const gathered of [this.#gathered.terms, this.#gathered.keys]) gathered.clear();
      this.#held = found.size;
    }
    this.#gathered[of].set(id, found);
    return found;
  }

  #gather(of: 'terms' | 'keys', id: number): Postings {
    if (this.#parts.length === 1 && (this.#parts[0] as LiveSegment).dead === undefined) {
      const rows = (this.#parts[0] as LiveSegment).segment[of];
      const row = rowOf(rows, id);
      return row < 0 ? empty : viewOf(rows, row);
    }
    const found = this.#parts.flatMap(({ segment, dead }, part) => {
      const row = rowOf(segment[of], id);
      return row < 0 ? [] : [{ ...viewOf(segment[of], row), dead, base: this.#bases[part] as number }];
    });
    return together(found, this.chunkCount);
  }
}

/** The live entries of some segments as one list; chunk ids are shifted by `base`. */
function together(
  lists: readonly (Postings & { readonly dead: Uint8Array | undefined; readonly base: number })[],
  chunkCount: number,
): Postings {
  let most = 0;
  let largest = 0;
  for (const list of lists) {
    most += list.size;
    largest = Math.max(largest, largestIn(list.values));
  }
  const joined = { chunks: chunkIds(most, chunkCount), values: values(most, largest), places: new Uint32Array(most) };
  let size = 0;
  for (const { chunks, values: numbers, places, dead, base } of lists) {
    for (let i = 0; i < chunks.length; i++) {
      const chunk = chunks[i] as number;
      if (dead !== undefined && dead[chunk] === 1) continue;
      joined.chunks[size] = chunk + base;
      joined.values[size] = numbers[i] as number;
      joined.places[size] = places[i] as number;
      size++;
    }
  }
  if (size === most) return { size, ...joined };
  return { size, chunks: joined.chunks.slice(0, size), values: joined.values.slice(0, size), places: joined.places.slice(0, size) };
}

function viewOf(rows: Rows, row: number): Postings {
  const from = rows.offsets[row] as number;
  const to = rows.offsets[row + 1] as number;
  if (rows.read !== undefined) return { size: to - from, ...rows.read(from, to) };
  return {
    size: to - from,
    chunks: rows.chunks.subarray(from, to),
    values: rows.values.subarray(from, to),
    places: rows.places.subarray(from, to),
  };
}

/**
 * One reader over the snapshots of one or several folders, which must share their lexicons; `ChunkInfo.folder` is the position in
 * the list. The generation is the sum of theirs, so it rises with every change of any.
 */
export function joinSnapshots(snapshots: readonly Snapshot[], lexicons: Lexicons): IndexReader {
  const parts = snapshots.flatMap(({ segments }, folder) => segments.map(({ segment, dead }) => ({ segment, dead, folder })));
  return new SnapshotReader(
    parts.filter(({ segment }) => segment.chunkCount > 0),
    lexicons,
    snapshots.reduce((sum, { generation }) => sum + generation, 0),
  );
}
