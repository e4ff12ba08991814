import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dot, normalize } from '../../../src/engine/retrieval/modelSources/embedder.ts';
import { buildHnsw, type Hnsw, hnswDefaults, searchHnsw } from '../../../src/systems/algorithms/hnsw.ts';
import { randomNumbers } from '../../support/randomEdits.ts';

const noPause = async (): Promise<void> => undefined;

function randomVectors(count: number, size: number, seed: number): readonly Float32Array[] {
  const random = randomNumbers(seed);
  return Array.from({ length: count }, () => normalize(Float32Array.from({ length: size }, () => random() - 0.5)));
}

/** By comparing with all vectors. */
function nearestOf(vectors: readonly Float32Array[], query: Float32Array, limit: number): readonly number[] {
  const all = vectors.map((vector, node) => ({ node, similarity: dot(query, vector) }));
  return all
    .sort((a, b) => b.similarity - a.similarity || a.node - b.node)
    .slice(0, limit)
    .map(({ node }) => node);
}

function reachedFrom({ entry, layers }: Hnsw): ReadonlySet<number> {
  const reached = new Set([entry]);
  for (const node of reached) for (const other of layers[0]?.[node] ?? []) reached.add(other);
  return reached;
}

describe('a navigable small world', () => {
  it('finds nearly all of the ten nearest of 2,000 vectors by comparing only some of them', async () => {
    const vectors = randomVectors(2000, 24, 7);
    const graph = await buildHnsw(vectors, noPause);
    assert.ok(graph.layers.length > 1);
    assert.equal(reachedFrom(graph).size, 2000);
    let found = 0;
    for (const query of randomVectors(100, 24, 8)) {
      const near = new Set(nearestOf(vectors, query, 10));
      found += searchHnsw(graph, vectors, query, 10, 100).filter(({ node }) => near.has(node)).length;
    }
    assert.ok(found >= 950, `${found} of 1000`);
  });

  it('is equal for equal vectors, with links in both directions', async () => {
    const vectors = randomVectors(300, 8, 9);
    const [one, other] = [await buildHnsw(vectors, noPause), await buildHnsw(vectors, noPause)];
    assert.deepEqual(one, other);
    one.layers[0]?.forEach((row, node) => {
      for (const to of row) assert.ok(one.layers[0]?.[to]?.includes(node));
    });
    one.layers.slice(1).forEach((rows) => {
      for (const row of rows) assert.ok(row.length <= hnswDefaults.links);
    });
  });

  it('accepts no vectors, one, equal ones and empty ones', async () => {
    const nothing = await buildHnsw([], noPause);
    assert.deepEqual(searchHnsw(nothing, [], Float32Array.of(1, 0), 3), []);
    const one = [Float32Array.of(1, 0)];
    assert.deepEqual(searchHnsw(await buildHnsw(one, noPause), one, Float32Array.of(1, 0), 3), [{ node: 0, similarity: 1 }]);
    const equal = Array.from({ length: 80 }, (_, i) => (i % 2 === 0 ? Float32Array.of(1, 0) : Float32Array.of(0, 0)));
    const graph = await buildHnsw(equal, noPause);
    const found = searchHnsw(graph, equal, Float32Array.of(1, 0), 5, 80);
    assert.deepEqual(
      found.map(({ similarity }) => similarity),
      [1, 1, 1, 1, 1],
    );
  });

  it('stops when `yieldThread` throws', async () => {
    const stop = buildHnsw(randomVectors(10, 2, 1), () => Promise.reject(new Error('enough')));
    await assert.rejects(stop, /enough/);
  });
});
