import assert from 'node:assert/strict';
import { test } from 'node:test';
import { taskThread } from '../../../src/service/scheduling/taskThread.ts';
import { buildLevels, levelsApart } from '../../../src/systems/hug/levels.ts';
import type { NodeKeys } from '../../../src/systems/hug/structure.ts';
import { randomNumbers } from '../../support/randomEdits.ts';

/** Keys of two to nine nodes that are near each other. */
function randomKeys(count: number, nodeCount: number): NodeKeys {
  const random = randomNumbers(count);
  const rows = Array.from({ length: count }, () => {
    const first = Math.floor(random() * nodeCount);
    return [...new Set(Array.from({ length: 2 + Math.floor(random() * 8) }, () => Math.floor(first + random() * 40) % nodeCount))].sort(
      (a, b) => a - b,
    );
  });
  let end = 0;
  return {
    nodeCount,
    offsets: Int32Array.from([0, ...rows.map(({ length }) => (end += length))]),
    nodes: Int32Array.from(rows.flat()),
    links: Int32Array.from(rows.flatMap((row, key) => row.map((node) => 2 * key + (node % 2)))),
    sizes: Int32Array.from(rows, ({ length }) => length),
    weights: Float64Array.from(rows, ({ length }) => 1 / length),
  };
}

const yieldThread = async () => undefined;

test('levels from a worker equal those built here, and are not built in this thread', async () => {
  const keys = randomKeys(10_000, 4000);
  const wanted = await buildLevels({ keys: keys, maxModule: 30 }, yieldThread);
  const before = process.threadCpuUsage();
  const found = await levelsApart({ keys: keys, maxModule: 30 }, yieldThread, taskThread);
  const { user } = process.threadCpuUsage(before);
  assert.deepEqual(found, wanted);
  assert.ok(new Set(found.leafOf).size > 100);
  const start = process.threadCpuUsage();
  await buildLevels({ keys: keys, maxModule: 30 }, yieldThread);
  assert.ok(user < process.threadCpuUsage(start).user, `${user} microseconds in this thread`);
});

test('a worker ends when its question is cancelled, and few entries need no worker', async () => {
  const stop = new AbortController();
  const building = levelsApart({ keys: randomKeys(30_000, 20_000), maxModule: 30 }, async () => stop.signal.throwIfAborted(), taskThread);
  stop.abort(new Error('enough'));
  await assert.rejects(building, /enough/);
  const few = randomKeys(20, 50);
  assert.deepEqual(
    await levelsApart({ keys: few, maxModule: 30 }, yieldThread, taskThread),
    await buildLevels({ keys: few, maxModule: 30 }, yieldThread),
  );
});
