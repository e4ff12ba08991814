/** The packed command line as a client of a published name: `meshrag mcp`, which agents start once and ask many times. */

import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { ClientTask } from './client.ts';
import { peakIn, peakMemory } from './processUse.ts';

const cli = path.resolve(import.meta.dirname, '../../dist/npm/cli.js');

/** Max resident memory in bytes: of a Node that does nothing, and of the program after all questions. Needs `npm run build`. */
export async function peaksOfPacked(
  { place, questions, rounds }: ClientTask,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly idle: number; readonly peak: number }> {
  const status = execFileSync(process.execPath, ['-p', `require('fs').readFileSync('/proc/self/status', 'utf8')`], { encoding: 'utf8' });
  const args = [cli, 'mcp', '--shared', place.address, '--name', place.name];
  const transport = new StdioClientTransport({ command: process.execPath, args, env: { ...(process.env as typeof env), ...env } });
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(transport);
  try {
    for (let round = 0; round < rounds; round++)
      for (const query of questions) await client.callTool({ name: 'mesh_search', arguments: { question: query } });
    return { idle: peakIn(status), peak: peakMemory(transport.pid ?? 0) };
  } finally {
    await client.close();
  }
}
