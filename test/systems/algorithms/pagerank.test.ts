import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Graph } from '../../../src/systems/algorithms/graph.ts';
import { pageRank } from '../../../src/systems/algorithms/pagerank.ts';

const nodes = 8;
const edges = fc.uniqueArray(
  fc.tuple(fc.nat(nodes - 1), fc.nat(nodes - 1), fc.integer({ min: 1, max: 5 })).filter(([a, b]) => a < b),
  { selector: ([a, b]) => `${a} ${b}`, maxLength: 20 },
);
const reset = fc.array(fc.nat(9), { minLength: nodes, maxLength: nodes }).filter((values) => values.some((value) => value > 0));

type Edge = readonly [number, number, number];

function graphOf(list: readonly Edge[]): Graph {
  const rows: [number, number][][] = Array.from({ length: nodes }, () => []);
  for (const [a, b, weight] of list) {
    rows[a]?.push([b, weight]);
    rows[b]?.push([a, weight]);
  }
  const offsets = Int32Array.from([0, ...rows.map((_, i) => rows.slice(0, i + 1).reduce((sum, row) => sum + row.length, 0))]);
  return { offsets, targets: Int32Array.from(rows.flat(), ([to]) => to), weights: Float64Array.from(rows.flat(), ([, weight]) => weight) };
}

/** Power iteration with a full matrix. */
function dense(list: readonly Edge[], start: readonly number[], damping: number): number[] {
  const matrix = Array.from({ length: nodes }, () => new Array<number>(nodes).fill(0));
  for (const [a, b, weight] of list) {
    (matrix[a] as number[])[b] = weight;
    (matrix[b] as number[])[a] = weight;
  }
  const total = start.reduce((sum, value) => sum + value, 0);
  const back = start.map((value) => value / total);
  const step = matrix.map((row) => {
    const sum = row.reduce((a, b) => a + b, 0);
    return sum === 0 ? back : row.map((weight) => weight / sum);
  });
  let ranks = back;
  for (let i = 0; i < 300; i++) {
    ranks = back.map(
      (value, j) => (1 - damping) * value + damping * ranks.reduce((sum, rank, k) => sum + rank * ((step[k] as number[])[j] as number), 0),
    );
  }
  return ranks;
}

describe('pageRank()', () => {
  it('is short of the power iteration of the full matrix by at most epsilon times the weight of the edges', () => {
    const precise = fc.constantFrom(1e-2, 1e-4, 1e-9);
    fc.assert(
      fc.property(edges, reset, fc.constantFrom(0, 0.5, 0.85), precise, (list, start, damping, epsilon) => {
        const graph = graphOf(list);
        const ranks = pageRank(graph, Float64Array.from(start), { damping, epsilon });
        const degrees = Array.from({ length: nodes }, (_, node) =>
          graph.weights?.subarray(graph.offsets[node], graph.offsets[node + 1]).reduce((sum, weight) => sum + weight, 0),
        );
        const isWhole = degrees.every((degree) => (degree ?? 0) > 0);
        for (const [node, wanted] of dense(list, start, damping).entries()) {
          const missing = wanted - (ranks[node] as number);
          // What nodes without edges retain may belong to any node.
          const max = epsilon * (isWhole ? (degrees[node] as number) : nodes * 100);
          assert.ok(missing > -1e-9 && missing <= max + 1e-9, `node ${node} misses ${missing}`);
        }
      }),
    );
  });

  it('reads only what is near, however large the graph', () => {
    const count = 1_000_000;
    const offsets = Int32Array.from({ length: count + 1 }, (_, i) => (i === 0 ? 0 : i === count ? 2 * count - 2 : 2 * i - 1));
    let reads = 0;
    // A path: node i has the neighbours i - 1 and i + 1.
    const targets = new Proxy(new Int32Array(0), {
      get(_, entry) {
        reads++;
        const i = Number(entry);
        return i % 2 === 0 ? i / 2 + 1 : (i - 1) / 2;
      },
    });
    const start = new Float64Array(count);
    start[0] = 1;
    const ranks = pageRank({ offsets, targets }, start, { damping: 0.5, epsilon: 1e-6 });
    assert.ok((ranks[0] as number) > 0.5 && ranks[1000] === 0);
    assert.ok(reads > 0 && reads < 1000, `${reads} reads`);
  });

  it('treats edges without weights as equal', () => {
    const { offsets, targets } = graphOf([
      [0, 1, 1],
      [1, 2, 1],
    ]);
    const start = Float64Array.from({ length: nodes }, (_, i) => (i === 0 ? 1 : 0));
    const weights = new Float64Array(targets.length).fill(1);
    assert.deepEqual(
      pageRank({ offsets, targets }, start, { damping: 0.5 }),
      pageRank({ offsets, targets, weights }, start, { damping: 0.5 }),
    );
  });

  it('refuses an empty reset distribution', () => {
    assert.throws(() => pageRank(graphOf([]), new Float64Array(nodes), { damping: 0.5 }), /reset distribution is empty/);
  });
});
