/**
 * Mixes 32-bit integers and draws permutations from a seed: the only "randomness" of the algorithms, the same on every machine.
 *
 * `mix32` is the finalizer of MurmurHash3 (Appleby, 2011), a bijection of the 32-bit integers. Cost: two multiplications.
 */

/** Mixes a 32-bit integer; unsigned. */
export function mix32(value: number): number {
  let h = value ^ (value >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** The `index`-th number of the stream of `seed`; unsigned 32 bits. */
export function draw(seed: number, index: number): number {
  return mix32(mix32(seed ^ 0x9e3779b9) + Math.imul(index + 1, 0x9e3779b1));
}

/** A permutation of 0 to count - 1 drawn from the seed (Fisher and Yates). */
export function permutation(count: number, seed: number): Int32Array {
  const order = Int32Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = draw(seed, i) % (i + 1);
    const kept = order[i] as number;
    order[i] = order[j] as number;
    order[j] = kept;
  }
  return order;
}
