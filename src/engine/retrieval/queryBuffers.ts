/**
 * The columns that a question fills, kept for the next one: of a large index they take megabytes, and arrays that come and go with every
 * question keep the garbage collector at work for longer than the question takes.
 *
 * A question owns its columns from `lend` to `giveBack`. Others that come meanwhile get columns of their own, and what is not given back,
 * because the question failed or its hits are kept, is left to the garbage collector.
 */

import type { IndexReader } from '../index/reader.ts';

/** Columns by chunk are as long as the index or longer, and all zero when they are lent (`touched` holds anything, as columns by hit do). */
export interface Scratch {
  readonly scores: Float64Array;
  readonly bonus: Float64Array;
  readonly heads: Int32Array;
  readonly touched: Int32Array;
  /** By hit, of one length. */
  next: Int32Array;
  termOf: Int32Array;
  parts: Float64Array;
  places: Uint32Array;
}

/** Serves any index that is not larger, so that a change of one costs no new columns. */
let idle: Scratch | undefined;
/** Columns of more hits are not kept; these take 20 MB. */
const maxHitsKept = 1_000_000;

/** Columns for a question with at most so many hits. */
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

/** Takes columns back; nothing may read them afterwards. Only chunks of `touched` and `named` may differ from zero. */
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
