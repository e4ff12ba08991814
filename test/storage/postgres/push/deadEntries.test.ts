import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CommitSegment } from '../../../../src/storage/postgres/commit.ts';
import { deadToMerge } from '../../../../src/storage/postgres/push/deadEntries.ts';

/** The rows of those that are merged. */
const merged = (...rows: readonly number[]) =>
  deadToMerge(rows.map((deadRows, id) => ({ id, deadRows }) as CommitSegment)).map(({ deadRows }) => deadRows);

test('segments of counts are merged with those of similar size, the smallest first', () => {
  assert.deepEqual(merged(10, 0, 10, 0), [10, 10]);
  assert.deepEqual(merged(30, 10, 20), [10, 20, 30]);
  assert.deepEqual(merged(1000, 10, 0, 10), [10, 10], 'a much larger one is left');
});

test('a single one is left as it is, and so are segments of passages', () => {
  assert.deepEqual([merged(10), merged(0, 0), merged(1, 100), merged()], [[], [], [], []]);
});
