/**
 * A 64-bit hash of a string, as two unsigned 32-bit halves.
 *
 * Two lanes of multiply-and-rotate over the UTF-16 units with different constants, finished by the avalanche of MurmurHash3
 * (Appleby, 2011). Deterministic on every machine; not for security. Cost: two multiplications per code unit.
 */

export interface Hash {
  readonly high: number;
  readonly low: number;
}

function finish(value: number): number {
  let h = value ^ (value >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** The hash of `text`; `seed` gives independent functions of one family. */
export function hash64(text: string, seed = 0): Hash {
  let a = 0x811c9dc5 ^ Math.imul(seed, 0x9e3779b1);
  let b = 0x2545f491 ^ Math.imul(seed + 1, 0x7feb352d);
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul((b << 5) ^ (b >>> 27) ^ unit, 0x9e3779b1);
  }
  return { high: finish(a ^ text.length), low: finish(b + (a >>> 7)) };
}

/** The hash as 16 hexadecimal digits. */
export function hashHex(text: string): string {
  const { high, low } = hash64(text);
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}

/** Orders by hash, ties by text: an order that says nothing about the texts. */
export function byHash(a: string, b: string): number {
  const x = hash64(a);
  const y = hash64(b);
  return x.high - y.high || x.low - y.low || (a < b ? -1 : a > b ? 1 : 0);
}
