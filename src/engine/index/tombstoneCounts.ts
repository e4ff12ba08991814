/**
 * Live chunks of each key of a segment without reading posting lists: their size minus the number of deleted chunks with the key.
 *
 * Cost: reads the keys of the chunks deleted since the last call; counts are cached with the segment.
 */

import { positionOf } from '../util/sorted.ts';
import { entriesOf } from './entryRows.ts';
import type { Segment } from './segment.ts';

/** A segment with the ids of its deleted chunks in the order of deletion; only the first `deletedCount` count. */
export interface SegmentDeletions {
  readonly segment: Segment;
  readonly deletedChunks: readonly number[];
  readonly deletedCount: number;
}

interface Counted {
  readonly deletedChunks: readonly number[];
  /** How many of these were counted. */
  upTo: number;
  /** By row of the keys. */
  readonly counts: Int32Array;
}

const known = new WeakMap<Segment, Counted>();

/** Number of deleted chunks of the key of each row; undefined if nothing is deleted. */
export function tombstoneCounts({ segment, deletedChunks, deletedCount }: SegmentDeletions): Int32Array | undefined {
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
