import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { positionOf } from '../../../src/engine/util/sorted.ts';

test('a number is found in a list, or -1 where it would be', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(30)), fc.integer({ min: -1, max: 31 }), (numbers, wanted) => {
      const list = Int32Array.from(numbers).sort();
      assert.equal(positionOf(list, wanted), list.indexOf(wanted));
    }),
  );
});
