/**
 * Latency of the answer without a model in the panel: the real language server over IPC, a folder of some 20,000 chunks, each question a
 * moment after the previous answer. Times the whole request, from sending the question to receiving the blocks.
 *
 * `node bench/speed/askLatency.ts [--files 3000] [--questions 200] [--pause 50]`
 */

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { serverArguments } from '../../src/extension/client/serverArguments.ts';
import { askRequest } from '../../src/protocol/server.ts';
import { latencyOf } from '../../test/server/latency.ts';
import { startLspClient } from '../../test/server/lspClient.ts';
import { savedFolder } from '../../test/support/savedFolder.ts';
import { countOf, runProgram } from '../quality/options.ts';

const usage = `node bench/speed/askLatency.ts [--files 3000] [--questions 200] [--pause 50]

  --files N      files of the folder
  --questions N  after twenty that are not counted
  --pause MS     between an answer and the next question`;
const warmUp = 20;

await runProgram(usage, async () => {
  const { values } = parseArgs({
    options: {
      files: { type: 'string', default: '3000' },
      questions: { type: 'string', default: '200' },
      pause: { type: 'string', default: '50' },
    },
  });
  const questions = countOf('--questions', values.questions);
  const pauseMs = countOf('--pause', values.pause);
  const tempDir = fs.mkdtempSync(path.join(os.tmpdir(), 'meshrag-ask-'));
  const client = await startLspClient({ transport: 'ipc', nodeArguments: serverArguments });
  try {
    const root = path.join(tempDir, 'folder');
    const folder = savedFolder(root, countOf('--files', values.files));
    const { folders } = await client.configure([root], { indexDirectory: path.join(tempDir, 'index.index'), patienceMs: 300_000 });
    console.log(`${folders[0]?.files} files, ${folders[0]?.chunks} chunks; load ${os.loadavg()[0]?.toFixed(1)}`);
    const times: number[] = [];
    let answered = 0;
    for (let i = 0; i < warmUp + questions; i++) {
      const question = folder.question();
      const askedMs = performance.now();
      const { blocks } = await client.ask(askRequest, { question });
      if (i >= warmUp) {
        times.push(performance.now() - askedMs);
        if (blocks.length > 0) answered++;
      }
      await sleep(pauseMs);
    }
    const { p50, p95, max, count } = latencyOf(times);
    const [a, b, c] = [p50, p95, max].map((ms) => `${ms.toFixed(1)} ms`);
    console.log(`p50 ${a}, p95 ${b}, longest ${c} of ${count}, ${answered} with blocks; load ${os.loadavg()[0]?.toFixed(1)}`);
  } finally {
    await client.stop();
    fs.rmSync(tempDir, { recursive: true, force: true });
  }
});
