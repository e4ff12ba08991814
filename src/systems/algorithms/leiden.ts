/**
 * Communities of a weighted graph by modularity, each of them connected, and a tree of them.
 *
 * Source: Traag, Waltman & van Eck, "From Louvain to Leiden: guaranteeing well-connected communities", 2019, algorithm A.2: nodes move to the
 * neighbouring community that gains, communities are refined from single nodes, and the refined graph is aggregated, until nothing moves. The
 * tree is that of GraphRAG (Edge et al., 2024): a community of more than `maxSize` nodes is partitioned again by itself.
 * Deviations: nodes come in the order of their ids, and refinement merges into the best community instead of drawing one (the limit of a
 * small theta), so equal graphs have equal communities; a last community that is in parts is split into them.
 * Cost: some passes over the edges, for each level of the tree.
 */

import type { Yield } from '../../engine/util/steps.ts';
import { type Graph, positionsBy, rowsIn } from './graph.ts';

/** A tree of communities: those of the top first, every parent before its children. */
export interface CommunityTree {
  /** The community that each was split from; -1 at the top. */
  readonly parents: Int32Array;
  /** The community of each node that is not split further. */
  readonly leafOf: Int32Array;
}

export interface LeidenOptions {
  /** Positive; more communities the larger it is. Default 1: modularity as defined by Newman. */
  readonly resolution?: number;
  /** Max repetitions from the communities found before. Default 10; fewer if one gains nothing. */
  readonly iterations?: number;
}

/** A graph whose nodes may stand for several: degrees include what lies inside of them. */
interface Weighted {
  readonly graph: Required<Graph>;
  readonly degrees: Float64Array;
}

/** Gains below this are rounding errors. */
const epsilon = 1e-12;

/** The community of each node, numbered by first node. The graph has no loops and lists every edge at both ends. */
export function leiden(graph: Graph, { resolution = 1, iterations = 10 }: LeidenOptions = {}): Int32Array {
  const whole = withDegrees(graph);
  let best: Int32Array = Int32Array.from(whole.degrees, (_, node) => node);
  const total = sumOf(whole.degrees);
  if (total === 0) return best;
  let quality = modularity(graph, best, resolution);
  for (let i = 0; i < iterations; i++) {
    const found = connectedParts(graph, optimize(whole, best, resolution / total));
    const reached = modularity(graph, found, resolution);
    if (reached <= quality + epsilon) break;
    best = found;
    quality = reached;
  }
  return best;
}

/** The share of edge weight inside of communities beyond that of a random graph of the same degrees, below 1; 0 without edges. */
export function modularity(graph: Graph, communities: ArrayLike<number>, resolution = 1): number {
  const { graph: all, degrees } = withDegrees(graph);
  const total = sumOf(degrees);
  if (total === 0) return 0;
  const sums = new Float64Array(degrees.length);
  let inside = 0;
  for (let node = 0; node < degrees.length; node++) {
    const own = communities[node] as number;
    sums[own] = (sums[own] as number) + (degrees[node] as number);
    for (let i = all.offsets[node] as number; i < (all.offsets[node + 1] as number); i++)
      if (communities[all.targets[i] as number] === own) inside += all.weights[i] as number;
  }
  return inside / total - resolution * sums.reduce((sum, degree) => sum + (degree / total) ** 2, 0);
}

/**
 * Communities of communities. Those of at most `maxSize` nodes, and those that cannot be split, are leaves. `yieldThread` is awaited before each split of
 * a community, and may throw.
 */
export async function communityTree(
  graph: Graph,
  maxSize: number,
  yieldThread: Yield,
  options: LeidenOptions = {},
): Promise<CommunityTree> {
  const parents: number[] = [];
  const leafOf = new Int32Array(graph.offsets.length - 1).fill(-1);
  const all = Int32Array.from(leafOf, (_, node) => node);
  const numbers = leafOf.slice();
  const { graph: whole } = withDegrees(graph);
  const open: { readonly nodes: Int32Array; readonly id: number }[] = [{ nodes: all, id: -1 }];
  for (let at = 0; at < open.length; at++) {
    const { nodes, id } = open[at] as (typeof open)[number];
    const isSplit = nodes.length > maxSize || id < 0;
    if (isSplit) await yieldThread();
    const groups = isSplit ? collectGroups(nodes, leiden(induced(whole, nodes, numbers), options)) : [nodes];
    if (groups.length === 1 && id >= 0) {
      for (const node of nodes) leafOf[node] = id;
      continue;
    }
    for (const group of groups) open.push({ nodes: group, id: parents.push(id) - 1 });
  }
  return { parents: Int32Array.from(parents), leafOf };
}

function sumOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function withDegrees({ offsets, targets, weights = new Float64Array(targets.length).fill(1) }: Graph): Weighted {
  const degrees = new Float64Array(offsets.length - 1);
  for (let node = 0; node < degrees.length; node++)
    for (let i = offsets[node] as number; i < (offsets[node + 1] as number); i++)
      degrees[node] = (degrees[node] as number) + (weights[i] as number);
  return { graph: { offsets, targets, weights }, degrees };
}

/** One run of the algorithm from some communities. `share` is the resolution by the sum of all degrees. */
function optimize(whole: Weighted, start: Int32Array, share: number): Int32Array {
  /** The node of the current graph that holds each node of the whole. */
  let held = Int32Array.from(start, (_, node) => node);
  let level = whole;
  let communities = start.slice();
  for (;;) {
    move(level, communities, share);
    const count = numbered(communities);
    if (count === communities.length) break;
    const refined = refine(level, communities, count, share);
    const size = numbered(refined);
    if (size === refined.length) break;
    const next = new Int32Array(size);
    refined.forEach((part, node) => {
      next[part] = communities[node] as number;
    });
    held = held.map((node) => refined[node] as number);
    level = aggregate(level, refined, size);
    communities = next;
  }
  return held.map((node) => communities[node] as number);
}

/** Moves nodes to the community that gains most, until none gains. */
function move({ graph: { offsets, targets, weights }, degrees }: Weighted, communities: Int32Array, share: number): void {
  const count = degrees.length;
  const sums = new Float64Array(count);
  const sizes = new Int32Array(count);
  communities.forEach((own, node) => {
    sums[own] = (sums[own] as number) + (degrees[node] as number);
    sizes[own] = (sizes[own] as number) + 1;
  });
  const free = Array.from(sizes.keys()).filter((one) => sizes[one] === 0);
  const links = new Float64Array(count);
  const queue = Int32Array.from(degrees, (_, node) => node);
  const isQueued = new Uint8Array(count).fill(1);
  for (let head = 0, waiting = count; waiting > 0; head = (head + 1) % count) {
    const node = queue[head] as number;
    waiting--;
    isQueued[node] = 0;
    const own = communities[node] as number;
    const degree = degrees[node] as number;
    sums[own] = (sums[own] as number) - degree;
    sizes[own] = (sizes[own] as number) - 1;
    const [from, to] = [offsets[node] as number, offsets[node + 1] as number];
    for (let i = from; i < to; i++) {
      const other = communities[targets[i] as number] as number;
      links[other] = (links[other] as number) + (weights[i] as number);
    }
    let best = own;
    let gain = (links[own] as number) - share * degree * (sums[own] as number);
    for (let i = from; i < to; i++) {
      const other = communities[targets[i] as number] as number;
      const value = (links[other] as number) - share * degree * (sums[other] as number);
      if (value > gain + epsilon) [best, gain] = [other, value];
    }
    // A node may also be better by itself.
    if (gain < -epsilon && (sizes[own] as number) > 0) best = free.pop() as number;
    for (let i = from; i < to; i++) links[communities[targets[i] as number] as number] = 0;
    if (best !== own && sizes[own] === 0) free.push(own);
    communities[node] = best;
    sums[best] = (sums[best] as number) + degree;
    sizes[best] = (sizes[best] as number) + 1;
    if (best === own) continue;
    for (let i = from; i < to; i++) {
      const other = targets[i] as number;
      if (isQueued[other] === 1 || communities[other] === best) continue;
      isQueued[other] = 1;
      queue[(head + 1 + waiting++) % count] = other;
    }
  }
}

/** Parts of the communities, each grown from single nodes along edges, of nodes and parts that are well connected to the rest. */
function refine(
  { graph: { offsets, targets, weights }, degrees }: Weighted,
  communities: Int32Array,
  count: number,
  share: number,
): Int32Array {
  const parts = Int32Array.from(communities, (_, node) => node);
  const totals = new Float64Array(count);
  communities.forEach((own, node) => {
    totals[own] = (totals[own] as number) + (degrees[node] as number);
  });
  const sums = degrees.slice();
  const isSingle = new Uint8Array(degrees.length).fill(1);
  /** Weight of the edges from each part to the rest of its community. */
  const outer = new Float64Array(degrees.length);
  for (let node = 0; node < degrees.length; node++)
    for (let i = offsets[node] as number; i < (offsets[node + 1] as number); i++)
      if (communities[targets[i] as number] === communities[node]) outer[node] = (outer[node] as number) + (weights[i] as number);
  const isConnected = (part: number, total: number): boolean =>
    (outer[part] as number) + epsilon >= share * (sums[part] as number) * (total - (sums[part] as number));
  const links = new Float64Array(degrees.length);
  for (let node = 0; node < degrees.length; node++) {
    const own = communities[node] as number;
    const total = totals[own] as number;
    if (isSingle[node] === 0 || !isConnected(node, total)) continue;
    const [from, to] = [offsets[node] as number, offsets[node + 1] as number];
    for (let i = from; i < to; i++) {
      const target = targets[i] as number;
      if (communities[target] !== own) continue;
      const part = parts[target] as number;
      links[part] = (links[part] as number) + (weights[i] as number);
    }
    let best = node;
    let gain = 0;
    for (let i = from; i < to; i++) {
      const target = targets[i] as number;
      if (communities[target] !== own) continue;
      const part = parts[target] as number;
      const value = (links[part] as number) - share * (degrees[node] as number) * (sums[part] as number);
      if (value > gain + epsilon && isConnected(part, total)) [best, gain] = [part, value];
    }
    if (best !== node) {
      outer[best] = (outer[best] as number) + (outer[node] as number) - 2 * (links[best] as number);
      sums[best] = (sums[best] as number) + (degrees[node] as number);
      parts[node] = best;
      isSingle[best] = 0;
    }
    for (let i = from; i < to; i++) links[parts[targets[i] as number] as number] = 0;
  }
  return parts;
}

/** The graph whose nodes are the parts. */
function aggregate({ graph: { offsets, targets, weights }, degrees }: Weighted, parts: Int32Array, count: number): Weighted {
  const sums = new Float64Array(count);
  const { offsets: starts, targets: order } = positionsBy(parts, count);
  const members = rowsIn(starts, order);
  parts.forEach((part, node) => {
    sums[part] = (sums[part] as number) + (degrees[node] as number);
  });
  const links = new Float64Array(count);
  const row: number[] = [];
  const next = { offsets: new Int32Array(count + 1), targets: new Int32Array(targets.length), weights: new Float64Array(targets.length) };
  let size = 0;
  for (const [part, nodes] of members.entries()) {
    row.length = 0;
    for (const node of nodes)
      for (let i = offsets[node] as number; i < (offsets[node + 1] as number); i++) {
        const other = parts[targets[i] as number] as number;
        if (other === part) continue;
        if (links[other] === 0) row.push(other);
        links[other] = (links[other] as number) + (weights[i] as number);
      }
    for (const other of row) {
      next.targets[size] = other;
      next.weights[size++] = links[other] as number;
      links[other] = 0;
    }
    next.offsets[part + 1] = size;
  }
  return {
    graph: { offsets: next.offsets, targets: next.targets.subarray(0, size), weights: next.weights.subarray(0, size) },
    degrees: sums,
  };
}

/** The graph of some nodes, numbered in their order. @param numbers a column of -1 for each node of the whole graph, left so */
function induced({ offsets, targets, weights }: Required<Graph>, nodes: Int32Array, numbers: Int32Array): Graph {
  let max = 0;
  nodes.forEach((node, number) => {
    numbers[node] = number;
    max += (offsets[node + 1] as number) - (offsets[node] as number);
  });
  const own = { offsets: new Int32Array(nodes.length + 1), targets: new Int32Array(max), weights: new Float64Array(max) };
  let size = 0;
  nodes.forEach((node, number) => {
    for (let i = offsets[node] as number; i < (offsets[node + 1] as number); i++) {
      const target = numbers[targets[i] as number] as number;
      if (target < 0) continue;
      own.targets[size] = target;
      own.weights[size++] = weights[i] as number;
    }
    own.offsets[number + 1] = size;
  });
  for (const node of nodes) numbers[node] = -1;
  return { offsets: own.offsets, targets: own.targets.subarray(0, size), weights: own.weights.subarray(0, size) };
}

function connectedParts({ offsets, targets }: Graph, communities: Int32Array): Int32Array {
  const parts = new Int32Array(communities.length).fill(-1);
  let count = 0;
  for (let first = 0; first < parts.length; first++) {
    if (parts[first] !== -1) continue;
    const open = [first];
    parts[first] = count;
    for (let node = open.pop(); node !== undefined; node = open.pop())
      for (let i = offsets[node] as number; i < (offsets[node + 1] as number); i++) {
        const target = targets[i] as number;
        if (parts[target] !== -1 || communities[target] !== communities[node]) continue;
        parts[target] = count;
        open.push(target);
      }
    count++;
  }
  return parts;
}

/** Numbers the communities by first node, in place; returns how many there are. */
function numbered(communities: Int32Array): number {
  const numbers = new Map<number, number>();
  communities.forEach((own, node) => {
    const number = numbers.get(own) ?? numbers.size;
    numbers.set(own, number);
    communities[node] = number;
  });
  return numbers.size;
}

function collectGroups(nodes: Int32Array, communities: Int32Array): readonly Int32Array[] {
  const count = communities.reduce((max, own) => Math.max(max, own), -1) + 1;
  const { offsets, targets } = positionsBy(communities, count);
  return rowsIn(offsets, targets).map((group) => group.map((at) => nodes[at] as number));
}
