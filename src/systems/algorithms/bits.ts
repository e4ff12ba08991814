/**
 * Bit strings of fixed length in 32-bit words: the low bits of minima, one after the other, and their Hamming similarity.
 *
 * Source: MeshRAG appendix C.2 prints prototypes of 60 bits in 12 groups of 5. Bit i of the string is bit `i % 32` of word `i / 32`.
 * Cost: a handful of operations per word.
 */

import { bitCount } from '../../engine/util/bitCount.ts';

/** Number of words of a string of `length` bits. */
export function wordsFor(length: number): number {
  return (length + 31) >>> 5;
}

/** Bit `position`, 0 or 1, of the string that begins at word `offset`. */
export function bitAt(words: Uint32Array, offset: number, position: number): number {
  return ((words[offset + (position >>> 5)] as number) >>> (position & 31)) & 1;
}

export function setBit(words: Uint32Array, offset: number, position: number): void {
  words[offset + (position >>> 5)] = ((words[offset + (position >>> 5)] as number) | (1 << (position & 31))) >>> 0;
}

/** Writes the lowest `bits` bits of each of `count` minima into `into`, most significant first; `into` must be zero there. */
export function writeLowBits(minima: Uint32Array, from: number, count: number, bits: number, into: Uint32Array, offset: number): void {
  for (let l = 0; l < count; l++) {
    for (let bit = 0; bit < bits; bit++) {
      if (((minima[from + l] as number) >>> (bits - 1 - bit)) & 1) setBit(into, offset, l * bits + bit);
    }
  }
}

/** Hamming similarity: the number of equal bits of `length`. Bits beyond the length must be zero in both. */
export function equalBits(a: Uint32Array, fromA: number, b: Uint32Array, fromB: number, length: number): number {
  let different = 0;
  for (let word = 0; word < wordsFor(length); word++) different += bitCount((a[fromA + word] as number) ^ (b[fromB + word] as number));
  return length - different;
}

/** The string in groups of `group` bits, as the paper prints it: `10001-00000-…`. */
export function printBits(words: Uint32Array, length: number, group: number): string {
  let text = '';
  for (let i = 0; i < length; i++) text += `${i > 0 && i % group === 0 ? '-' : ''}${bitAt(words, 0, i)}`;
  return text;
}
