import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertLinear } from './quick.ts';

/** About a nanosecond a step. */
function take(steps: number): number {
  let sum = 0;
  for (let step = 0; step < steps; step++) sum = (sum + step) % 7919;
  return sum;
}

test('linear work passes, and quadratic work is refused, also beside some that is linear', async () => {
  await assertLinear('linear', 7_000, (size) => take(5_000 * size));
  const quadratic = assertLinear('quadratic', 7_000, (size) => take(size ** 2 + 1_000 * size));
  await assert.rejects(quadratic, /quadratic: \d+ ms of CPU time for 7000, \d+ ms for half of it/);
});

test('what is over in a moment is not measured', async () => {
  await assertLinear('quadratic', 100, (size) => take(size ** 2));
});
