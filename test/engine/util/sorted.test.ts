import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { lowerBound, positionOf } from '../../../src/engine/util/sorted.ts';

test('a number is found in the part of a list that is searched, or the place where it would be', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(30)), fc.integer({ min: -1, max: 31 }), fc.nat(40), (numbers, wanted, drawn) => {
      const list = Int32Array.from(numbers).sort();
      const end = Math.min(drawn, list.length);
      const part = list.subarray(0, end);
      assert.equal(lowerBound(list, wanted, end), part.filter((one) => one < wanted).length);
      assert.equal(positionOf(list, wanted, end), part.indexOf(wanted));
      assert.equal(positionOf(list, wanted), list.indexOf(wanted));
    }),
  );
});
