/**
 * Retrieval alignment: how strongly each entity class may speak, so that no chunk holds more than its share of the classes.
 *
 * Source: UnWeaver appendices C and D, with f = 1 for every chunk. Rows of C are chunks, columns classes.
 * `alignByPrices` maximises Σ γ log x subject to C x <= f. The paper leaves `UpdatePrices` open, and its loop ends only where no constraint
 * is slack; here each price is multiplied by the load of its chunk (the EM iteration of the dual, which never gets worse), and the loop ends
 * when the conditions of optimality hold. Chunks whose classes are a part of another's bind nothing and are left out.
 * `alignByLeastSquares` minimises ½ |V x - q|² subject to C x = f by the printed linear system, in the least-norm sense where it is singular or
 * has no solution (conjugate gradients on its normal equations).
 * Cost: the entries of C for each iteration; there are at most `maxIterations`.
 */

import { dot } from '../../engine/retrieval/modelSources/embedder.ts';

/** The classes of each chunk: their positions, ascending. */
export type Rows = readonly (readonly number[])[];

export interface Alignment {
  /** Strength of each class. */
  readonly x: Float64Array;
  /** Price, or multiplier, of each chunk. */
  readonly multipliers: Float64Array;
}

const maxIterations = 20_000;
const tolerance = 1e-7;
/** The logarithm needs a positive weight. */
const floor = 1e-6;

/** Strengths by prices. Every class is in a row; of `relevance`, what is under a small positive floor counts as that. */
export function alignByPrices(rows: Rows, relevance: Float64Array): Alignment {
  const gamma = relevance.map((value) => Math.max(floor, value));
  const binding = maximalRows(rows);
  const prices = new Float64Array(rows.length);
  for (const row of binding) prices[row] = 1 / binding.length;
  const x = new Float64Array(gamma.length);
  for (let iteration = 0; iteration < maxIterations; iteration++) {
    const paid = new Float64Array(gamma.length);
    for (const row of binding) for (const s of rows[row] as readonly number[]) paid[s] = (paid[s] as number) + (prices[row] as number);
    for (let s = 0; s < x.length; s++) x[s] = (gamma[s] as number) / (paid[s] as number);
    const loads = binding.map((row) => (rows[row] as readonly number[]).reduce((sum, s) => sum + (x[s] as number), 0));
    const violations = binding.map((row, i) => {
      const load = loads[i] as number;
      return Math.max(load - 1, (prices[row] as number) * (1 - load));
    });
    if (violations.every((violation) => violation < tolerance)) break;
    for (const [i, row] of binding.entries()) prices[row] = (prices[row] as number) * (loads[i] as number);
  }
  return { x, multipliers: prices };
}

/** One row of each set of equal ones, without those that are a part of another. */
function maximalRows(rows: Rows): readonly number[] {
  const order = rows.map((_, row) => row).sort((a, b) => (rows[b] as Rows[number]).length - (rows[a] as Rows[number]).length || a - b);
  const kept: { readonly row: number; readonly classes: ReadonlySet<number> }[] = [];
  for (const row of order) {
    const classes = rows[row] as Rows[number];
    if (classes.length > 0 && !kept.some((larger) => classes.every((s) => larger.classes.has(s))))
      kept.push({ row, classes: new Set(classes) });
  }
  return kept.map(({ row }) => row);
}

/** Strengths by constrained least squares. `vectors` are the columns of V, `question` is q. */
export function alignByLeastSquares(rows: Rows, vectors: readonly Float64Array[], question: Float64Array): Alignment {
  const size = vectors.length;
  const products = vectors.map((a) => vectors.map((b) => dot(a, b)));
  /** The matrix [V'V C'; C 0] times a vector; it is symmetric. */
  const times = (vector: Float64Array): Float64Array => {
    const result = new Float64Array(size + rows.length);
    products.forEach((row, s) => {
      result[s] = row.reduce((sum, product, other) => sum + product * (vector[other] as number), 0);
    });
    rows.forEach((classes, row) => {
      for (const s of classes) {
        result[s] = (result[s] as number) + (vector[size + row] as number);
        result[size + row] = (result[size + row] as number) + (vector[s] as number);
      }
    });
    return result;
  };
  const right = new Float64Array(size + rows.length).fill(1);
  vectors.forEach((vector, s) => {
    right[s] = dot(vector, question);
  });
  const solution = minimumNorm(times, right);
  return { x: solution.slice(0, size), multipliers: solution.slice(size) };
}

/** The least-norm least-squares solution of a symmetric linear system. */
function minimumNorm(times: (vector: Float64Array) => Float64Array, right: Float64Array): Float64Array {
  const solution = new Float64Array(right.length);
  let residual = right;
  let gradient = times(residual);
  let direction = gradient;
  let square = dot(gradient, gradient);
  const enough = square * 1e-28;
  for (let iteration = 0; square > enough && iteration < maxIterations; iteration++) {
    const image = times(direction);
    const step = square / dot(image, image);
    add(solution, direction, step);
    residual = added(residual, image, -step);
    gradient = times(residual);
    const next = dot(gradient, gradient);
    direction = added(gradient, direction, next / square);
    square = next;
  }
  return solution;
}

function add(to: Float64Array, vector: Float64Array, times: number): void {
  for (let i = 0; i < to.length; i++) to[i] = (to[i] as number) + times * (vector[i] as number);
}

function added(a: Float64Array, b: Float64Array, times: number): Float64Array {
  const sum = a.slice();
  add(sum, b, times);
  return sum;
}
