import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { distinct } from '../../../src/engine/util/uniqueIds.ts';

test('the distinct numbers of some lists in order, whether they are few or many of the possible ones', () => {
  for (const limit of [20, 100_000])
    fc.assert(
      fc.property(fc.array(fc.array(fc.nat(limit - 1), { maxLength: 30 }), { maxLength: 5 }), (lists) => {
        const expected = [...new Set(lists.flat())].sort((a, b) => a - b);
        assert.deepEqual(
          [
            ...distinct(
              lists.map((list) => Int32Array.from(list)),
              limit,
            ),
          ],
          expected,
        );
      }),
    );
  assert.deepEqual([...distinct([Int32Array.of(0, 0), Int32Array.of(0)], 1_000)], [0]);
});
