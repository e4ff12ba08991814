/**
 * Locality-sensitive hashing by bands: items with the same value in a band of their signatures share a bucket.
 *
 * Source: MeshRAG section 3.1 and algorithm 1, lines 7 to 14: L tables, in each of which the signature is permuted and cut into b bands of
 * r rows. Bands of different tables that read the same rows have the same buckets; they are filled once and counted `times` times (with r =
 * 1 all tables are alike, so every collision count is a multiple of L).
 * Cost: filling is one pass over the items per band; memory is one integer per item and band.
 */

import { permutation } from '../../engine/hash/mix.ts';
import type { Yield } from '../../engine/util/steps.ts';

/** A band: the rows of the signature that it reads, ascending, and the number of tables with it. */
export interface Band {
  readonly rows: Int32Array;
  readonly times: number;
}

/** The division of signatures into bands. */
export interface BandLayout {
  /** Rows of a signature. */
  readonly length: number;
  /** Rows per band; must divide the length. */
  readonly rows: number;
  readonly tables: number;
  readonly seed?: number;
}

/** The distinct bands of all tables. Throws `RangeError` if the rows do not divide the signature. */
export function layOutBands({ length, rows, tables, seed = 0 }: BandLayout): readonly Band[] {
  if (!Number.isInteger(length / rows) || rows < 1) {
    throw new RangeError(`Cannot cut a signature of ${length} rows into bands of ${rows}: the rows of a band must divide it`);
  }
  const found = new Map<string, { rows: Int32Array; times: number }>();
  for (let table = 0; table < tables; table++) {
    const order = permutation(length, seed + table + 1);
    for (let from = 0; from < length; from += rows) {
      const band = order.slice(from, from + rows).sort();
      const known = found.get(band.join());
      if (known === undefined) found.set(band.join(), { rows: band, times: 1 });
      else known.times++;
    }
  }
  return [...found.values()];
}

/** Reads a row of an item's signature: an integer in [0, base). */
export type RowReader = (row: number) => number;

/** The exact value of a band, as a number if it fits. */
export function bandValue(band: Band, base: number, read: RowReader): number | string {
  if (base ** band.rows.length > Number.MAX_SAFE_INTEGER) return Array.from(band.rows, read).join();
  let value = 0;
  for (const row of band.rows) value = value * base + read(row);
  return value;
}

/** Items by their bands. */
export interface Buckets {
  readonly bands: readonly Band[];
  /** Members of each bucket, ascending. */
  readonly members: readonly Int32Array[];
  /** The band of each bucket. */
  readonly bandOf: readonly number[];
  /** The buckets of an item, one per band. */
  ofItem(item: number): readonly number[];
  /** The buckets that a signature falls into; -1 if there is none. */
  ofSignature(read: RowReader): readonly number[];
}

/** Adds `count` items to the buckets of all bands. `read` reads a row of an item's signature; `yieldThread` is awaited between bands. */
export async function fillBuckets(
  bands: readonly Band[],
  count: number,
  base: number,
  read: (item: number, row: number) => number,
  yieldThread?: Yield,
): Promise<Buckets> {
  const found: number[][] = [];
  const bandOf: number[] = [];
  const bucketOf = new Int32Array(bands.length * count);
  const values: Map<number | string, number>[] = [];
  for (const [b, band] of bands.entries()) {
    await yieldThread?.();
    const known = new Map<number | string, number>();
    values.push(known);
    for (let item = 0; item < count; item++) {
      const value = bandValue(band, base, (row) => read(item, row));
      let bucket = known.get(value);
      if (bucket === undefined) {
        bucket = found.length;
        known.set(value, bucket);
        found.push([]);
        bandOf.push(b);
      }
      (found[bucket] as number[]).push(item);
      bucketOf[b * count + item] = bucket;
    }
  }
  return {
    bands,
    members: found.map((list) => Int32Array.from(list)),
    bandOf,
    ofItem: (item) => bands.map((_, b) => bucketOf[b * count + item] as number),
    ofSignature: (row) => bands.map((band, b) => values[b]?.get(bandValue(band, base, row)) ?? -1),
  };
}
