/** Saves do not delay questions. `bench/speed/latencyUnderSaves.ts` measures it with more files and for longer. */

import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { assertUnder } from '../support/quick.ts';
import { savedFolder } from '../support/savedFolder.ts';
import { workFolder } from '../support/workFolder.ts';
import { asked, latencyOf, saving } from './latency.ts';
import { startLspClient } from './lspClient.ts';

const pauseMs = 20;

test('with 50 saves a second, answers take at most four times as long as without, and a second more', async (t) => {
  const { root, parent } = workFolder(t);
  const folder = savedFolder(root, 600);
  const client = await startLspClient({ transport: 'ipc' });
  t.after(() => client.stop());
  await client.configure([root], { indexDirectory: path.join(parent, 'index.index'), patienceMs: 120_000 });
  await asked(client, folder, 2, pauseMs);
  await assertUnder(1000, 'beyond four times the time without saves', async () => {
    const before = await asked(client, folder, 2, pauseMs);
    const stop = saving(client, folder, 50);
    const during = await asked(client, folder, 4, pauseMs);
    stop();
    await sleep(1000);
    const without = latencyOf([...before, ...(await asked(client, folder, 2, pauseMs))]);
    const { p99, max } = latencyOf(during);
    return Math.max(p99 - without.p99 * 4, max - without.max * 4);
  });
});
