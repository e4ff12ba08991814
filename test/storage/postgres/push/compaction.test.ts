/** Which segments of a commit are written again, without what is deleted. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { segmentsToMerge } from '../../../../src/storage/postgres/push/compaction.ts';

const own = 1;
/** Each as [chunks, deleted chunks]; `others` are ids of another repository's. */
function chosen(sizes: readonly (readonly [number, number])[], { maxChunks = 1_000_000, others = [] as readonly number[] } = {}): number[] {
  const segments = sizes.map(([chunkCount, dead], id) => ({
    id,
    repository: others.includes(id) ? own + 1 : own,
    chunkCount,
    tombstones: Uint8Array.from({ length: chunkCount }, (_, at) => (at < dead ? 1 : 0)),
    deadRows: 0,
  }));
  return segmentsToMerge(segments, own, maxChunks).map(({ id }) => id);
}

test('the segment with the largest share of deleted chunks is written again, if that is over a fifth', () => {
  assert.deepEqual(chosen([[1000, 200]]), []);
  assert.deepEqual(chosen([[1000, 201]]), [0]);
  // The order of the commit and of sizes decides nothing.
  assert.deepEqual(
    chosen([
      [100_000, 30_000],
      [1000, 500],
    ]),
    [1],
  );
  assert.deepEqual(
    chosen([
      [1000, 300],
      [100_000, 60_000],
    ]).slice(0, 1),
    [1],
  );
});

test('the smallest of the repository are written as one, and those of another only for what is deleted', () => {
  assert.deepEqual(
    chosen([
      [10_000, 0],
      [10, 0],
      [20, 0],
    ]),
    [1, 2],
  );
  assert.deepEqual(
    chosen(
      [
        [10, 0],
        [20, 0],
      ],
      { others: [1] },
    ),
    [],
  );
  assert.deepEqual(
    chosen(
      [
        [10, 0],
        [20, 10],
      ],
      { others: [1] },
    ),
    [1, 0],
  );
  assert.deepEqual(
    chosen(
      [
        [10, 0],
        [20, 0],
      ],
      { maxChunks: 29 },
    ),
    [],
  );
});
