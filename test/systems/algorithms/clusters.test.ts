import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { dbscan } from '../../../src/systems/algorithms/dbscan.ts';
import { kMeans, unitVector } from '../../../src/systems/algorithms/kmeans.ts';

describe('dbscan()', () => {
  const points = fc.uniqueArray(fc.nat(60), { maxLength: 25 });
  const near = (values: readonly number[], item: number): number[] =>
    values.flatMap((value, other) => (other !== item && Math.abs(value - (values[item] as number)) <= 2 ? [other] : []));
  const clustersOf = (values: readonly number[], coreSize: number) =>
    dbscan(
      values.map((_, item) => Int32Array.from(near(values, item))),
      coreSize,
    );

  it('joins cores that are reachable from each other, and no others', () => {
    fc.assert(
      fc.property(points, fc.integer({ min: 2, max: 4 }), (values, coreSize) => {
        const clusters = clustersOf(values, coreSize);
        const clusterOf = new Map(clusters.flatMap((items, c) => [...items].map((item) => [item, c] as const)));
        const isCore = (item: number): boolean => near(values, item).length + 1 >= coreSize;
        values.forEach((_, item) => {
          if (isCore(item)) {
            for (const other of near(values, item).filter(isCore)) assert.equal(clusterOf.get(other), clusterOf.get(item));
            assert.notEqual(clusterOf.get(item), undefined);
          } else {
            const cores = near(values, item)
              .filter(isCore)
              .map((core) => clusterOf.get(core));
            assert.ok(cores.length === 0 ? !clusterOf.has(item) : cores.includes(clusterOf.get(item)));
          }
        });
        const total = clusters.reduce((sum, items) => sum + items.length, 0);
        assert.equal(total, clusterOf.size);
      }),
    );
  });

  it('separates what no chain of cores connects', () => {
    const values = [0, 1, 2, 20, 21, 22, 50];
    assert.deepEqual(
      clustersOf(values, 3).map((items) => [...items]),
      [
        [0, 1, 2],
        [3, 4, 5],
      ],
    );
  });
});

describe('kMeans()', () => {
  const vector = (entries: readonly (readonly [number, number])[]) => unitVector(new Map(entries));

  it('finds two groups of directions', async () => {
    const vectors = [
      vector([[0, 1]]),
      vector([[1, 1]]),
      vector([
        [0, 5],
        [2, 1],
      ]),
      vector([
        [1, 4],
        [3, 1],
      ]),
    ];
    const clusters = await kMeans(vectors, { clusters: 2, dimensions: 4 });
    assert.deepEqual(
      clusters.map((items) => [...items]),
      [
        [0, 2],
        [1, 3],
      ],
    );
  });

  it('puts every item into one cluster', async () => {
    const entry = fc.tuple(fc.nat(7), fc.integer({ min: -5, max: 5 }));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(entry, { maxLength: 4 }), { maxLength: 20 }),
        fc.integer({ min: 1, max: 5 }),
        async (rows, count) => {
          const clusters = await kMeans(rows.map(vector), { clusters: count, dimensions: 8 });
          assert.deepEqual(
            clusters.flatMap((items) => [...items]).sort((a, b) => a - b),
            rows.map((_, i) => i),
          );
          assert.ok(clusters.length <= count);
        },
      ),
    );
  });
});
