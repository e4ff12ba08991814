/** How long an agent's first call takes in a folder that was never indexed: from an empty process with an empty cache, over the protocol. */

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { countOf, runProgram } from '../quality/options.ts';

const usage = `node bench/start/firstCall.ts --dir TREE [--cli FILE] [--runs 5]

  --dir TREE    the folder
  --cli FILE    the command line of a build (dist/cli.js)
  --runs N      how often, each with an empty cache`;

const calls = [
  { name: 'mesh_search', arguments: { question: 'Where are the settings read?' } },
  { name: 'mesh_symbol', arguments: { name: 'main' } },
  { name: 'mesh_overview', arguments: {} },
];

await runProgram(usage, async () => {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { dir: text, cli: { ...text, default: 'dist/cli.js' }, runs: { ...text, default: '5' } } });
  if (values.dir === undefined) throw new Error('--dir is missing');
  console.log('tool           started  answered  sum ms  load  answer');
  for (let run = 0; run < countOf('--runs', values.runs); run++)
    for (const call of calls) await measure(path.resolve(values.cli), path.resolve(values.dir), call);
});

async function measure(cli: string, dir: string, call: (typeof calls)[number]): Promise<void> {
  const cache = fs.mkdtempSync(path.join(os.tmpdir(), 'first-call-'));
  const started = performance.now();
  const client = new Client({ name: 'bench', version: '0' });
  const env = { ...(process.env as Record<string, string>), XDG_CACHE_HOME: cache };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [cli, 'mcp', '--dir', dir], env, stderr: 'ignore' }));
  const connected = performance.now();
  try {
    const { content } = await client.callTool(call, undefined, { timeout: 600_000 });
    const answered = performance.now();
    const figures = [connected - started, answered - connected, answered - started].map((ms) => ms.toFixed(0).padStart(8)).join('');
    const [load = 0] = os.loadavg();
    const first = (content as { text: string }[])[0]?.text ?? '';
    const said = /[^\n]*still being built[^\n]*/.exec(first)?.[0] ?? first.split('\n')[1] ?? '';
    console.log(`${call.name.padEnd(14)}${figures}  ${load.toFixed(1).padStart(4)}  ${said.slice(0, 120)}`);
  } finally {
    await client.close();
    fs.rmSync(cache, { recursive: true, force: true });
  }
}
