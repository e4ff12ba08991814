import { pushTo } from '../../engine/util/pushTo.ts';

/**
 * A plot of sketches: chunks with similar MinHash signatures are close together.
 *
 * t-SNE (van der Maaten and Hinton, 2008), as in figure 4 of MeshRAG, with two deviations. The affinity of two chunks is the share of equal
 * minima (the estimated Jaccard similarity) among the nearest neighbours of each (Barnes-Hut-SNE, 2014, truncates to neighbours too); there
 * is no perplexity to fit. And it starts from a spiral instead of random positions, so equal sketches give equal plots.
 * Cost: rounds times the square of the chunks; some two seconds for 2,000.
 */

const neighbours = 10;
/** A minimum shared by more signatures than this does not make them similar. */
const maxBucketSize = 120;
const rounds = 260;
const exaggerated = { rounds: 80, factor: 6 } as const;
const goldenAngle = Math.PI * (3 - Math.sqrt(5));

interface Edges {
  readonly a: Int32Array;
  readonly b: Int32Array;
  /** They sum to 1 over both directions. */
  readonly weight: Float64Array;
}

/**
 * Coordinates (x, y, x, y, …) of `count` signatures of `k` minima, row-major, from -1 to 1. Yields after each round, so that other work can
 * run in between.
 */
export function* projectSignatures(minima: Uint32Array, count: number, k: number): Generator<void, Float64Array> {
  const edges = findNearest(minima, count, k);
  const at = new Float64Array(2 * count);
  for (let i = 0; i < count; i++) {
    const radius = 1e-2 * Math.sqrt(i + 0.5);
    at[2 * i] = radius * Math.cos(i * goldenAngle);
    at[2 * i + 1] = radius * Math.sin(i * goldenAngle);
  }
  const speed = new Float64Array(2 * count);
  const force = new Float64Array(2 * count);
  const rate = Math.max(10, count / 8);
  for (let round = 0; round < rounds; round++) {
    const exaggeration = round < exaggerated.rounds ? exaggerated.factor : 1;
    const momentum = round < exaggerated.rounds ? 0.5 : 0.8;
    repel(at, force, count);
    attract(at, force, edges, exaggeration);
    for (let i = 0; i < at.length; i++) {
      const step = momentum * (speed[i] as number) + rate * (force[i] as number);
      speed[i] = Math.max(-5, Math.min(5, step));
      at[i] = (at[i] as number) + (speed[i] as number);
    }
    yield;
  }
  return scaled(at, count);
}

/** The nearest neighbours of each signature, in both directions; only signatures that share a minimum. */
function findNearest(minima: Uint32Array, count: number, k: number): Edges {
  const buckets = new Map<string, number[]>();
  for (let i = 0; i < count; i++) {
    for (let l = 0; l < k; l++) {
      const key = `${l} ${minima[i * k + l]}`;
      pushTo(buckets, key, i);
    }
  }
  const counts: Map<number, number>[] = Array.from({ length: count }, () => new Map());
  for (const bucket of buckets.values()) {
    if (bucket.length > maxBucketSize) continue;
    for (const i of bucket) for (const other of bucket) if (other !== i) counts[i]?.set(other, (counts[i]?.get(other) ?? 0) + 1);
  }
  const weights = new Map<number, number>();
  for (const [i, equal] of counts.entries()) {
    const best = [...equal].sort((x, y) => y[1] - x[1] || x[0] - y[0]).slice(0, neighbours);
    const sum = best.reduce((total, [, one]) => total + one, 0);
    for (const [other, one] of best) {
      const key = Math.min(i, other) * count + Math.max(i, other);
      weights.set(key, (weights.get(key) ?? 0) + one / sum / 2 / count);
    }
  }
  const keys = [...weights.keys()].sort((x, y) => x - y);
  return {
    a: Int32Array.from(keys, (key) => Math.floor(key / count)),
    b: Int32Array.from(keys, (key) => key % count),
    weight: Float64Array.from(keys, (key) => weights.get(key) as number),
  };
}

function repel(at: Float64Array, force: Float64Array, count: number): void {
  force.fill(0);
  let total = 0;
  for (let i = 0; i < count; i++) {
    const x = at[2 * i] as number;
    const y = at[2 * i + 1] as number;
    let forceX = 0;
    let forceY = 0;
    for (let other = i + 1; other < count; other++) {
      const dx = x - (at[2 * other] as number);
      const dy = y - (at[2 * other + 1] as number);
      const near = 1 / (1 + dx * dx + dy * dy);
      const push = near * near;
      total += near;
      forceX += push * dx;
      forceY += push * dy;
      force[2 * other] = (force[2 * other] as number) - push * dx;
      force[2 * other + 1] = (force[2 * other + 1] as number) - push * dy;
    }
    force[2 * i] = (force[2 * i] as number) + forceX;
    force[2 * i + 1] = (force[2 * i + 1] as number) + forceY;
  }
  const scale = total === 0 ? 0 : 4 / (2 * total);
  for (let i = 0; i < force.length; i++) force[i] = (force[i] as number) * scale;
}

function attract(at: Float64Array, force: Float64Array, { a, b, weight }: Edges, exaggeration: number): void {
  for (let e = 0; e < a.length; e++) {
    const i = 2 * (a[e] as number);
    const other = 2 * (b[e] as number);
    const dx = (at[i] as number) - (at[other] as number);
    const dy = (at[i + 1] as number) - (at[other + 1] as number);
    const pull = (4 * exaggeration * (weight[e] as number)) / (1 + dx * dx + dy * dy);
    force[i] = (force[i] as number) - pull * dx;
    force[i + 1] = (force[i + 1] as number) - pull * dy;
    force[other] = (force[other] as number) + pull * dx;
    force[other + 1] = (force[other + 1] as number) + pull * dy;
  }
}

/** Scales each axis to -1 to 1, centred at 0. */
function scaled(at: Float64Array, count: number): Float64Array {
  for (const axis of [0, 1]) {
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    for (let i = axis; i < 2 * count; i += 2) {
      min = Math.min(min, at[i] as number);
      max = Math.max(max, at[i] as number);
    }
    const reach = (max - min) / 2 || 1;
    for (let i = axis; i < 2 * count; i += 2) at[i] = ((at[i] as number) - (min + max) / 2) / reach;
  }
  return at;
}
