import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closure, shortUnits, type Unit } from '../../../../../src/engine/answer/brief/units/unit.ts';

const unit = (first: number, last: number, needs: readonly number[] = [], below?: number): Unit => ({
  ...{ first, last, kind: 'code', needs, scope: [0, 100], subject: [] },
  ...(below === undefined ? {} : { below }),
});

test('a unit comes with what it needs, and with what it is below in the same section', () => {
  const units = [unit(0, 0), unit(1, 1, [0]), unit(2, 2, [1, 4]), unit(3, 3, [], 1), unit(4, 4)];
  const closed = (kept: readonly number[], firstLine = 0, max?: number) => [...closure(units, kept, firstLine, max)].sort();
  assert.deepEqual(closed([0]), [0]);
  assert.deepEqual(closed([2]), [0, 1, 2, 4]);
  assert.deepEqual(closed([3]), [0, 1, 3]);
  assert.deepEqual(closed([3], 1), [0, 1, 3]);
  assert.deepEqual(closed([3], 2), [3]);
  assert.deepEqual(closed([0, 4]), [0, 4]);
  assert.equal(closed([2], 0, 1).length, 2, 'it ends with more than the maximum');
});

test('a unit of more than twenty lines is split into parts of about equal height; what it needs and what needs it stays right', () => {
  const whole = [unit(0, 19), unit(20, 20, [0])];
  assert.equal(shortUnits(whole), whole);
  const parts = shortUnits([unit(0, 0), unit(1, 21, [0]), unit(22, 22, [1]), unit(23, 23, [2], 1)]);
  assert.deepEqual(
    parts.map(({ first, last, needs, below }) => [first, last, needs, below]),
    [
      [0, 0, [], undefined],
      [1, 11, [0], undefined],
      [12, 21, [0], undefined],
      [22, 22, [1], undefined],
      [23, 23, [3], 1],
    ],
  );
  assert.deepEqual(
    shortUnits([unit(0, 40)]).map(({ first, last }) => last - first + 1),
    [14, 14, 13],
  );
});
