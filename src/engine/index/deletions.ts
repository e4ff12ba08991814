/** What is deleted from a segment, which itself never changes. */

import { positionOf } from '../util/sorted.ts';
import { entriesOf } from './entryRows.ts';
import type { DocumentInfo } from './reader.ts';
import { chunksEnd, type Segment } from './segment.ts';

/** Tombstones are copied before every change, since snapshots and merges share them. */
export interface Part {
  readonly segment: Segment;
  tombstones: Uint8Array | undefined;
  /** Ids of the deleted chunks in the order of deletion; a snapshot sees the prefix that existed when it was taken. */
  readonly deletedChunks: number[];
  /** Sum of their lengths. */
  deletedLength: number;
  documentTombstones: Uint8Array | undefined;
}

/** A segment with what has been deleted from it since it was built, as a snapshot has it. */
export interface SegmentDeletions {
  readonly segment: Segment;
  /** 1 for each deleted chunk; undefined if there is none. Immutable once part of a snapshot. */
  readonly tombstones: Uint8Array | undefined;
  /** Ids of the deleted chunks in the order of deletion: the first `deletedCount` belong to this snapshot, the rest is later. */
  readonly deletedChunks: readonly number[];
  readonly deletedCount: number;
  /** Sum of their lengths. */
  readonly deletedLength: number;
}

/** What a reader knows of a segment to list what is live in it. */
export interface SegmentPlace {
  readonly segment: Pick<Segment, 'paths' | 'firstChunkOf' | 'chunkCount'>;
  /** 1 for each deleted chunk; undefined if there is none. */
  readonly tombstones: Uint8Array | undefined;
  /** Id of its first chunk in the reader. */
  readonly base: number;
  readonly folder: number;
}

/** Ids of the `count` live chunks of some segments, ascending. */
export function liveChunks(places: readonly SegmentPlace[], count: number): Int32Array {
  const live = new Int32Array(count);
  let size = 0;
  for (const { segment, tombstones, base } of places) {
    for (let chunk = 0; chunk < segment.chunkCount; chunk++) if (tombstones?.[chunk] !== 1) live[size++] = base + chunk;
  }
  return live;
}

/** The live documents with chunks. */
export function liveDocuments<Place extends SegmentPlace>(
  places: readonly Place[],
  languageAt: (segment: Place['segment'], position: number) => string,
): readonly DocumentInfo[] {
  return places.flatMap(({ segment, tombstones, base, folder }) =>
    segment.paths
      .map((path, i) => {
        const firstChunk = base + (segment.firstChunkOf[i] as number);
        return { path, language: languageAt(segment, i), folder, firstChunk, chunksEnd: base + chunksEnd(segment, i) };
      })
      .filter(({ firstChunk, chunksEnd: end }) => firstChunk < end && tombstones?.[firstChunk - base] !== 1),
  );
}

export type DeletedChunks = Pick<SegmentDeletions, 'segment' | 'deletedChunks' | 'deletedCount'>;

export function newPart(segment: Segment): Part {
  return { segment, tombstones: undefined, deletedChunks: [], deletedLength: 0, documentTombstones: undefined };
}

/** As they are now. */
export function deletionsIn({ segment, tombstones, deletedChunks, deletedLength }: Part): SegmentDeletions {
  return { segment, tombstones, deletedChunks, deletedCount: deletedChunks.length, deletedLength };
}

/** Marks a document and its chunks as deleted; the tombstones must not be shared. */
export function deleteDocument(part: Part, position: number): void {
  const { segment } = part;
  part.tombstones ??= new Uint8Array(segment.chunkCount);
  part.documentTombstones ??= new Uint8Array(segment.paths.length);
  const [from, to] = [segment.firstChunkOf[position] as number, chunksEnd(segment, position)];
  part.tombstones.fill(1, from, to);
  for (let chunk = from; chunk < to; chunk++) addDeletion(part, chunk);
  part.documentTombstones[position] = 1;
}

export function addDeletion(part: Part, chunk: number): void {
  part.deletedChunks.push(chunk);
  part.deletedLength += part.segment.lengths[chunk] as number;
}

interface Counted {
  readonly deletedChunks: readonly number[];
  /** How many of these were counted. */
  upTo: number;
  /** By row of the keys. */
  readonly counts: Int32Array;
}

const known = new WeakMap<Segment, Counted>();

/**
 * Number of deleted chunks of the key of each row, without reading posting lists; undefined if nothing is deleted.
 *
 * Cost: reads the keys of the chunks deleted since the last call; counts are cached with the segment.
 */
export function tombstoneCounts({ segment, deletedChunks, deletedCount }: DeletedChunks): Int32Array | undefined {
  if (deletedCount === 0) return undefined;
  let counted = known.get(segment);
  if (counted === undefined || counted.deletedChunks !== deletedChunks || counted.upTo > deletedCount) {
    counted = { deletedChunks, upTo: 0, counts: new Int32Array(segment.keys.ids.length) };
    // An earlier snapshot counts for itself and leaves the cache alone.
    if ((known.get(segment)?.upTo ?? 0) <= deletedCount) known.set(segment, counted);
  }
  const { counts } = counted;
  for (; counted.upTo < deletedCount; counted.upTo++) {
    const { numbers, size } = entriesOf(segment.chunkKeys, deletedChunks[counted.upTo] as number);
    for (let i = 0; i < size; i++) (counts[positionOf(segment.keys.ids, numbers[i] as number)] as number)++;
  }
  return counts;
}
