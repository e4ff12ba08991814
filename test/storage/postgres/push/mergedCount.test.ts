/** How many segments remain, whatever the sizes of pushes. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { mergedCount } from '../../../../src/storage/postgres/push/mergedCount.ts';

test('after any pushes a logarithmic number remains, and nothing is lost', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.nat(3), fc.nat(1000)), { maxLength: 200 }), (pushes) => {
      let left: number[] = [];
      let total = 0;
      for (const size of pushes) {
        total += size;
        left = [...left, size].sort((a, b) => a - b);
        const count = mergedCount(left);
        if (count > 1) left = [left.slice(0, count).reduce((sum, one) => sum + one), ...left.slice(count)].sort((a, b) => a - b);
        assert.equal(
          left.reduce((sum, one) => sum + one, 0),
          total,
        );
        assert.ok(left.length <= 2 + Math.log(Math.max(total, 1)) / Math.log(8), JSON.stringify(left));
      }
    }),
  );
  // Neither an empty nor a small one keeps others from being merged, and full ones are left.
  assert.equal(mergedCount([0, 10, 10, 10]), 4);
  assert.equal(mergedCount([1, 10, 10, 10]), 4);
  assert.equal(mergedCount([1, 10, 100]), 0);
  assert.equal(mergedCount([10, 10, 10], 0, 20), 2);
  assert.equal(mergedCount([100], 12), 0);
  assert.equal(mergedCount([100], 13), 1);
});
