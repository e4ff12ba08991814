import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runWithin, TimeLimitError } from '../../../src/service/scheduling/timeLimit.ts';

test('runWithin() returns what the run returns, or throws what it throws', () => {
  assert.equal(
    runWithin(1000, () => 7),
    7,
  );
  const error = new Error('its own');
  assert.throws(
    () =>
      runWithin(1000, () => {
        throw error;
      }),
    error,
  );
});

test('runWithin() stops a loop and a regular expression', () => {
  const endless = (): never => {
    for (;;);
  };
  assert.throws(() => runWithin(50, endless), TimeLimitError);
  assert.throws(() => runWithin(50, () => /^(a+)+$/.test(`${'a'.repeat(60)}b`)), TimeLimitError);
  assert.equal(
    runWithin(1000, () => 'works again'),
    'works again',
  );
});
