import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UpdateQueue, type UpdateWork } from '../../../../src/service/folder/update/updateQueue.ts';

test('requests during a run become one run after it', async () => {
  const runs: (string[] | 'all')[] = [];
  let open: () => void = () => undefined;
  const first = new Promise<void>((resolve) => {
    open = resolve;
  });
  const queue = new UpdateQueue(async ({ paths, everything }: UpdateWork) => {
    runs.push(everything ? 'all' : [...paths]);
    if (runs.length === 1) await first;
  });
  const started = queue.request(['a']);
  await Promise.resolve();
  await Promise.resolve();
  await Promise.resolve();
  const later = [queue.request(['b']), queue.request(['c', 'b']), queue.request()];
  assert.equal(queue.isBusy, true);
  open();
  await Promise.all([started, ...later, queue.idle()]);
  assert.deepEqual(runs, [['a'], 'all']);
  assert.equal(queue.isBusy, false);
});

test('a failed run does not stop the next', async () => {
  let count = 0;
  const queue = new UpdateQueue(async () => {
    if (count++ === 0) throw new Error('first');
  });
  await assert.rejects(queue.request(['a']), /first/);
  await queue.request(['b']);
  assert.equal(count, 2);
});
