/**
 * Spherical k-means over sparse vectors: each item belongs to the centre with the largest cosine.
 *
 * Source: Dhillon & Modha, "Concept decompositions for large sparse text data using clustering", 2001; Lloyd's iteration. The initial
 * centres are the first k items, a random sample if the items are in hash order; so the result is a function of the items.
 * Cost: entries times clusters per iteration.
 */

import type { Yield } from '../../engine/util/steps.ts';

/** A vector of length 1: its non-zero values by ascending dimension. */
export interface SparseVector {
  readonly dimensions: Int32Array;
  readonly values: Float64Array;
}

/** Scales a vector given as a map to length 1. */
export function unitVector(entries: ReadonlyMap<number, number>): SparseVector {
  const sorted = [...entries].sort((a, b) => a[0] - b[0]);
  const norm = Math.sqrt(sorted.reduce((sum, [, value]) => sum + value * value, 0)) || 1;
  return { dimensions: Int32Array.from(sorted, ([at]) => at), values: Float64Array.from(sorted, ([, value]) => value / norm) };
}

function dot({ dimensions, values }: SparseVector, centres: Float64Array, offset: number): number {
  let sum = 0;
  for (let i = 0; i < dimensions.length; i++) sum += (values[i] as number) * (centres[offset + (dimensions[i] as number)] as number);
  return sum;
}

function addTo(centres: Float64Array, offset: number, { dimensions, values }: SparseVector): void {
  for (let i = 0; i < dimensions.length; i++) {
    const at = offset + (dimensions[i] as number);
    centres[at] = (centres[at] as number) + (values[i] as number);
  }
}

function normalize(centres: Float64Array, from: number, to: number): void {
  let norm = 0;
  for (let i = from; i < to; i++) norm += (centres[i] as number) ** 2;
  if (norm === 0) return;
  const scale = 1 / Math.sqrt(norm);
  for (let i = from; i < to; i++) centres[i] = (centres[i] as number) * scale;
}

/** Number of clusters, and limits of the search. */
export interface KMeansOptions {
  readonly clusters: number;
  /** Number of dimensions; every entry's dimension is below it. */
  readonly dimensions: number;
  /** Awaited between iterations. */
  readonly yieldThread?: Yield;
}

const maxIterations = 25;

/** The members of each cluster, ascending; without empty clusters. */
export async function kMeans(vectors: readonly SparseVector[], options: KMeansOptions): Promise<readonly Int32Array[]> {
  const { dimensions } = options;
  const clusters = Math.min(options.clusters, vectors.length);
  let centres = new Float64Array(clusters * dimensions);
  for (let c = 0; c < clusters; c++) addTo(centres, c * dimensions, vectors[c] as SparseVector);
  const nearest = new Int32Array(vectors.length).fill(-1);
  for (let iteration = 0; iteration < maxIterations; iteration++) {
    await options.yieldThread?.();
    const sums = new Float64Array(clusters * dimensions);
    let moved = false;
    vectors.forEach((vector, item) => {
      let best = 0;
      let bestDot = Number.NEGATIVE_INFINITY;
      for (let c = 0; c < clusters; c++) {
        const cosine = dot(vector, centres, c * dimensions);
        if (cosine > bestDot) {
          best = c;
          bestDot = cosine;
        }
      }
      if (nearest[item] !== best) moved = true;
      nearest[item] = best;
      addTo(sums, best * dimensions, vector);
    });
    if (!moved) break;
    for (let c = 0; c < clusters; c++) normalize(sums, c * dimensions, (c + 1) * dimensions);
    centres = sums;
  }
  const members: number[][] = Array.from({ length: clusters }, () => []);
  nearest.forEach((cluster, item) => {
    members[cluster]?.push(item);
  });
  return members.filter((list) => list.length > 0).map((list) => Int32Array.from(list));
}
