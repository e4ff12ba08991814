import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Graph } from '../../../src/systems/algorithms/graph.ts';
import { communityTree, leiden, modularity } from '../../../src/systems/algorithms/leiden.ts';

/** A graph, from the neighbours of each node with the weights of the edges. */
function graphOfRows(rows: readonly ReadonlyMap<number, number>[]): Required<Graph> {
  const offsets = new Int32Array(rows.length + 1);
  rows.forEach((row, node) => {
    offsets[node + 1] = (offsets[node] as number) + row.size;
  });
  const targets = new Int32Array(offsets[rows.length] as number);
  const weights = new Float64Array(targets.length);
  let at = 0;
  for (const row of rows)
    for (const [target, weight] of row) {
      targets[at] = target;
      weights[at++] = weight;
    }
  return { offsets, targets, weights };
}

type Edge = readonly [number, number, number?];

function graphOf(count: number, edges: Iterable<Edge>): Required<Graph> {
  const rows = Array.from({ length: count }, () => new Map<number, number>());
  for (const [a, b, weight = 1] of edges) {
    rows[a]?.set(b, weight);
    rows[b]?.set(a, weight);
  }
  return graphOfRows(rows);
}

/** Zachary's karate club: 34 members, 78 friendships; the neighbours after each member. */
const karate: readonly Edge[] = [
  '1 2 3 4 5 6 7 8 10 11 12 13 17 19 21 31',
  '2 3 7 13 17 19 21 30',
  '3 7 8 9 13 27 28 32',
  '7 12 13',
  '6 10',
  '6 10 16',
  '16',
  '',
  '30 32 33',
  '33',
  ...['', '', '', '33', '32 33', '32 33', '', '', '32 33', '33', '32 33', '', '32 33'],
  ...['25 27 29 32 33', '25 27 31', '31', '29 33', '33', '31 33', '32 33', '32 33', '32 33', '33'],
].flatMap((row, from) => row.split(' ').flatMap((to): Edge[] => (to === '' ? [] : [[from, Number(to)]])));

/** 24 cliques of five in a ring. */
const ring = Array.from({ length: 24 }, (_, c): Edge[] => {
  const pairs = [0, 1, 2, 3, 4].flatMap((i) => [0, 1, 2, 3, 4].filter((j) => j < i).map((j): Edge => [c * 5 + i, c * 5 + j]));
  return [...pairs, [c * 5, ((c + 1) % 24) * 5 + 1]];
}).flat();

/** 200 nodes in eight groups: most edges are within a group. */
const planted: readonly Edge[] = Array.from({ length: 200 }, (_, j) =>
  Array.from({ length: j }, (_, i): Edge => [i, j]).filter(([a, b]) => {
    const drawn = Number((BigInt(a * 7919 + b * 104729) * 2654435761n) % 2n ** 32n) / 2 ** 32;
    return drawn < (a % 8 === b % 8 ? 0.3 : 0.02);
  }),
).flat();

const size = 14;
const anyEdges = fc.uniqueArray(
  fc.tuple(fc.nat(size - 1), fc.nat(size - 1), fc.integer({ min: 1, max: 9 })).filter(([a, b]) => a < b),
  {
    selector: ([a, b]) => `${a} ${b}`,
    maxLength: 40,
  },
);

/** Whether each community is connected. */
function areConnected({ offsets, targets }: Graph, communities: ArrayLike<number>): boolean {
  return [...new Set(Array.from(communities))].every((one) => {
    const members = [...Array(communities.length).keys()].filter((node) => communities[node] === one);
    const seen = new Set([members[0] as number]);
    for (const node of seen)
      for (const target of targets.subarray(offsets[node], offsets[node + 1])) if (communities[target] === one) seen.add(target);
    return seen.size === members.length;
  });
}

describe('leiden()', () => {
  // Of ten runs each of igraph 1.0.0, `community_leiden(objective_function='modularity', n_iterations=-1)`.
  for (const [name, count, edges, wanted] of [
    ['the karate club', 34, karate, 0.41978],
    ['a ring of cliques', 120, ring, 0.87089],
    ['planted groups', 200, planted, 0.54688],
  ] as const)
    it(`reaches the modularity of a public implementation on ${name}`, () => {
      const graph = graphOf(count, edges);
      assert.ok(modularity(graph, leiden(graph)) >= wanted, String(modularity(graph, leiden(graph))));
    });

  it('finds connected communities that are no worse than single nodes or one community of all', () => {
    fc.assert(
      fc.property(anyEdges, fc.constantFrom(0.3, 1, 2), (edges, resolution) => {
        const graph = graphOf(size, edges);
        const found = leiden(graph, { resolution });
        assert.ok(areConnected(graph, found));
        const quality = modularity(graph, found, resolution);
        for (const other of [Int32Array.from({ length: size }, (_, node) => node), new Int32Array(size)])
          if (areConnected(graph, other)) assert.ok(quality >= modularity(graph, other, resolution) - 1e-9);
        assert.deepEqual(leiden(graph, { resolution }), found);
      }),
      { numRuns: 1000 },
    );
  });

  it('gains nothing by moving a single node', () => {
    const graph = graphOf(34, karate);
    const found = leiden(graph);
    const best = modularity(graph, found);
    for (let node = 0; node < 34; node++)
      for (const community of new Set(found)) {
        const moved = found.slice();
        moved[node] = community;
        assert.ok(modularity(graph, moved) <= best + 1e-9);
      }
  });

  it('leaves nodes without edges alone, and takes a hub with its leaves', () => {
    assert.deepEqual([...leiden(graphOf(3, []))], [0, 1, 2]);
    assert.deepEqual([...leiden(graphOf(0, []))], []);
    assert.equal(
      new Set(
        leiden(
          graphOf(
            9,
            [1, 2, 3, 4, 5, 6, 7, 8].map((leaf): Edge => [0, leaf]),
          ),
        ),
      ).size,
      1,
    );
  });
});

describe('modularity()', () => {
  it('is what the definition gives by hand', () => {
    // Two triangles with a bridge: 7 edges, 6 inside, degrees 7 and 7 of 14.
    const graph = graphOf(6, [
      [0, 1],
      [0, 2],
      [1, 2],
      [2, 3],
      [3, 4],
      [3, 5],
      [4, 5],
    ]);
    assert.ok(Math.abs(modularity(graph, [0, 0, 0, 1, 1, 1]) - (6 / 7 - 0.5)) < 1e-12);
    assert.deepEqual([...leiden(graph)], [0, 0, 0, 1, 1, 1]);
    assert.equal(modularity(graphOf(2, []), [0, 1]), 0);
  });
});

const yieldThread = async () => {};

describe('communityTree()', () => {
  it('splits large communities into connected ones, parents first', async () => {
    await fc.assert(
      fc.asyncProperty(anyEdges, fc.integer({ min: 1, max: 6 }), async (edges, maxSize) => {
        const graph = graphOf(size, edges);
        const { parents, leafOf } = await communityTree(graph, maxSize, yieldThread);
        assert.ok(parents.every((parent, one) => parent < one));
        assert.ok(leafOf.every((leaf) => leaf >= 0 && !parents.includes(leaf)));
        let level = leafOf;
        while (level.some((one) => one >= 0)) {
          assert.ok(
            areConnected(
              graph,
              level.map((one, node) => (one < 0 ? parents.length + node : one)),
            ),
          );
          level = level.map((one) => (one < 0 ? -1 : (parents[one] as number)));
        }
      }),
    );
    const { parents, leafOf } = await communityTree(graphOf(120, ring), 5, yieldThread);
    assert.equal(new Set(leafOf).size, 24);
    assert.ok(parents.some((parent) => parent >= 0));
  });

  it('stops where `yieldThread` throws', async () => {
    const stop = async () => {
      throw new Error('enough');
    };
    await assert.rejects(communityTree(graphOf(120, ring), 5, stop), /enough/);
  });

  it('is empty for no nodes', async () => {
    assert.deepEqual(await communityTree(graphOf(0, []), 3, yieldThread), { parents: new Int32Array(0), leafOf: new Int32Array(0) });
  });
});
