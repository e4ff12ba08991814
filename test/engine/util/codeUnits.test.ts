import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copyUnits } from '../../../src/engine/util/codeUnits.ts';

test('the units of a text are copied, and whether all are ASCII is known, for short and long texts', () => {
  for (const length of [0, 1, 63, 64, 65, 5000, 9000])
    for (const last of ['', '\u007f', '\u0080', 'é', '\ud83d\ude00', '\ud83d']) {
      const text = 'ab\n'.repeat(length / 3) + last;
      const units = new Uint16Array(text.length + 1).fill(7);
      assert.equal(copyUnits(text, units), last <= '\u007f', JSON.stringify([length, last]));
      assert.deepEqual([...units], [...Array.from({ length: text.length }, (_, i) => text.charCodeAt(i)), 7]);
    }
});
