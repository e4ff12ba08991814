/**
 * Nearest neighbours of a signature among the items in its buckets.
 *
 * Source: MeshRAG algorithm 1, lines 15 to 30 (candidates from the buckets of all tables, ranked by estimated Jaccard similarity), and section
 * 3.4 for the question. Ties are broken by the number of equal bits, then by the content order of the items.
 * Cost: the members of the signature's buckets; with bands of 5 bits that is three times the items.
 */

import type { Buckets } from '../algorithms/lsh.ts';
import type { PaperOptions } from './options.ts';
import type { Signature, Signatures } from './signatures.ts';

/** An item near a signature. */
export interface Near {
  readonly item: number;
  /** Number of equal minima, equal rows or shared bands, by the option `similarity`. */
  readonly similarity: number;
  /** Number of bands, over all tables, in which the two collide. */
  readonly collisions: number;
}

/** Finds the `count` nearest items, without `except`. */
export type FindNearest = (signature: Signature, bucketIds: readonly number[], count: number, except?: number) => readonly Near[];

/** A finder over some buckets. It reuses its columns, so it is not reentrant. */
export function createFindNearest(buckets: Buckets, signatures: Signatures, options: PaperOptions): FindNearest {
  const collisions = new Int32Array(signatures.count);
  const touched = new Int32Array(signatures.count);
  const similarityOf = (item: number, signature: Signature, equalBits: number): number => {
    if (options.similarity === 'collisions') return collisions[item] as number;
    if (options.similarity === 'jaccard' || options.signature === 'ints') return signatures.equalMinima(item, signature);
    return equalBits;
  };
  return (signature, bucketIds, count, except) => {
    let size = 0;
    for (const bucket of bucketIds) {
      if (bucket < 0) continue;
      const times = buckets.bands[buckets.bandOf[bucket] as number]?.times as number;
      for (const item of buckets.members[bucket] as Int32Array) {
        if (collisions[item] === 0) touched[size++] = item;
        collisions[item] = (collisions[item] as number) + times;
      }
    }
    const bits = signatures.bitsOf(signature);
    const best: (Near & { readonly bits: number })[] = [];
    for (let i = 0; i < size; i++) {
      const item = touched[i] as number;
      if (item === except) continue;
      const equalBits = signatures.equalBits(item, bits);
      const similarity = similarityOf(item, signature, equalBits);
      let at = best.length;
      while (at > 0 && isNearer(similarity, equalBits, item, best[at - 1] as Near & { readonly bits: number })) at--;
      if (at >= count) continue;
      best.splice(at, 0, { item, similarity, collisions: collisions[item] as number, bits: equalBits });
      if (best.length > count) best.pop();
    }
    for (let i = 0; i < size; i++) collisions[touched[i] as number] = 0;
    return best;
  };
}

function isNearer(similarity: number, bits: number, item: number, other: Near & { readonly bits: number }): boolean {
  if (similarity !== other.similarity) return similarity > other.similarity;
  return bits !== other.bits ? bits > other.bits : item < other.item;
}
