/**
 * A 64-bit hash of a string, as two unsigned 32-bit halves.
 *
 * Two lanes over the UTF-16 units, FNV-1a (Fowler, Noll and Vo, 1991) and the rotate, xor and multiply of FxHash (Firefox, rustc); each
 * mixes too little by itself, so `mix32` finishes both. Deterministic on every machine; not for security. Cost: two multiplications per
 * code unit.
 */

import { mix32 } from './mix.ts';

/** The two halves, unsigned. */
export interface Hash {
  readonly high: number;
  readonly low: number;
}

/** The hash of `text`. */
export function hash64(text: string): Hash {
  let a = 0x811c9dc5;
  let b = 0x5aaec1bc;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul((b << 5) ^ (b >>> 27) ^ unit, 0x9e3779b1);
  }
  return { high: mix32(a ^ text.length), low: mix32(b + (a >>> 7)) };
}

/** The hash as 16 hexadecimal digits. */
export function hashHex(text: string): string {
  const { high, low } = hash64(text);
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}
