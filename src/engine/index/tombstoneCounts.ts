/**
 * Live chunks of each key of a segment without reading posting lists: their size minus the number of deleted chunks with the key.
 *
 * Cost: reads the keys of the chunks deleted since the last call; counts are cached with the segment.
 */

import { entriesOf } from './entryRows.ts';
import { positionOf, type Segment } from './segment.ts';

/** A segment with the ids of its deleted chunks in the order of deletion; only the first `deletedCount` count. */
export interface WornSegment {
  readonly segment: Segment;
  readonly deadList: readonly number[];
  readonly deadCount: number;
}

interface Counted {
  readonly deadList: readonly number[];
  /** How many of these were counted. */
  upTo: number;
  /** By row of the keys. */
  readonly dead: Int32Array;
}

const known = new WeakMap<Segment, Counted>();

/** Number of deleted chunks of the key of each row; undefined if nothing is deleted. */
export function deadInRows({ segment, deadList, deadCount }: WornSegment): Int32Array | undefined {
  if (deadCount === 0) return undefined;
  let counted = known.get(segment);
  if (counted === undefined || counted.deadList !== deadList || counted.upTo > deadCount) {
    counted = { deadList, upTo: 0, dead: new Int32Array(segment.keys.ids.length) };
    // An earlier snapshot counts for itself and leaves the cache alone.
    if ((known.get(segment)?.upTo ?? 0) <= deadCount) known.set(segment, counted);
  }
  const { dead } = counted;
  for (; counted.upTo < deadCount; counted.upTo++) {
    const { numbers, size } = entriesOf(segment.chunkKeys, deadList[counted.upTo] as number);
    for (let i = 0; i < size; i++) (dead[positionOf(segment.keys.ids, numbers[i] as number)] as number)++;
  }
  return dead;
}
