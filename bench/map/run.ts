/**
 * Time and cost of the map and the tree of communities: `node bench/map/run.ts [--corpora small,large] [FOLDER...]` sends the real server,
 * over its real wire, the requests of the two views. Each view gets a server of its own that has just opened the saved index, as after a
 * restart. Prints wall-clock times with the server's CPU time in parentheses, both in ms, and resident memory in MB, read from Linux's
 * /proc.
 */

import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { parseArgs } from 'node:util';
import { mapInsideRequest, mapRequest } from '../../src/protocol/map.ts';
import { communitiesRequest, communityRequest } from '../../src/protocol/server.ts';
import { type LspClient, startLspClient } from '../../test/server/lspClient.ts';
import { corpusFolder } from '../speed/corpora.ts';

/** Number of parts and communities to unfold, the largest ones. */
const unfolded = 20;
/** A first build of 100,000 chunks on a busy machine. */
const patienceMs = 600_000;
/** Clock ticks of /proc: 100 a second on every Linux that Node runs on. */
const tickMs = 10;

const { values, positionals } = parseArgs({ options: { corpora: { type: 'string' } }, allowPositionals: true });
const names = values.corpora?.split(',') ?? (positionals.length === 0 ? ['small', 'large'] : []);
const folders = [...(await Promise.all(names.map(corpusFolder))), ...positionals.map((folder) => path.resolve(folder))];
const head = [
  'folder',
  'chunks',
  'communities',
  'map',
  'map again',
  'expand p50',
  'expand max',
  'tree',
  'tree expand p50',
  'tree expand max',
  'MB',
  'MB with map',
];
console.log(`| ${head.join(' | ')} |\n| --- |${' --: |'.repeat(head.length - 1)}`);
for (const folder of folders) console.log(`| ${(await measure(folder)).join(' | ')} |`);

async function measure(folder: string): Promise<readonly (string | number)[]> {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'meshrag-map-'));
  const indexDirectory = path.join(scratch, 'index.index');
  try {
    const chunks = await withServer(async (client) => (await open(client)).folders[0]?.chunks ?? 0);
    const map = await withServer(async (client) => {
      await open(client);
      const before = memoryOf(client);
      const first = await timed(client, () => client.ask(mapRequest, {}));
      const again = await timed(client, () => client.ask(mapRequest, {}));
      const ids = first.result.parts.slice(0, unfolded).map(({ id }) => id);
      const expand = await each(client, ids, (id) => client.ask(mapInsideRequest, { id }));
      return { first, again, expand, before, after: memoryOf(client) };
    });
    const tree = await withServer(async (client) => {
      await open(client);
      const first = await timed(client, () => client.ask(communitiesRequest, {}));
      const ids = [...first.result.communities].sort((a, b) => b.size - a.size).slice(0, unfolded);
      return { first, expand: await each(client, ids, ({ id }) => client.ask(communityRequest, { id })) };
    });
    const communities = tree.first.result.communities.length;
    const times = [map.first.text, map.again.text, ...map.expand, tree.first.text, ...tree.expand];
    return [path.basename(folder), chunks, communities, ...times, map.before, map.after];
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  }

  function open(client: LspClient) {
    return client.configure([folder], { indexDirectory, patienceMs });
  }
}

async function withServer<T>(body: (client: LspClient) => Promise<T>): Promise<T> {
  const client = await startLspClient({ transport: 'ipc' });
  try {
    return await body(client);
  } finally {
    await client.stop();
  }
}

/** An answer with its wall-clock time and the server's CPU time. */
async function timed<T>(client: LspClient, ask: () => Promise<T>): Promise<{ result: T; ms: number; text: string }> {
  const startedCpu = cpuOf(client);
  const startedMs = performance.now();
  const result = await ask();
  const ms = performance.now() - startedMs;
  return { result, ms, text: `${ms.toFixed(ms < 10 ? 1 : 0)} (${cpuOf(client) - startedCpu})` };
}

/** Median and maximum of the wall-clock times. */
async function each<T>(client: LspClient, all: readonly T[], ask: (one: T) => Promise<unknown>): Promise<[string, string]> {
  const times: number[] = [];
  for (const one of all) times.push((await timed(client, () => ask(one))).ms);
  times.sort((a, b) => a - b);
  return [times[times.length >> 1] ?? 0, times.at(-1) ?? 0].map((ms) => ms.toFixed(1)) as [string, string];
}

/** CPU time of the server so far, user and system, of all its threads. */
function cpuOf({ process: { pid } }: LspClient): number {
  const fields = fs
    .readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}

function memoryOf({ process: { pid } }: LspClient): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);
}
