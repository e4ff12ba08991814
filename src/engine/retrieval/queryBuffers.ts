/**
 * Pools the columns that a query fills: for a large index they take megabytes, and allocating them for every query costs more time in garbage
 * collection than the query itself.
 *
 * A query owns its columns from `lend` to `giveBack`. Concurrent queries get columns of their own; columns that are not returned, because the
 * query failed or its hits are kept, are garbage collected.
 */

import type { IndexReader } from '../index/reader.ts';

/** Columns by chunk are at least as long as the index and zeroed when lent, except `touched`; columns by hit have arbitrary content. */
export interface Scratch {
  readonly scores: Float64Array;
  readonly bonus: Float64Array;
  readonly heads: Int32Array;
  readonly touched: Int32Array;
  /** By hit, of equal length. */
  next: Int32Array;
  termOf: Int32Array;
  parts: Float64Array;
  places: Uint32Array;
}

/** Fits any index that is not larger, so that a changed index needs no new columns. */
let idle: Scratch | undefined;
/** Columns for more hits are not kept; those for so many take 20 MB. */
const maxHitsKept = 1_000_000;

/** Columns for a query with at most `hits` hits. */
export function lend({ chunkCount }: IndexReader, hits: number): Scratch {
  const scratch = idle !== undefined && idle.heads.length >= chunkCount ? idle : columnsByChunk(Math.ceil(chunkCount * 1.1));
  if (scratch === idle) idle = undefined;
  if (scratch.next.length < hits) Object.assign(scratch, columnsByHit(Math.ceil(hits * 1.5)));
  return scratch;
}

function columnsByChunk(size: number): Scratch {
  return {
    ...{ scores: new Float64Array(size), bonus: new Float64Array(size) },
    ...{ heads: new Int32Array(size), touched: new Int32Array(size) },
    ...columnsByHit(0),
  };
}

function columnsByHit(size: number): Pick<Scratch, 'next' | 'termOf' | 'parts' | 'places'> {
  return { next: new Int32Array(size), termOf: new Int32Array(size), parts: new Float64Array(size), places: new Uint32Array(size) };
}

/** Returns columns to the pool; they must not be used afterwards. Only chunks of `touched` and `named` may be nonzero. */
export function giveBack(scratch: Scratch, touched: Int32Array, named: Iterable<number>): void {
  const { scores, heads, bonus } = scratch;
  for (let i = 0; i < touched.length; i++) {
    const chunk = touched[i] as number;
    scores[chunk] = 0;
    heads[chunk] = 0;
  }
  for (const chunk of named) bonus[chunk] = 0;
  if (scratch.next.length > maxHitsKept) Object.assign(scratch, columnsByHit(0));
  if (idle === undefined || idle.heads.length < heads.length) idle = scratch;
}
