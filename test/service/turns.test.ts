import assert from 'node:assert/strict';
import { test } from 'node:test';
import { untilAborted } from '../../src/service/turns.ts';

test('untilAborted() gives what comes first', async () => {
  const reason = new Error('enough');
  const ending = new AbortController();
  assert.equal(await untilAborted(Promise.resolve(1), ending.signal), 1);
  const waiting = untilAborted(new Promise(() => undefined), ending.signal);
  ending.abort(reason);
  await assert.rejects(waiting, reason);
});

test('a failure after the end is nobody’s, and ends no program', async (t) => {
  const unhandled: unknown[] = [];
  const note = (error: unknown): void => void unhandled.push(error);
  process.on('unhandledRejection', note);
  t.after(() => process.off('unhandledRejection', note));
  const reason = new Error('enough');
  await assert.rejects(untilAborted(Promise.reject(new Error('too late')), AbortSignal.abort(reason)), reason);
  await new Promise((resolve) => setTimeout(resolve, 10));
  assert.deepEqual(unhandled, []);
});
