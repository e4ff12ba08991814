/**
 * Personalised PageRank on an undirected weighted graph.
 *
 * Source: Page, Brin, Motwani & Winograd, "The PageRank Citation Ranking", 1999: r = (1 - d) s + d P^T r, with the reset distribution s;
 * the rank of nodes without edges returns to s, so the ranks sum to 1. HippoRAG (Gutiérrez et al., 2024) uses d = 0.5.
 * Cost: two operations per edge and iteration; the error shrinks by d each time.
 */

/** Adjacency by rows: the neighbours of node i are targets[offsets[i] .. offsets[i + 1]). Every edge is listed at both ends. */
export interface Graph {
  readonly offsets: Int32Array;
  readonly targets: Int32Array;
  /** Weight of each entry, positive; default 1. */
  readonly weights?: Float64Array;
}

/** Damping and convergence. */
export interface PageRankOptions {
  /** The share of rank that follows edges, in [0, 1). */
  readonly damping: number;
  /** Stops when the ranks change by less than this in sum; default 1e-9. */
  readonly tolerance?: number;
  /** Default 100. */
  readonly maxIterations?: number;
}

function outWeights({ offsets, weights }: Graph): Float64Array {
  const sums = new Float64Array(offsets.length - 1);
  for (let node = 0; node < sums.length; node++) {
    const [from, to] = [offsets[node] as number, offsets[node + 1] as number];
    if (weights === undefined) sums[node] = to - from;
    else for (let i = from; i < to; i++) sums[node] = (sums[node] as number) + (weights[i] as number);
  }
  return sums;
}

/** The ranks of the nodes, summing to 1. `reset` has one non-negative entry per node, with a positive sum, else throws `RangeError`. */
export function pageRank(
  graph: Graph,
  reset: Float64Array,
  { damping, tolerance = 1e-9, maxIterations = 100 }: PageRankOptions,
): Float64Array {
  const { offsets, targets, weights } = graph;
  const total = reset.reduce((sum, value) => sum + value, 0);
  if (!(total > 0))
    throw new RangeError('Cannot rank the nodes of a graph: the reset distribution is empty; give at least one node a weight');
  const start = reset.map((value) => value / total);
  const out = outWeights(graph);
  let ranks = start.slice();
  for (let iteration = 0; iteration < maxIterations; iteration++) {
    const next = new Float64Array(ranks.length);
    let danglingRank = 0;
    for (let node = 0; node < ranks.length; node++) {
      const rank = ranks[node] as number;
      if (rank === 0) continue;
      const sum = out[node] as number;
      if (sum === 0) {
        danglingRank += rank;
        continue;
      }
      const part = rank / sum;
      for (let i = offsets[node] as number; i < (offsets[node + 1] as number); i++) {
        const target = targets[i] as number;
        next[target] = (next[target] as number) + part * (weights === undefined ? 1 : (weights[i] as number));
      }
    }
    let change = 0;
    for (let node = 0; node < ranks.length; node++) {
      const value = (1 - damping + damping * danglingRank) * (start[node] as number) + damping * (next[node] as number);
      change += Math.abs(value - (ranks[node] as number));
      next[node] = value;
    }
    ranks = next;
    if (change < tolerance) break;
  }
  return ranks;
}
