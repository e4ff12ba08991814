/** How a run over many things ends. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { workOff } from '../../../src/systems/enrich/modelRun.ts';

test('after an error in one thing, no other is begun', async () => {
  const begun: number[] = [];
  const work = async (item: number): Promise<boolean> => {
    begun.push(item);
    await setImmediate();
    if (item === 2) throw new Error('unreadable');
    return true;
  };
  await assert.rejects(
    workOff(Array(40).keys(), () => false, work),
    /unreadable/,
  );
  const atTheEnd = begun.length;
  await setImmediate();
  await setImmediate();
  assert.deepEqual([begun.length, begun.length < 10], [atTheEnd, true]);
});
