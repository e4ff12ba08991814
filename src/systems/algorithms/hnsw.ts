/**
 * A proximity graph of vectors for approximate nearest neighbours: hierarchical navigable small worlds.
 *
 * Source: Malkov & Yashunin, "Efficient and robust approximate nearest neighbor search using hierarchical navigable small world graphs", 2018,
 * algorithms 1 (insert), 2 (search of a layer), 4 (neighbours by the heuristic, without extending candidates or keeping pruned ones) and 5.
 * Deviations: the layer of a node comes from its number by a hash instead of a random draw, so equal vectors in equal order have equal graphs;
 * vectors have length 1 (or 0), and nearness is the scalar product. Links of layer 0 hold in both directions after the build: the
 * heuristic drops a link at one end only, which would leave nodes that nothing leads to.
 * Cost: about `efConstruction` times `links` products per vector to build, logarithmic to search.
 */

import { Heap } from '../../engine/algorithms/heap.ts';
import { CorruptBytesError } from '../../engine/index/codec/bytes.ts';
import type { ColumnReader, ColumnWriter } from '../../engine/retrieval/derivedBytes.ts';
import { dot } from '../../engine/retrieval/modelSources/embedder.ts';
import type { Yield } from '../../engine/util/steps.ts';

export interface HnswOptions {
  /** M: links of a node on each layer, twice as many on layer 0. */
  readonly links: number;
  /** Candidates compared for the links of a new node. */
  readonly efConstruction: number;
}

export interface Hnsw {
  /** The node where searches begin; -1 without nodes. */
  readonly entry: number;
  /** By layer, from 0: the neighbours of each node that is on it. */
  readonly layers: readonly (readonly Int32Array[])[];
}

type Similarity = (node: number) => number;

interface Near {
  readonly node: number;
  readonly similarity: number;
}

export const hnswDefaults: HnswOptions = { links: 16, efConstruction: 100 };

const slice = 64;
/** A level is the logarithm of a number of 32 bits, to a base of two or more. */
const maxLayers = 33;

/** Awaits `yieldThread` between slices, which may throw. */
export async function buildHnsw(
  vectors: readonly Float32Array[],
  yieldThread: Yield,
  { links, efConstruction }: HnswOptions = hnswDefaults,
): Promise<Hnsw> {
  const layers: number[][][] = [];
  let entry = -1;
  const product = (a: number, b: number): number => dot(vectors[a] as Float32Array, vectors[b] as Float32Array);
  for (let node = 0; node < vectors.length; node++) {
    if (node % slice === 0) await yieldThread();
    const level = nodeLevel(node, links);
    const similarity: Similarity = (other) => product(node, other);
    const top = layers.length - 1;
    let from = entry;
    for (let layer = top; layer > level; layer--) from = closest(layers[layer] as number[][], from, similarity);
    while (layers.length <= level) layers.push([]);
    for (let layer = Math.min(level, top); layer >= 0; layer--) {
      const rows = layers[layer] as number[][];
      const near = searchLayer((one) => rows[one] as number[], from, similarity, efConstruction);
      const max = layer === 0 ? 2 * links : links;
      const own = chooseDiverse(near, links, product);
      rows[node] = own;
      for (const other of own) {
        const row = rows[other] as number[];
        row.push(node);
        if (row.length <= max) continue;
        const ranked = row.map((one) => ({ node: one, similarity: product(other, one) })).sort(byNearness);
        rows[other] = chooseDiverse(ranked, max, product);
      }
      from = near[0]?.node ?? from;
    }
    for (let layer = Math.max(top + 1, 0); layer <= level; layer++) (layers[layer] as number[][])[node] = [];
    if (level > top) entry = node;
  }
  const filled = layers.map((rows) => Array.from(vectors, (_, node) => rows[node] ?? []));
  const both = filled[0]?.map((row) => new Set(row)) ?? [];
  filled[0]?.forEach((row, node) => {
    for (const other of row) both[other]?.add(node);
  });
  return { entry, layers: filled.map((rows, layer) => rows.map((row, node) => Int32Array.from(layer === 0 ? (both[node] ?? []) : row))) };
}

/** Writes what `readHnsw` reads. */
export function writeHnsw(writer: ColumnWriter, { entry, layers }: Hnsw): ColumnWriter {
  writer.numbers(Int32Array.of(entry + 1, layers.length));
  for (const rows of layers) writer.lists(rows);
  return writer;
}

/** The graph of so many nodes. Throws `CorruptBytesError`. */
export function readHnsw(reader: ColumnReader, nodes: number): Hnsw {
  const [entry = 0, count = 0] = reader.numbers(2 ** 31);
  if (entry > nodes || count > maxLayers || (count === 0) !== (entry === 0))
    throw new CorruptBytesError(`${count} layers from node ${entry}`);
  return { entry: entry - 1, layers: Array.from({ length: count }, () => reader.lists(nodes, nodes)) };
}

/** The nodes most similar to a query, best first, ties by number. @param ef candidates kept while searching, at least `limit` */
export function searchHnsw(
  { entry, layers }: Hnsw,
  vectors: readonly Float32Array[],
  query: Float32Array,
  limit: number,
  ef = limit,
): readonly Near[] {
  if (entry < 0) return [];
  const similarity: Similarity = (node) => dot(query, vectors[node] as Float32Array);
  let from = entry;
  for (let layer = layers.length - 1; layer > 0; layer--) from = closest(layers[layer] as readonly Int32Array[], from, similarity);
  const ground = layers[0] as readonly Int32Array[];
  return searchLayer((node) => ground[node] as Int32Array, from, similarity, Math.max(ef, limit)).slice(0, limit);
}

/** 0 with probability 1 - 1/M, 1 with most of the rest, and so on: -ln(u) / ln(M), with u in (0, 1] from the node's number. */
function nodeLevel(node: number, links: number): number {
  let bits = Math.imul(node + 1, 0x9e3779b1);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  const u = (((bits ^ (bits >>> 16)) >>> 0) + 1) / 2 ** 32;
  return Math.floor(-Math.log(u) / Math.log(links));
}

function byNearness(a: Near, b: Near): number {
  return b.similarity - a.similarity || a.node - b.node;
}

/** Algorithm 2 with one candidate. */
function closest(rows: readonly ArrayLike<number>[], from: number, similarity: Similarity): number {
  let best: Near = { node: from, similarity: similarity(from) };
  for (let isBetter = true; isBetter; ) {
    isBetter = false;
    const row = rows[best.node] as ArrayLike<number>;
    for (let i = 0; i < row.length; i++) {
      const one = { node: row[i] as number, similarity: similarity(row[i] as number) };
      if (byNearness(one, best) >= 0) continue;
      best = one;
      isBetter = true;
    }
  }
  return best.node;
}

/** Algorithm 2: the `ef` most similar nodes of a layer that are found from a node, best first. */
function searchLayer(rowOf: (node: number) => ArrayLike<number>, from: number, similarity: Similarity, ef: number): readonly Near[] {
  const first = { node: from, similarity: similarity(from) };
  const seen = new Set([from]);
  const open = new Heap<Near>(byNearness);
  const found = new Heap<Near>((a, b) => byNearness(b, a));
  open.push(first);
  found.push(first);
  let [count, worst] = [1, first];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (count >= ef && byNearness(next, worst) > 0) break;
    const row = rowOf(next.node);
    for (let i = 0; i < row.length; i++) {
      const node = row[i] as number;
      if (seen.has(node)) continue;
      seen.add(node);
      const one = { node, similarity: similarity(node) };
      if (count >= ef && byNearness(one, worst) > 0) continue;
      open.push(one);
      found.push(one);
      if (count < ef) count++;
      else found.pop();
      worst = found.peek() as Near;
    }
  }
  const all: Near[] = [];
  for (let one = found.pop(); one !== undefined; one = found.pop()) all.push(one);
  return all.reverse();
}

/** Algorithm 4: the nearest, each nearer to the new node than to those chosen before. */
function chooseDiverse(near: readonly Near[], max: number, product: (a: number, b: number) => number): number[] {
  const chosen: number[] = [];
  for (const { node, similarity } of near) {
    if (chosen.length >= max) break;
    if (chosen.every((other) => product(node, other) < similarity)) chosen.push(node);
  }
  return chosen;
}
