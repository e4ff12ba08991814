/**
 * How many live chunks hold each key of a segment, without reading its postings: their number, less the dead chunks that hold it.
 *
 * Cost: the keys of the chunks that died since the last time are read; what was counted is kept with the segment.
 */

import { entriesOf } from './entryRows.ts';
import { positionOf, type Segment } from './segment.ts';

/** A segment with the ids of its dead chunks in the order of their death, of which the first `deadCount` count. */
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

/** How many dead chunks hold the key of each row; undefined where nothing is dead. */
export function deadInRows({ segment, deadList, deadCount }: WornSegment): Int32Array | undefined {
  if (deadCount === 0) return undefined;
  let counted = known.get(segment);
  if (counted === undefined || counted.deadList !== deadList || counted.upTo > deadCount) {
    counted = { deadList, upTo: 0, dead: new Int32Array(segment.keys.ids.length) };
    // A snapshot of earlier counts for itself.
    if ((known.get(segment)?.upTo ?? 0) <= deadCount) known.set(segment, counted);
  }
  const { dead } = counted;
  for (; counted.upTo < deadCount; counted.upTo++) {
    const { numbers, size } = entriesOf(segment.chunkKeys, deadList[counted.upTo] as number);
    for (let i = 0; i < size; i++) (dead[positionOf(segment.keys.ids, numbers[i] as number)] as number)++;
  }
  return dead;
}
