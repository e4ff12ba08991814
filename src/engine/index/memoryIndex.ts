/**
 * The in-memory index of one folder: documents are added, replaced and removed; a snapshot may be taken at any time.
 *
 * Changed documents go into a new small segment; their old chunks get tombstones. Segments are merged when the small ones have grown or
 * when a quarter of the chunks is deleted, so the work per document stays logarithmic. `mergeUntil` merges in time slices while the index is
 * read and changed; a change merges small segments itself if there are many. Answers depend on the documents alone, not on the history of
 * changes.
 */

import type { ContentId } from '../document.ts';
import type { Lexicons } from '../text/words/lexicon.ts';
import type { Steps } from '../util/steps.ts';
import type { SavedSegment } from './codec/savedSegments.ts';
import { addDeletion, deleteDocument, deletionsIn, newPart, type Part } from './deletions.ts';
import { FrozenIndex } from './frozenIndex.ts';
import { type Merged, type MergeSource, mergeSteps } from './mergeSegments.ts';
import type { IndexReader } from './reader.ts';
import { RowCache } from './rowCache.ts';
import { type IndexedDocument, inMemory, type Segment } from './segment.ts';
import { buildSegment } from './segmentBuilder.ts';
import { joinSnapshots, type Snapshot } from './snapshot.ts';

interface Location {
  readonly part: Part;
  readonly position: number;
}

/** A running merge of adjacent parts, as they were when it started. */
interface Merge {
  readonly parts: readonly Part[];
  readonly sources: readonly MergeSource[];
  readonly steps: Steps<Merged>;
}

/** A segment is merged with the later ones while it is smaller than this many times their size. */
const mergeFactor = 4;
/** Maximum number of live chunks in a merge that a change does itself: a few milliseconds. */
const defaultEagerChunks = 1024;

/** Up to this many segments, a change leaves merging to `mergeUntil`. */
const defaultMaxSegments = 24;

export class MemoryIndex {
  readonly #lexicons: Lexicons;
  readonly #eagerChunks: number;
  readonly #maxSegments: number;
  readonly #locations = new Map<string, Location>();
  #parts: Part[] = [];
  #merge: Merge | undefined;
  #generation = 0;
  #revision = 0;
  readonly #cache = new RowCache();

  /**
   * @param eagerChunks maximum number of live chunks in a merge that does not wait for `mergeUntil`.
   * @param maxSegments number of segments from which on a change merges.
   */
  constructor(lexicons: Lexicons, eagerChunks = defaultEagerChunks, maxSegments = defaultMaxSegments) {
    this.#lexicons = lexicons;
    this.#maxSegments = maxSegments;
    this.#eagerChunks = eagerChunks;
  }

  get generation(): number {
    return this.#generation;
  }

  /** Counts changes of the documents. A merge raises the generation but not the revision. */
  get revision(): number {
    return this.#revision;
  }

  get documentCount(): number {
    return this.#locations.size;
  }

  /** Paths of the documents, in no particular order. */
  paths(): Iterable<string> {
    return this.#locations.keys();
  }

  has(path: string): boolean {
    return this.#locations.has(path);
  }

  /**
   * Adds or replaces documents and removes paths in one change. Of several documents with one path the last wins. Returns the segment of the
   * documents, if there are any.
   */
  apply(changed: readonly IndexedDocument[], removed: readonly string[] = []): Segment | undefined {
    const touched = new Set<Part>();
    const placed = new Map(changed.map((document) => [document.path, document]));
    for (const path of [...removed, ...placed.keys()]) this.#delete(path, touched);
    // Segments without live documents would otherwise be merged first.
    if (this.#locations.size === 0) [this.#parts, this.#merge] = [[], undefined];
    const segment = placed.size > 0 ? this.#addSegment([...placed.values()]) : undefined;
    if (this.#parts.length > this.#maxSegments) this.#mergeSmall();
    this.#generation++;
    this.#revision++;
    return segment;
  }

  /**
   * Adopts saved segments. Only documents that `claim` accepts become live: those with the current content, each path once and not in the
   * index already. Segments without any are left out.
   */
  adopt(saved: readonly SavedSegment[], claim: (path: string, content: ContentId) => boolean): void {
    for (const { segment, contents } of saved) {
      const part = newPart(segment);
      let live = 0;
      for (let position = 0; position < contents.length; position++) {
        const [path, content] = [segment.paths[position] as string, contents[position]];
        if (content !== undefined && claim(path, content)) {
          this.#locations.set(path, { part, position });
          live++;
        } else deleteDocument(part, position);
      }
      if (live > 0) this.#parts.push(part);
    }
    this.#generation++;
    this.#revision++;
  }

  /** Its documents as they are now. */
  frozen(): FrozenIndex {
    return new FrozenIndex(this.#parts.map(({ segment, documentTombstones }) => ({ segment, documentTombstones })));
  }

  /** The segments with the content of each live document. */
  saved(contentOf: (path: string) => ContentId | undefined): readonly SavedSegment[] {
    return this.#parts.map((part) => ({
      segment: part.segment,
      contents: part.segment.paths.map((path, position) => (part.documentTombstones?.[position] ? undefined : contentOf(path))),
    }));
  }

  /** Runs pending merges, at least one step, until `isOver` or done. Returns whether nothing is left to merge. */
  mergeUntil(isOver = (): boolean => false): boolean {
    for (;;) {
      this.#merge ??= this.#nextMerge(Number.POSITIVE_INFINITY);
      if (this.#merge === undefined) return true;
      const step = this.#merge.steps.next();
      if (step.done) this.#finish(this.#merge, step.value);
      if (isOver()) return false;
    }
  }

  snapshot(): Snapshot {
    return {
      generation: this.#generation,
      lexicons: this.#lexicons,
      segments: this.#parts.map((part) => ({ ...deletionsIn(part), cache: this.#cache })),
    };
  }

  /** A reader of this index alone. */
  reader(): IndexReader {
    return joinSnapshots([this.snapshot()], this.#lexicons);
  }

  #delete(path: string, touched: Set<Part>): void {
    const location = this.#locations.get(path);
    if (location === undefined) return;
    this.#locations.delete(path);
    const { part, position } = location;
    if (!touched.has(part)) {
      part.tombstones = part.tombstones?.slice();
      part.documentTombstones = part.documentTombstones?.slice();
      touched.add(part);
    }
    deleteDocument(part, position);
  }

  /** Adds a new segment of documents. */
  #addSegment(documents: readonly IndexedDocument[]): Segment {
    const segment = buildSegment(documents, this.#lexicons);
    const part = newPart(segment);
    this.#parts.push(part);
    for (const [position, path] of segment.paths.entries()) this.#locations.set(path, { part, position });
    return segment;
  }

  #mergeSmall(): void {
    for (let merge = this.#nextMerge(this.#eagerChunks); merge !== undefined; merge = this.#nextMerge(this.#eagerChunks)) {
      for (let step = merge.steps.next(); ; step = merge.steps.next()) {
        if (!step.done) continue;
        this.#finish(merge, step.value);
        break;
      }
    }
  }

  /**
   * The next merge, of at most `maxChunks` live chunks: the last run of adjacent segments whose first is not much larger than the others, or
   * has many tombstones, as one segment alone may. Skips segments that are being merged.
   */
  #nextMerge(maxChunks: number): Merge | undefined {
    const busy = this.#merge?.parts.at(-1);
    const first = busy === undefined ? 0 : this.#parts.indexOf(busy) + 1;
    for (let end = this.#parts.length; end > first; end--) {
      const parts = this.#parts.slice(this.#runBefore(end, first, maxChunks), end);
      if (parts.length < 2 && !parts.some(hasManyTombstones)) continue;
      const sources = parts.map(({ segment, tombstones, documentTombstones }) => ({
        segment: inMemory(segment),
        tombstones,
        documentTombstones,
      }));
      return { parts, sources, steps: mergeSteps(sources) };
    }
    return undefined;
  }

  /** Where the run of segments to merge begins that ends before `end`; `end` if there is none. */
  #runBefore(end: number, first: number, maxChunks: number): number {
    const rewriteAt = this.#parts.findIndex((part, i) => i >= first && hasManyTombstones(part));
    let [from, chunks] = [end, 0];
    while (from > first) {
      const part = this.#parts[from - 1] as Part;
      const live = part.segment.chunkCount - part.deletedChunks.length;
      const isWanted = from === end || live <= chunks * mergeFactor || (rewriteAt >= 0 && rewriteAt < from);
      if (!isWanted || chunks + live > maxChunks) break;
      chunks += live;
      from--;
    }
    return from;
  }

  /** Replaces the parts by the merged segment; carries over deletions made since the merge started. */
  #finish({ parts, sources }: Merge, { segment, chunkMaps, documentMaps }: Merged): void {
    const part = newPart(segment);
    for (const [s, source] of parts.entries()) {
      const { paths } = source.segment;
      const documentMap = documentMaps[s] as Int32Array;
      for (let position = 0; position < paths.length; position++) {
        const into = documentMap[position] as number;
        if (into < 0) continue;
        if (source.documentTombstones?.[position]) {
          part.documentTombstones ??= new Uint8Array(segment.paths.length);
          part.documentTombstones[into] = 1;
        } else this.#locations.set(paths[position] as string, { part, position: into });
      }
      if (source.tombstones !== sources[s]?.tombstones) copyTombstones(part, source.tombstones as Uint8Array, chunkMaps[s] as Int32Array);
    }
    const at = this.#parts.indexOf(parts[0] as Part);
    this.#parts.splice(at, parts.length, ...(segment.paths.length > 0 ? [part] : []));
    if (this.#merge?.parts === parts) this.#merge = undefined;
    this.#generation++;
  }
}

function copyTombstones(part: Part, tombstones: Uint8Array, chunkMap: Int32Array): void {
  part.tombstones ??= new Uint8Array(part.segment.chunkCount);
  for (let chunk = 0; chunk < tombstones.length; chunk++) {
    const into = chunkMap[chunk] as number;
    if (into < 0 || tombstones[chunk] === 0) continue;
    part.tombstones[into] = 1;
    addDeletion(part, into);
  }
}

function hasManyTombstones({ segment, deletedChunks }: Part): boolean {
  return deletedChunks.length * mergeFactor > segment.chunkCount;
}
