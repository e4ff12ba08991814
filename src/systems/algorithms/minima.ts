/**
 * MinHash signatures: for each of k hash functions, the minimum over the entities of a set.
 *
 * Source: MeshRAG section 3.1, m_l(c) = min over e in E of h_l(e), and appendix A.2: two sets agree in one minimum with the probability of
 * their Jaccard similarity, so the share of equal minima is an unbiased estimate.
 * Deviation: the paper's functions are independent; ours remix one 64-bit hash of the entity for each l. Minima are 32 bits.
 * Cost: k mixes per entity.
 */

import type { Hash } from '../../engine/hash/hash.ts';
import { draw, mix32 } from '../../engine/hash/mix.ts';

/** Writes the `count` minima of a set into `into` from `offset` on. The empty set has no minimum: all bits are set. */
export function writeMinima(entities: Iterable<Hash>, count: number, into: Uint32Array, offset = 0, seed = 0): void {
  into.fill(0xffffffff, offset, offset + count);
  for (const { high, low } of entities) {
    for (let l = 0; l < count; l++) {
      const value = mix32(mix32(low ^ draw(seed, 2 * l)) ^ high ^ draw(seed, 2 * l + 1));
      if (value < (into[offset + l] as number)) into[offset + l] = value;
    }
  }
}

/** The minima of one set. */
export function signMinima(entities: Iterable<Hash>, count: number, seed = 0): Uint32Array {
  const minima = new Uint32Array(count);
  writeMinima(entities, count, minima, 0, seed);
  return minima;
}

/** Number of equal minima of `count`, from two offsets: `count` times the estimate of the Jaccard similarity. */
export function equalMinima(a: Uint32Array, fromA: number, b: Uint32Array, fromB: number, count: number): number {
  let equal = 0;
  for (let l = 0; l < count; l++) if (a[fromA + l] === b[fromB + l]) equal++;
  return equal;
}
