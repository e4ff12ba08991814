import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finish, finishYielding, type Steps } from '../../../src/engine/util/steps.ts';

function* counted(log: string[]): Steps<string> {
  try {
    for (let i = 0; i < 3; i++) {
      log.push(`step ${i}`);
      yield;
    }
    return 'done';
  } finally {
    log.push('closed');
  }
}

test('steps are finished at once, or with other work in between', async () => {
  const alone: string[] = [];
  assert.equal(finish(counted(alone)), 'done');
  assert.deepEqual(alone, ['step 0', 'step 1', 'step 2', 'closed']);
  const log: string[] = [];
  let turn = 0;
  const yieldThread = () => (turn++ === 1 ? Promise.resolve().then(() => void log.push('other work')) : undefined);
  assert.equal(await finishYielding(counted(log), yieldThread), 'done');
  assert.deepEqual(log, ['step 0', 'step 1', 'other work', 'step 2', 'closed']);
  assert.equal(turn, 3);
});

test('steps are closed where the other work ends them', async () => {
  const log: string[] = [];
  await assert.rejects(
    finishYielding(counted(log), () => Promise.reject(new Error('enough'))),
    /enough/,
  );
  assert.deepEqual(log, ['step 0', 'closed']);
});
