/**
 * The signatures of all items, in the form given by the options: 60 bits, or 12 integers.
 *
 * Source: MeshRAG section 3.1 (integers), 3.2 (a matrix of zeros and ones) and appendix C.2 (12 groups of 5 bits). The minima are kept with
 * either form, since the unbiased estimate of the Jaccard similarity needs them. Cost: k mixes per entity of an item.
 */

import type { Hash } from '../../engine/hash/hash.ts';
import type { Yield } from '../../engine/util/steps.ts';
import { bitAt, equalBits, printBits, setBit, wordsFor, writeLowBits } from '../algorithms/bits.ts';
import { equalMinima, writeMinima } from '../algorithms/minima.ts';
import { lowBits, type PaperOptions } from './options.ts';

/** The signature of an item, a question or a prototype. */
export interface Signature {
  /** Empty for a prototype. */
  readonly minima: Uint32Array;
  readonly words: Uint32Array;
}

/** The signatures of all items. */
export interface Signatures {
  readonly count: number;
  /** Rows of a signature: bits or integers, by its form. */
  readonly length: number;
  /** A row is an integer from 0 to this, exclusive. */
  readonly base: number;
  /** Bits of a signature, whatever its form; the candidate criterion reads bits. */
  readonly bitLength: number;
  /** Row `row` of item `item`. */
  row(item: number, row: number): number;
  rowOf(signature: Signature, row: number): number;
  bit(item: number, position: number): number;
  sign(entities: Iterable<Hash>): Signature;
  of(item: number): Signature;
  /** Number of equal minima of an item and a signature: k times the estimated Jaccard similarity. */
  equalMinima(item: number, signature: Signature): number;
  equalBits(item: number, bits: Uint32Array): number;
  /** Hamming similarity of two signatures, in rows. */
  equalRows(a: Signature, b: Signature): number;
  /** The bits of a signature, for `equalBits`. */
  bitsOf(signature: Signature): Uint32Array;
  /** The most frequent value of each row among some items, ties to the smallest; for bits the majority vote. */
  majority(items: Int32Array): Signature;
  print(signature: Signature): string;
}

/** Signs all items. `entitiesOf` returns the hashes of an item's entities. */
export async function signAll(
  count: number,
  entitiesOf: (item: number) => Iterable<Hash>,
  options: PaperOptions,
  yieldThread: Yield,
): Promise<Signatures> {
  const { minima: k } = options;
  const bitLength = k * lowBits;
  const width = wordsFor(bitLength);
  const minima = new Uint32Array(count * k);
  const bits = new Uint32Array(count * width);
  for (let item = 0; item < count; item++) {
    if (item % 500 === 0) await yieldThread();
    writeMinima(entitiesOf(item), k, minima, item * k);
    writeLowBits(minima, item * k, k, lowBits, bits, item * width);
  }
  const asBits = options.signature === 'bits';
  const bitsFrom = (own: Uint32Array): Uint32Array => {
    const words = new Uint32Array(width);
    writeLowBits(own, 0, k, lowBits, words, 0);
    return words;
  };
  const sign = (entities: Iterable<Hash>): Signature => {
    const own = new Uint32Array(k);
    writeMinima(entities, k, own, 0);
    return { minima: own, words: asBits ? bitsFrom(own) : own };
  };
  const row = (item: number, at: number): number => (asBits ? bitAt(bits, item * width, at) : (minima[item * k + at] as number));
  const length = asBits ? bitLength : k;
  return {
    count,
    length,
    base: asBits ? 2 : 2 ** 32,
    bitLength,
    row,
    rowOf: ({ words }, at) => (asBits ? bitAt(words, 0, at) : (words[at] as number)),
    bit: (item, position) => bitAt(bits, item * width, position),
    sign,
    of: (item) => {
      const own = minima.slice(item * k, (item + 1) * k);
      return { minima: own, words: asBits ? bits.slice(item * width, (item + 1) * width) : own };
    },
    equalMinima: (item, signature) => equalMinima(minima, item * k, signature.minima, 0, k),
    equalBits: (item, words) => equalBits(bits, item * width, words, 0, bitLength),
    equalRows: (a, b) => (asBits ? equalBits(a.words, 0, b.words, 0, bitLength) : equalMinima(a.words, 0, b.words, 0, k)),
    bitsOf: (signature) => (asBits ? signature.words : bitsFrom(signature.words)),
    majority: (items) => ({
      minima: new Uint32Array(0),
      words: asBits ? majorityBits(items, row, length) : pluralities(items, row, length),
    }),
    print: ({ words }) =>
      asBits ? printBits(words, bitLength, lowBits) : Array.from(words, (value) => value.toString(16).padStart(8, '0')).join('-'),
  };
}

/** A bit is set if more than half of the items have it. */
function majorityBits(items: Int32Array, row: (item: number, at: number) => number, length: number): Uint32Array {
  const words = new Uint32Array(wordsFor(length));
  for (let at = 0; at < length; at++) {
    let set = 0;
    for (const item of items) set += row(item, at);
    if (set * 2 > items.length) setBit(words, 0, at);
  }
  return words;
}

function pluralities(items: Int32Array, row: (item: number, at: number) => number, length: number): Uint32Array {
  return Uint32Array.from({ length }, (_, at) => {
    const counts = new Map<number, number>();
    for (const item of items) counts.set(row(item, at), (counts.get(row(item, at)) ?? 0) + 1);
    return [...counts].reduce((best, entry) => (entry[1] > best[1] || (entry[1] === best[1] && entry[0] < best[0]) ? entry : best))[0];
  });
}
