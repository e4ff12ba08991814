import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { paced } from '../../src/extension/inline/paced.ts';

test('paced() draws at once, then at most so often, the last state always', async () => {
  const drawn: { state: number; atMs: number }[] = [];
  let state = 0;
  const pace = paced(() => drawn.push({ state, atMs: performance.now() }), 40);
  for (state = 1; state <= 30; state++) {
    pace.draw();
    await sleep(5);
  }
  state = 30;
  await sleep(60);
  assert.equal(drawn[0]?.state, 1);
  assert.equal(drawn.at(-1)?.state, 30);
  for (let i = 1; i < drawn.length; i++) assert.ok(drawn[i]!.atMs - drawn[i - 1]!.atMs >= 39);
});

test('paced() draws nothing after it was stopped', async () => {
  let count = 0;
  const pace = paced(() => count++, 10);
  pace.draw();
  pace.draw();
  pace.stop();
  const before = count;
  pace.draw();
  await sleep(30);
  assert.equal(count, before);
});
