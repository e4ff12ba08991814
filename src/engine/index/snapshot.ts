/**
 * A snapshot: some segments with their tombstones, read as one index.
 *
 * Several folders are searched together by concatenating their segments: ids are offset by the number of preceding chunks and counts are
 * summed, so the ranking equals that of one index of all. The posting list of a term that is only in the first segment, without tombstones,
 * is used as it is; others are gathered once and cached with the snapshot. Every change makes a new snapshot, so what is decoded or
 * computed for an unchanged segment is cached with the index.
 */

import type { Lexicons } from '../text/words/lexicon.ts';
import { positionOf } from '../util/sorted.ts';
import { liveChunks, liveDocuments, type SegmentDeletions, tombstoneCounts } from './deletions.ts';
import { entriesOf, readEntries } from './entryRows.ts';
import { fetchDeleted, fetchPostings, fetchRows } from './fetchRows.ts';
import { joinColumns } from './joinedColumns.ts';
import { deletedIndexes, joinPostings, type PartPostings } from './joinedPostings.ts';
import {
  type ChunkInfo,
  type DocumentInfo,
  type FoundKey,
  type IndexReader,
  type KeyColumns,
  type KeyOfChunk,
  noPostings,
  type Postings,
  Trait,
} from './reader.ts';
import type { RowCache } from './rowCache.ts';

/** A segment of a snapshot. */
export interface LiveSegment extends SegmentDeletions {
  /** Posting lists decoded lately, of all segments of this index. */
  readonly cache: RowCache;
  readonly folder: number;
}

/** The segments of one folder at one generation. */
export interface Snapshot {
  readonly generation: number;
  readonly lexicons: Lexicons;
  readonly segments: readonly Omit<LiveSegment, 'folder'>[];
}

/** Maximum number of cached entries of gathered posting lists per snapshot; some 24 MB. */
const maxCachedEntries = 2_000_000;

/** A segment in a snapshot. */
interface Part extends LiveSegment {
  /** Id of its first chunk. */
  readonly base: number;
}

class SnapshotReader implements IndexReader {
  readonly generation: number;
  readonly chunkCount: number;
  readonly liveCount: number;
  readonly totalLength: number;
  readonly lengths: Int32Array;
  readonly traits: Uint8Array;
  readonly #parts: readonly Part[];
  readonly #lexicons: Lexicons;
  /** Number of entries in `gathered`. */
  #cachedEntries = 0;
  readonly #gathered = { terms: new Map<number, Postings>(), keys: new Map<number, Postings>() };

  constructor(parts: readonly LiveSegment[], lexicons: Lexicons, generation: number) {
    this.generation = generation;
    this.#lexicons = lexicons;
    let count = 0;
    let live = 0;
    let length = 0;
    this.#parts = parts.map((part) => {
      const base = count;
      count += part.segment.chunkCount;
      live += part.segment.chunkCount - part.deletedCount;
      length -= part.deletedLength;
      return { ...part, base };
    });
    this.chunkCount = count;
    this.liveCount = live;
    const { lengths, traits } = joinColumns(parts.map(({ segment }) => segment));
    for (let chunk = 0; chunk < count; chunk++) length += lengths[chunk] as number;
    this.totalLength = length;
    this.lengths = lengths;
    this.traits = traits;
  }

  async liveChunks(): Promise<Int32Array> {
    return liveChunks(this.#parts, this.liveCount);
  }

  async documents(): Promise<readonly DocumentInfo[]> {
    return liveDocuments(this.#parts, ({ languages }, position) => languages[position] as string);
  }

  async termPostings(terms: readonly string[]): Promise<readonly Postings[]> {
    const ids = terms.map((term) => this.#lexicons.terms.find(term));
    await fetchPostings(this.#parts, 'terms', ids);
    return ids.map((id) => this.#postings('terms', id));
  }

  async termCounts(terms: readonly string[]): Promise<Int32Array> {
    const ids = terms.map((term) => this.#lexicons.terms.find(term));
    await fetchDeleted(this.#parts, 'terms', ids);
    return Int32Array.from(ids, (id) => this.#countOf('terms', id));
  }

  async findKeys(texts: readonly string[]): Promise<readonly FoundKey[]> {
    const ids = texts.map((text) => this.#lexicons.keys.find(text));
    await fetchPostings(this.#parts, 'keys', ids);
    return ids.map((id) => ({ id, postings: this.#postings('keys', id) }));
  }

  async keyTexts(ids: readonly number[]): Promise<readonly string[]> {
    return ids.map((id) => this.#lexicons.keys.text(id));
  }

  async keyCounts(ids: readonly number[]): Promise<Int32Array> {
    await fetchDeleted(this.#parts, 'keys');
    return Int32Array.from(ids, (id) => this.#countOf('keys', id));
  }

  async keysBySize(min: number, max: number): Promise<readonly number[]> {
    await fetchDeleted(this.#parts, 'keys');
    const found: number[] = [];
    keyCountsOf(this.#parts, this.#lexicons).forEach((count, id) => {
      if (count >= min && count <= max) found.push(id);
    });
    return found;
  }

  async keyPostings(ids: readonly number[]): Promise<readonly Postings[]> {
    await fetchPostings(this.#parts, 'keys', ids);
    return ids.map((id) => this.#postings('keys', id));
  }

  async chunkKeys(chunks: readonly number[]): Promise<readonly (readonly KeyOfChunk[])[]> {
    await Promise.all([this.#fetchKeysOf(chunks), fetchDeleted(this.#parts, 'keys')]);
    return chunks.map((chunk) => {
      const { segment, base } = this.#partOf(chunk);
      const { size, numbers, values, places } = entriesOf(segment.chunkKeys, chunk - base);
      const keys: KeyOfChunk[] = [];
      for (let i = 0; i < size; i++) {
        const id = numbers[i] as number;
        keys.push({
          id,
          text: this.#lexicons.keys.text(id),
          count: this.#countOf('keys', id),
          roles: values[i] as number,
          places: places[i] as number,
        });
      }
      return keys;
    });
  }

  async chunkKeyColumns(chunks: readonly number[]): Promise<KeyColumns> {
    await this.#fetchKeysOf(chunks);
    const offsets = new Int32Array(chunks.length + 1);
    const places = chunks.map((chunk, i) => {
      const { segment, base } = this.#partOf(chunk);
      offsets[i + 1] = (offsets[i] as number) + (segment.chunkKeys.sizes[chunk - base] as number);
      return { rows: segment.chunkKeys, row: chunk - base };
    });
    const size = offsets[chunks.length] as number;
    const columns = { offsets, ids: new Int32Array(size), roles: new Uint8Array(size) };
    for (const [i, { rows, row }] of places.entries()) readEntries(rows, row, columns.ids, columns.roles, offsets[i] as number);
    return columns;
  }

  async chunkInfo(chunks: readonly number[]): Promise<readonly ChunkInfo[]> {
    const { titles } = this.#lexicons;
    return chunks.map((chunk) => {
      const { segment, folder, base } = this.#partOf(chunk);
      const local = chunk - base;
      const title = segment.titles[local] as number;
      const document = segment.documentOf[local] as number;
      return {
        path: segment.paths[document] as string,
        language: segment.languages[document] as string,
        folder,
        startLine: segment.startLines[local] as number,
        endLine: segment.endLines[local] as number,
        startColumn: segment.startColumns[local] as number,
        endColumn: segment.endColumns[local] as number,
        // Decoded when it is read: ranking describes many chunks and shows few.
        get title() {
          return titles.text(title);
        },
        kind: (segment.traits[local] as number) & Trait.Prose ? 'doc' : 'code',
      };
    });
  }

  #fetchKeysOf(chunks: readonly number[]): Promise<void> {
    return fetchRows(
      chunks.map((chunk) => {
        const { segment, base } = this.#partOf(chunk);
        return { rows: segment.chunkKeys, row: chunk - base };
      }),
    );
  }

  #partOf(chunk: number): Part {
    let part = this.#parts.length - 1;
    while (part > 0 && (this.#parts[part] as Part).base > chunk) part--;
    return this.#parts[part] as Part;
  }

  /** Number of live chunks of a term or key. */
  #countOf(of: 'terms' | 'keys', id: number): number {
    if (id < 0) return 0;
    const gathered = this.#gathered[of].get(id);
    if (gathered !== undefined) return gathered.size;
    let count = 0;
    for (const part of this.#parts) {
      const rows = part.segment[of];
      const row = positionOf(rows.ids, id);
      if (row < 0) continue;
      count += rows.sizes[row] as number;
      if (of === 'keys') count -= tombstoneCounts(part)?.[row] ?? 0;
      else if (part.deletedCount > 0) count -= deletedIndexes(part.cache.postings(rows, row).chunks, part.tombstones).length;
    }
    return count;
  }

  #postings(of: 'terms' | 'keys', id: number): Postings {
    if (id < 0) return noPostings;
    const known = this.#gathered[of].get(id);
    if (known !== undefined) return known;
    const found: PartPostings[] = [];
    for (const { segment, base, tombstones, cache } of this.#parts) {
      const row = positionOf(segment[of].ids, id);
      if (row >= 0) found.push({ list: cache.postings(segment[of], row), base, tombstones });
    }
    const joined = joinPostings(found);
    return joined === noPostings || joined === found[0]?.list ? joined : this.#cache(of, id, joined);
  }

  #cache(of: 'terms' | 'keys', id: number, postings: Postings): Postings {
    this.#cachedEntries += postings.size;
    if (this.#cachedEntries > maxCachedEntries) {
      for (const gathered of [this.#gathered.terms, this.#gathered.keys]) gathered.clear();
      this.#cachedEntries = postings.size;
    }
    this.#gathered[of].set(id, postings);
    return postings;
  }
}

/** Number of live chunks of each key, by id. Cost: one pass over the keys. */
export function keyCountsOf(segments: readonly Omit<LiveSegment, 'folder'>[], lexicons: Lexicons): Int32Array {
  const counts = new Int32Array(lexicons.keys.size);
  for (const part of segments) {
    const { ids, sizes } = part.segment.keys;
    const deleted = tombstoneCounts(part);
    for (let row = 0; row < ids.length; row++) (counts[ids[row] as number] as number) += (sizes[row] as number) - (deleted?.[row] ?? 0);
  }
  return counts;
}

/**
 * One reader over the snapshots of one or several folders, which must share their lexicons; `ChunkInfo.folder` is the index in the list.
 * The generation is the sum of theirs, so it rises with every change.
 */
export function joinSnapshots(snapshots: readonly Snapshot[], lexicons: Lexicons): IndexReader {
  const parts = snapshots.flatMap(({ segments }, folder) => segments.map((segment) => ({ ...segment, folder })));
  return new SnapshotReader(
    parts.filter(({ segment }) => segment.chunkCount > 0),
    lexicons,
    snapshots.reduce((sum, { generation }) => sum + generation, 0),
  );
}
