import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coverOf, gainOf, overlapOf, scaleOf, sharedCover } from '../../../../../src/engine/retrieval/steps/mesh/cover.ts';
import type { Hits } from '../../../../../src/engine/retrieval/systems/bm25.ts';

/** Each chunk's part of the score by term; the best chunk has 4. */
const parts: readonly (readonly number[])[] = [
  [2, 2, 0],
  [0, 1, 1],
  [2, 2, 0],
  [0, 0, 2],
  [0, 0, 0],
];
const hits = {
  best: 4,
  terms: [{}, {}, {}],
  of: (chunk: number) => (parts[chunk] ?? []).flatMap((part, t) => (part > 0 ? [{ t, part }] : [])),
} as unknown as Hits;

test('the best score is scaled to 1', () => {
  assert.equal(scaleOf(hits), 0.25);
  assert.equal(scaleOf({ best: 0 } as Hits), 0);
  assert.deepEqual([...coverOf(hits, 0)], [0.5, 0.5, 0]);
});

test('what a chunk covers beyond another, what both cover, and its share', () => {
  const cases: readonly [a: number, b: number, gain: number, both: number, share: number][] = [
    [0, 2, 0, 1, 1],
    [1, 0, 0.25, 0.25, 0.25 / 1.25],
    [0, 1, 0.75, 0.25, 0.25 / 1.25],
    [3, 0, 0.5, 0, 0],
    [4, 4, 0, 0, 0],
  ];
  for (const [a, b, gain, both, share] of cases) {
    const covered = coverOf(hits, b);
    assert.deepEqual(
      [gainOf(hits, a, covered), overlapOf(hits, a, covered), sharedCover(hits, a, b)],
      [gain, both, share],
      `${a} and ${b}`,
    );
  }
});
