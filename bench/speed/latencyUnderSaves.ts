/**
 * Latency of questions while files are saved: the real language server over IPC, a folder of some thousands of files. Each question comes a
 * moment after the previous answer, with saves and without; without them before and after, since the machine may have other load.
 *
 * `node bench/speed/latencyUnderSaves.ts [--files 4000] [--seconds 30] [--saves 50] [--pause 50] [--profile DIR]`
 */

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { serverArguments } from '../../src/extension/client/serverArguments.ts';
import { asked, type Latency, latencyOf, saving } from '../../test/server/latency.ts';
import { startLspClient } from '../../test/server/lspClient.ts';
import { savedFolder } from '../../test/support/savedFolder.ts';

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '4000' },
    seconds: { type: 'string', default: '30' },
    /** Per second. */
    saves: { type: 'string', default: '50' },
    /** Milliseconds between an answer and the next question. */
    pause: { type: 'string', default: '50' },
    /** Folder for the server's CPU profile. */
    profile: { type: 'string' },
  },
});
const [files, seconds, saves, pause] = [values.files, values.seconds, values.saves, values.pause].map(Number) as [
  number,
  number,
  number,
  number,
];
const profiling = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${path.resolve(values.profile)}`];

const tempDir = fs.mkdtempSync(path.join(os.tmpdir(), 'meshrag-saves-'));
const root = path.join(tempDir, 'folder');
const client = await startLspClient({
  transport: 'ipc',
  nodeArguments: [...serverArguments, ...profiling],
});
try {
  const folder = savedFolder(root, files);
  const { folders } = await client.configure([root], { indexDirectory: path.join(tempDir, 'index.index'), patienceMs: 300_000 });
  console.log(`${folders[0]?.files} files, ${folders[0]?.chunks} chunks; ${saves} saves a second; load ${os.loadavg()[0]?.toFixed(1)}`);
  await asked(client, folder, 3, pause);
  const before = await asked(client, folder, seconds / 2, pause);
  const stop = saving(client, folder, saves);
  const during = await asked(client, folder, seconds, pause);
  console.log(`${stop()} saves in ${seconds} s`);
  await sleep(3000);
  const after = await asked(client, folder, seconds / 2, pause);
  const without = latencyOf([...before, ...after]);
  const under = latencyOf(during);
  print('without saves', without);
  print('with saves', under);
  console.log(
    `p99 with saves is ${(under.p99 / without.p99).toFixed(1)} times that without; the longest is ${Math.round(under.max - without.max)} ms beyond; load ${os.loadavg()[0]?.toFixed(1)}`,
  );
} finally {
  await client.stop();
  fs.rmSync(tempDir, { recursive: true, force: true });
}

function print(what: string, { p50, p95, p99, max, count }: Latency): void {
  const [a, b, c, d] = [p50, p95, p99, max].map((ms) => `${ms.toFixed(1)} ms`.padStart(10));
  console.log(`${what.padEnd(14)} p50 ${a}  p95 ${b}  p99 ${c}  longest ${d}  of ${count}`);
}
