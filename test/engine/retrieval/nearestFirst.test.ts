import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestFirst } from '../../../src/engine/retrieval/nearestFirst.ts';

test('names that may have been meant come first, the nearest first; the others keep their order', () => {
  const names = ['mesh', 'bm25', 'unweaver', 'unweaver-ppr', 'multi-semantic'];
  assert.deepEqual(nearestFirst(names, 'unweavr-ppr'), ['unweaver-ppr', 'mesh', 'bm25', 'unweaver', 'multi-semantic']);
  assert.deepEqual(nearestFirst(names, 'UnWeaver'), ['unweaver', 'unweaver-ppr', 'mesh', 'bm25', 'multi-semantic']);
  assert.deepEqual(nearestFirst(names, 'multisemantic')[0], 'multi-semantic');
  for (const far of ['', 'oracle', 'x'.repeat(100_000)]) assert.deepEqual(nearestFirst(names, far), names);
  assert.deepEqual(nearestFirst([], 'mesh'), []);
});
