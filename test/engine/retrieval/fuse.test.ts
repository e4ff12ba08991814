import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fuse } from '../../../src/engine/retrieval/fuse.ts';
import type { Ranking } from '../../../src/engine/retrieval/ranking.ts';

const ranking = (...chunks: number[]): Ranking => ({
  results: chunks.map((chunk, i) => ({ chunk, score: 9 - i, evidence: [{ kind: `of ${chunk}`, keys: [] }] })),
  unknownTerms: ['tarn'],
});

test('what several rankings hold comes first; evidence and ties are those of the first', () => {
  const { results, unknownTerms } = fuse([ranking(1, 2, 3), ranking(3, 4)], 3);
  assert.deepEqual(
    results.map(({ chunk }) => chunk),
    [3, 1, 2],
  );
  assert.equal(results[0]?.score, 1 / 63 + 1 / 61);
  assert.deepEqual(results[0]?.evidence, [{ kind: 'of 3', keys: [] }]);
  assert.deepEqual(unknownTerms, ['tarn']);
  assert.deepEqual(fuse([], 3).results, []);
});
