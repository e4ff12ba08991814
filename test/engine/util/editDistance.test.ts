import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editDistance } from '../../../src/engine/util/editDistance.ts';

test('insertions, deletions and replacements are counted, up to a bound', () => {
  assert.equal(editDistance('kitten', 'sitting'), 3);
  assert.equal(editDistance('', 'abc'), 3);
  assert.equal(editDistance('same', 'same'), 0);
  assert.equal(editDistance('kitten', 'sitting', 3), 3);
  assert.ok(editDistance('kitten', 'sitting', 2) > 2);
});
