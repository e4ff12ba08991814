/**
 * The living index of one folder, in memory: documents come, change and go; a snapshot may be taken at any time.
 *
 * Changed documents gather in a small segment beside the large ones; their old chunks are marked dead. Segments are merged when the
 * small one has grown or a quarter of the chunks are dead, so the work per document stays logarithmic. What a snapshot answers is a
 * function of the documents alone, whatever the history.
 */

import type { IndexReader } from '../core/retrieve/reader.ts';
import type { Lexicons } from './lexicon.ts';
import { buildSegment, type IndexedDocument, type Segment } from './segment.ts';
import { joinSnapshots, type Snapshot } from './snapshot.ts';

interface Part {
  readonly segment: Segment;
  /** Copied before every change, since snapshots hold it. */
  dead: Uint8Array | undefined;
  deadCount: number;
}

interface Location {
  readonly part: Part;
  readonly position: number;
}

/** A segment takes in later ones while it is less than this many times their size. */
const growth = 4;

export class LivingIndex {
  readonly #lexicons: Lexicons;
  readonly #locations = new Map<string, Location>();
  #parts: Part[] = [];
  #generation = 0;

  constructor(lexicons: Lexicons) {
    this.#lexicons = lexicons;
  }

  get generation(): number {
    return this.#generation;
  }

  get documentCount(): number {
    return this.#locations.size;
  }

  /** The documents of the index, in no particular order. */
  *documents(): Iterable<IndexedDocument> {
    for (const { part, position } of this.#locations.values()) yield part.segment.documents[position] as IndexedDocument;
  }

  document(path: string): IndexedDocument | undefined {
    const location = this.#locations.get(path);
    return location?.part.segment.documents[location.position];
  }

  /** Adds or replaces documents and removes paths, as one change; of several documents of one path the last stays. */
  apply(changed: readonly IndexedDocument[], removed: readonly string[] = []): void {
    const touched = new Set<Part>();
    const placed = new Map(changed.map((document) => [document.path, document]));
    for (const path of [...removed, ...placed.keys()]) this.#kill(path, touched);
    if (placed.size > 0) this.#place([...placed.values()]);
    this.#generation++;
  }

  snapshot(): Snapshot {
    return {
      generation: this.#generation,
      lexicons: this.#lexicons,
      segments: this.#parts.map(({ segment, dead }) => ({ segment, dead })),
    };
  }

  /** A reader of this index alone. */
  reader(): IndexReader {
    return joinSnapshots([this.snapshot()], this.#lexicons);
  }

  #kill(path: string, touched: Set<Part>): void {
    const location = this.#locations.get(path);
    if (location === undefined) return;
    this.#locations.delete(path);
    const { part, position } = location;
    if (!touched.has(part)) {
      part.dead = part.dead?.slice() ?? new Uint8Array(part.segment.chunkCount);
      touched.add(part);
    }
    const first = part.segment.firstChunkOf[position] as number;
    const count = part.segment.documents[position]?.analysis.chunks.length ?? 0;
    part.dead?.fill(1, first, first + count);
    part.deadCount += count;
  }

  /** Puts documents into a new segment, together with the later segments that are not much larger or follow a worn one. */
  #place(changed: readonly IndexedDocument[]): void {
    let documents = [...changed];
    let chunks = chunksIn(documents);
    const worn = this.#parts.findIndex((part) => part.deadCount * growth > part.segment.chunkCount);
    while (this.#parts.length > 0) {
      const last = this.#parts[this.#parts.length - 1] as Part;
      const live = last.segment.chunkCount - last.deadCount;
      if (live > chunks * growth && (worn < 0 || worn >= this.#parts.length)) break;
      documents = [...this.#liveDocuments(last), ...documents];
      chunks += live;
      this.#parts.pop();
    }
    const segment = buildSegment(documents, this.#lexicons);
    const part: Part = { segment, dead: undefined, deadCount: 0 };
    this.#parts.push(part);
    for (const [position, { path }] of documents.entries()) this.#locations.set(path, { part, position });
  }

  #liveDocuments(part: Part): readonly IndexedDocument[] {
    return part.segment.documents.filter((document, position) => {
      const location = this.#locations.get(document.path);
      return location?.part === part && location.position === position;
    });
  }
}

function chunksIn(documents: readonly IndexedDocument[]): number {
  return documents.reduce((sum, document) => sum + document.analysis.chunks.length, 0);
}
