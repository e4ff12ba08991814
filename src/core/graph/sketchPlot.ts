/**
 * Sketches in a plane: the two directions in which the MinHash signatures of a sample of chunks differ most.
 *
 * A signature of k minima is a vector with one 1 for each (position, minimum), so that the product of two vectors is the number of equal
 * minima, k times the estimated Jaccard similarity. The plane is spanned by the first two principal components of these vectors, found by
 * power iteration from a fixed start, the second one kept orthogonal to the first. Source: MeshRAG figure 4, which shows t-SNE; a linear
 * projection needs no randomness and keeps what it shows: far apart is unlike. Minima that one chunk alone has span no direction and are
 * left out. Cost: rounds times k times chunks.
 */

import { mix32 } from '../hash/mix.ts';

const rounds = 60;

/** Coordinates (x, y, x, y, …) of `count` signatures of `k` minima, row-major; each axis is scaled to -1 to 1. */
export function projectSignatures(minima: Uint32Array, count: number, k: number): Float64Array {
  const columns = columnsOf(minima, count, k);
  const width = columns.reduce((most, column) => Math.max(most, column + 1), 0);
  const means = new Float64Array(width);
  for (const column of columns) if (column >= 0) means[column] = (means[column] as number) + 1 / count;
  const result = new Float64Array(2 * count);
  let first: Float64Array | undefined;
  for (const axis of [0, 1]) {
    const scores = component({ columns, means, count, k }, axis, first);
    first ??= scores;
    const reach = scores.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
    for (let i = 0; i < count; i++) result[2 * i + axis] = (scores[i] as number) / reach;
  }
  return result;
}

/** Dense numbers for the (position, minimum) pairs that several signatures have; -1 for the others. */
function columnsOf(minima: Uint32Array, count: number, k: number): Int32Array {
  const columns = new Int32Array(count * k).fill(-1);
  let next = 0;
  for (let l = 0; l < k; l++) {
    const firstRow = new Map<number, number>();
    for (let i = 0; i < count; i++) {
      const at = i * k + l;
      const minimum = minima[at] as number;
      const before = firstRow.get(minimum);
      if (before === undefined) firstRow.set(minimum, at);
      else {
        if (columns[before] === -1) columns[before] = next++;
        columns[at] = columns[before] as number;
      }
    }
  }
  return columns;
}

interface Vectors {
  readonly columns: Int32Array;
  readonly means: Float64Array;
  readonly count: number;
  readonly k: number;
}

/** The scores of the signatures on one principal component. */
function component(vectors: Vectors, axis: number, first: Float64Array | undefined): Float64Array {
  const { columns, means, count, k } = vectors;
  let scores: Float64Array = Float64Array.from({ length: count }, (_, i) => mix32(i * 2 + axis + 1) / 2 ** 31 - 1);
  const direction = new Float64Array(means.length);
  for (let round = 0; round < rounds; round++) {
    if (first !== undefined) removePart(scores, first);
    normalise(scores);
    direction.fill(0);
    const sum = scores.reduce((total, value) => total + value, 0);
    for (let at = 0; at < columns.length; at++) {
      const column = columns[at] as number;
      if (column >= 0) direction[column] = (direction[column] as number) + (scores[Math.floor(at / k)] as number);
    }
    for (let column = 0; column < direction.length; column++)
      direction[column] = (direction[column] as number) - sum * (means[column] as number);
    const middle = direction.reduce((total, value, column) => total + value * (means[column] as number), 0);
    scores = new Float64Array(count).fill(-middle);
    for (let at = 0; at < columns.length; at++) {
      const column = columns[at] as number;
      const row = Math.floor(at / k);
      if (column >= 0) scores[row] = (scores[row] as number) + (direction[column] as number);
    }
  }
  if (first !== undefined) removePart(scores, first);
  return scores;
}

function removePart(scores: Float64Array, first: Float64Array): void {
  let product = 0;
  let length = 0;
  for (let i = 0; i < scores.length; i++) {
    product += (scores[i] as number) * (first[i] as number);
    length += (first[i] as number) ** 2;
  }
  const share = length === 0 ? 0 : product / length;
  for (let i = 0; i < scores.length; i++) scores[i] = (scores[i] as number) - share * (first[i] as number);
}

function normalise(scores: Float64Array): void {
  const length = Math.sqrt(scores.reduce((total, value) => total + value * value, 0)) || 1;
  for (let i = 0; i < scores.length; i++) scores[i] = (scores[i] as number) / length;
}
