/**
 * A Bloom filter: a set of integer sequences that answers "certainly not" or "perhaps".
 *
 * Source: MeshRAG section 3.4, stage 1, and appendix A.4: eta hash functions, P(false positive) = (1 - e^(-eta M / m))^eta, from which
 * the number of bits m follows. The positions g_1 to g_eta are two hashes combined, g_i = a + i b (Kirsch & Mitzenmacher, 2006).
 * Cost: eta look-ups per question.
 */

import { mix32 } from '../../engine/hash/mix.ts';

/** A set of integer sequences. */
export interface BloomFilter {
  add(item: ArrayLike<number>): void;
  /** False if the item was never added; true if it was, and for a small share of the others. */
  has(item: ArrayLike<number>): boolean;
}

/** Number of bits for `items` items at a false positive rate `rate` in (0, 1) with `hashes` functions. */
export function bloomSize(items: number, rate: number, hashes: number): number {
  return Math.max(64, Math.ceil((-hashes * Math.max(1, items)) / Math.log(1 - rate ** (1 / hashes))));
}

/** An empty filter for `items` sequences of integers. */
export function createBloomFilter(items: number, rate: number, hashes: number): BloomFilter {
  // An odd number of bits keeps the step from sharing its factors of two with the size.
  const size = bloomSize(items, rate, hashes) | 1;
  const words = new Uint32Array((size + 31) >>> 5);
  const positions = (item: ArrayLike<number>): number[] => {
    let a = 0x811c9dc5;
    let b = 0x2545f491;
    for (let i = 0; i < item.length; i++) {
      a = mix32(a ^ (item[i] as number));
      b = mix32((b + 0x9e3779b9) ^ (item[i] as number));
    }
    const step = 1 + (b % (size - 1));
    return Array.from({ length: hashes }, (_, i) => ((a % size) + i * step) % size);
  };
  return {
    add: (item) => {
      for (const at of positions(item)) words[at >>> 5] = (words[at >>> 5] as number) | (1 << (at & 31));
    },
    has: (item) => positions(item).every((at) => (((words[at >>> 5] as number) >>> (at & 31)) & 1) === 1),
  };
}
