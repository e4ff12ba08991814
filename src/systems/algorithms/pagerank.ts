/**
 * Personalised PageRank on an undirected weighted graph, by local push.
 *
 * Source: Page, Brin, Motwani and Winograd, "The PageRank Citation Ranking", 1999: r = (1 - d) s + d P^T r, with the reset distribution s; Andersen,
 * Chung and Lang, "Local Graph Partitioning using PageRank Vectors", 2006, section 3: residual rank is pushed along edges wherever it is above
 * `epsilon` times the weight of a node's edges, and every rank is then short of the exact one by at most that product.
 * Deviations: there, half of a node's residual stays and walks are lazy; here all of it moves. The residual of a node without edges returns to s.
 * Cost: at most 1 / (epsilon (1 - d)) edges, however large the graph.
 */

import type { Graph } from './graph.ts';

/** Damping and precision. */
export interface PageRankOptions {
  /** The share of rank that follows edges, in [0, 1). */
  readonly damping: number;
  /** Above 0; default 1e-9. */
  readonly epsilon?: number;
}

/** The ranks of the nodes of a graph that lists every edge at both ends, from 0, with a sum of at most 1. `reset` has one non-negative entry per node, with a positive sum, else throws `RangeError`. */
export function pageRank(graph: Graph, reset: Float64Array, { damping, epsilon = 1e-9 }: PageRankOptions): Float64Array {
  const total = reset.reduce((sum, value) => sum + value, 0);
  if (!(total > 0))
    throw new RangeError('Cannot rank the nodes of a graph: the reset distribution is empty; give at least one node a weight');
  const { offsets, targets, weights } = graph;
  const ranks = new Float64Array(reset.length);
  const residual = reset.map((value) => value / total);
  const sources = [...residual.keys()].filter((node) => residual[node] !== 0);
  const shares = sources.map((node) => residual[node] as number);
  const outWeight = (node: number): number => {
    const [from, to] = [offsets[node] as number, offsets[node + 1] as number];
    return weights === undefined ? to - from : weights.subarray(from, to).reduce((sum, weight) => sum + weight, 0);
  };
  let queue: number[] = [];
  const isQueued = new Uint8Array(reset.length);
  const receive = (node: number, rank: number): void => {
    const now = (residual[node] as number) + rank;
    residual[node] = now;
    if (isQueued[node] === 1 || now <= epsilon * Math.max(1, outWeight(node))) return;
    isQueued[node] = 1;
    queue.push(node);
  };
  for (const node of sources) receive(node, 0);
  while (queue.length > 0) {
    const round = queue;
    queue = [];
    for (const node of round) {
      isQueued[node] = 0;
      const rank = residual[node] as number;
      residual[node] = 0;
      ranks[node] = (ranks[node] as number) + (1 - damping) * rank;
      const out = outWeight(node);
      if (out === 0) sources.forEach((source, i) => void receive(source, damping * rank * (shares[i] as number)));
      for (let i = offsets[node] as number; i < (offsets[node + 1] as number); i++)
        receive(targets[i] as number, (damping * rank * (weights === undefined ? 1 : (weights[i] as number))) / out);
    }
  }
  return ranks;
}
