import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as metrics from '../../../src/cli/evaluation/metrics.ts';

const judged = (gold: string, found: string) => ({ id: '', gold: [...gold], found: [...found], ms: 0 });

test('recall, reciprocal rank and NDCG of a ranking', () => {
  const cases: readonly (readonly [gold: string, found: string, recallAt2: number, rank: number, ndcg: number])[] = [
    ['ab', 'abc', 1, 1, 1],
    ['ab', 'acb', 0.5, 1, (1 + 1 / 2) / (1 + 1 / Math.log2(3))],
    ['b', 'cab', 0, 1 / 3, 1 / 2],
    ['z', 'abc', 0, 0, 0],
    ['ab', '', 0, 0, 0],
  ];
  for (const [gold, found, recall, rank, ndcg] of cases) {
    const one = judged(gold, found);
    assert.deepEqual(
      [metrics.recallAt(one, 2), metrics.reciprocalRank(one), metrics.ndcg10(one)],
      [recall, rank, ndcg],
      `${gold} ${found}`,
    );
  }
});

test('NDCG counts the first ten, of what is found and of what is relevant', () => {
  const eleven = 'abcdefghijk';
  assert.equal(metrics.ndcg10(judged(eleven, eleven)), 1);
  assert.equal(metrics.ndcg10(judged('k', eleven)), 0);
  assert.ok(metrics.ndcg10(judged('j', eleven)) > 0);
});

test('means, percentiles and rounding', () => {
  assert.deepEqual([metrics.mean([]), metrics.mean([1, 2, 6])], [0, 3]);
  const hundred = Array.from({ length: 100 }, (_, i) => 100 - i);
  assert.deepEqual(
    [0, 0.5, 0.95, 1].map((p) => metrics.percentile(hundred, p)),
    [1, 51, 96, 100],
  );
  assert.equal(metrics.percentile([], 0.5), 0);
  assert.deepEqual([metrics.rounded(0.123456), metrics.rounded(0.125, 2)], [0.1235, 0.13]);
  assert.deepEqual(metrics.queryTimes(hundred.map((ms) => ({ ...judged('', ''), ms }))), { p50: 51, p95: 96 });
});

test('answers are compared without case, articles and punctuation', () => {
  assert.equal(metrics.normalized(' The  Salt-Garden, a film (1974)! '), 'salt garden film 1974');
  assert.equal(metrics.normalized('Theatre and another'), 'theatre and another');
});
