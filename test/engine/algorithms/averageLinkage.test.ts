import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { averageLinkage, type SimilarPair } from '../../../src/engine/algorithms/averageLinkage.ts';

/** Merges the two most similar clusters, found by comparing all, until none is similar enough. */
function bruteForce(count: number, pairs: readonly SimilarPair[], min: number): readonly (readonly number[])[] {
  const similarity = (x: readonly number[], y: readonly number[]): number =>
    pairs.reduce((sum, { a, b, similarity: one }) => {
      return (x.includes(a) && y.includes(b)) || (x.includes(b) && y.includes(a)) ? sum + one : sum;
    }, 0) /
    (x.length * y.length);
  let clusters: (readonly number[])[] = Array.from({ length: count }, (_, item) => [item]);
  for (;;) {
    let best: { x: readonly number[]; y: readonly number[]; value: number } | undefined;
    for (const x of clusters)
      for (const y of clusters.slice(clusters.indexOf(x) + 1)) {
        const value = similarity(x, y);
        if (value >= min && value > (best?.value ?? 0)) best = { x, y, value };
      }
    if (best === undefined) return clusters.filter(({ length }) => length > 1);
    const { x, y } = best;
    clusters = [...clusters.filter((one) => one !== x && one !== y), [...x, ...y]];
  }
}

const count = 9;
const anyPairs = fc
  .uniqueArray(fc.record({ a: fc.nat(count - 2), gap: fc.integer({ min: 1, max: count }), similarity: fc.integer({ min: 1, max: 64 }) }), {
    selector: ({ a, gap }) => `${a} ${a + gap}`,
    maxLength: 30,
  })
  .map((list) => list.filter(({ a, gap }) => a + gap < count).map(({ a, gap, similarity }) => ({ a, b: a + gap, similarity })));

test('the clusters are those of merging the most similar two of all, whatever the order of the pairs', () => {
  fc.assert(
    fc.property(anyPairs, fc.integer({ min: 1, max: 40 }), (pairs, min) => {
      const found = averageLinkage(count, pairs, (similarity) => similarity >= min);
      assert.deepEqual(
        found,
        averageLinkage(count, [...pairs].reverse(), (similarity) => similarity >= min),
      );
      const sorted = (clusters: readonly (readonly number[])[]): string[] => clusters.map((one) => [...one].sort().join()).sort();
      assert.deepEqual(sorted(found), sorted(bruteForce(count, pairs, min)));
    }),
  );
});

test('the caller sees the size of the cluster to be, and how many there are', () => {
  const pairs = [
    { a: 0, b: 1, similarity: 9 },
    { a: 2, b: 3, similarity: 8 },
    { a: 1, b: 2, similarity: 7 },
  ];
  const seen: number[][] = [];
  const found = averageLinkage(4, pairs, (...asked) => {
    seen.push(asked);
    return asked[1] <= 2;
  });
  assert.deepEqual(found, [
    [0, 1],
    [2, 3],
  ]);
  assert.deepEqual(seen, [
    [9, 2, 0],
    [8, 2, 1],
    [1.75, 4, 2],
  ]);
});
