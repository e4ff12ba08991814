/**
 * Posting lists of one term or key in several parts of an index, joined into one: without the deleted chunks, with ids raised by the number of
 * chunks before the part.
 *
 * Cost: a copy of the entries; none if all live ones are in the first part, and nothing in it is deleted.
 */

import { noPostings, type Postings, type Values } from './reader.ts';

/** A posting list of a part. */
export interface PartPostings {
  readonly list: Postings;
  /** Id of the first chunk of the part. */
  readonly base: number;
  /** 1 for each deleted chunk of the part; undefined if there is none. */
  readonly tombstones?: Uint8Array | undefined;
}

/** @param parts by ascending `base`. */
export function joinPostings(parts: readonly PartPostings[]): Postings {
  const found = parts.filter(({ list }) => list.size > 0);
  const [first] = found;
  if (first === undefined) return noPostings;
  if (found.length === 1 && first.base === 0 && deletedIndexes(first.list.chunks, first.tombstones).length === 0) return first.list;
  const max = found.reduce((sum, { list }) => sum + list.size, 0);
  const isNarrow = found.every(({ list }) => list.values.BYTES_PER_ELEMENT === 1);
  const values: Values = isNarrow ? new Uint8Array(max) : new Int32Array(max);
  const [chunks, places] = [new Int32Array(max), new Uint32Array(max)];
  let size = 0;
  for (const { list, base, tombstones } of found) {
    let from = 0;
    for (const at of [...deletedIndexes(list.chunks, tombstones), list.size]) {
      for (let i = from; i < at; i++, size++) {
        chunks[size] = (list.chunks[i] as number) + base;
        values[size] = list.values[i] as number;
        places[size] = list.places[i] as number;
      }
      from = at + 1;
    }
  }
  if (size === max) return { size, chunks, values, places };
  return { size, chunks: chunks.subarray(0, size), values: values.subarray(0, size), places: places.subarray(0, size) };
}

/** Indexes of the deleted chunks in a list. Cost: a pass over it. */
export function deletedIndexes(chunks: Int32Array, tombstones: Uint8Array | undefined): readonly number[] {
  const found: number[] = [];
  if (tombstones !== undefined) for (let i = 0; i < chunks.length; i++) if (tombstones[chunks[i] as number] === 1) found.push(i);
  return found;
}
