// npm run soak [-- --minutes N] [--repository DIR] [--seed N]: random edits and git commands in a clone of a repository, with the real
// language server on it, a second one that follows like another window, and a separate checker process that compares the index with a
// rebuild. Exits with 1 on the first difference or error, or if the memory of the first server has grown: its live memory after garbage
// collection, or its resident memory, some of which it may keep.
import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { serverArguments, serverEnvironment } from '../../src/extension/client/serverArguments.ts';
import { textOf } from '../../src/messages/messages.ts';
import { askRequest, communitiesRequest, reportRequest, searchRequest, sweepNotification } from '../../src/protocol/server.ts';
import { type LspClient, startLspClient, uriOf } from '../server/lspClient.ts';
import { changeSomething, filesBelow, randomNumbers } from '../support/randomEdits.ts';
import { until } from '../support/until.ts';

const root = path.resolve(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    repository: { type: 'string', default: root },
    seed: { type: 'string', default: '1' },
  },
});
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new RangeError(`--minutes is ${JSON.stringify(values.minutes)}, expected a number above 0`);

/** Interval of comparisons with a rebuilt index, in milliseconds. */
const checkEveryMs = 30_000;
/**
 * Maximum growth of the server's memory after its warm-up: as a share, and in bytes. Caches fill for a while, and V8 keeps what it has
 * freed.
 */
const maxGrowth = { live: { share: 1.1, bytes: 5e6 }, resident: { share: 1.2, bytes: 20e6 } };

const parent = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'meshrag-soak-'));
const folder = path.join(parent, 'folder');
const indexDirectory = path.join(parent, 'index.index');
const random = randomNumbers(Number(values.seed));
const counts = { edits: 0, gitCommands: 0, questions: 0, checks: 0 };
const memory = { live: [] as number[], resident: [] as number[] };

execFileSync('git', ['clone', '-q', '--no-hardlinks', values.repository, folder]);
for (const [name, value] of Object.entries({ 'user.name': 'soak', 'user.email': 'soak@localhost', 'commit.gpgsign': 'false' }))
  git('config', name, value);
const commits = git('rev-list', '--max-count=200', 'HEAD').split('\n').filter(Boolean);
let client: LspClient | undefined;
let reader: LspClient | undefined;
try {
  const watched = ['--import', pathToFileURL(path.join(import.meta.dirname, 'tellMemory.ts')).href];
  Object.assign(process.env, serverEnvironment);
  client = await startLspClient({ nodeArguments: [...serverArguments, ...watched] });
  await client.configure([folder], { indexDirectory });
  reader = await startLspClient();
  await reader.configure([folder], { indexDirectory });
  await soak(client);
  judgeMemory('live');
  judgeMemory('resident');
  process.exitCode = 0;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error(`The folder and its index are kept in ${parent}`);
  process.exitCode = 1;
} finally {
  await client?.stop();
  await reader?.stop();
  if (process.exitCode === 0) fs.rmSync(parent, { recursive: true, force: true, maxRetries: 5 });
}

async function soak(server: LspClient): Promise<void> {
  const end = Date.now() + minutes * 60_000;
  for (let nextCheck = Date.now() + checkEveryMs; Date.now() < end; ) {
    if (random() < 0.06) await useGit(server);
    else await edit(server);
    if (random() < 0.3) await ask(server);
    await sleep(random() * 200);
    if (Date.now() < nextCheck) continue;
    await check(server);
    nextCheck = Date.now() + checkEveryMs;
  }
  await check(server);
}

async function edit(server: LspClient): Promise<void> {
  const files = filesBelow(folder);
  const changed = new Set<string>();
  for (let n = random() < 0.8 ? 1 : 1 + Math.floor(random() * 20); n > 0; n--) {
    for (const name of changeSomething(folder, files, random)) changed.add(name);
    counts.edits++;
  }
  // Some events are lost, as with real watchers.
  const reported = [...changed].filter(() => random() < 0.95);
  const changes = reported.map((name) => ({ uri: uriOf(path.join(folder, name)), type: 2 }));
  await server.notify('workspace/didChangeWatchedFiles', { changes });
}

/** Another commit of the history, as a branch or detached; or a stash, or back to the last committed state. */
async function useGit(server: LspClient): Promise<void> {
  counts.gitCommands++;
  const commit = commits[Math.floor(random() * commits.length)] as string;
  const kind = random();
  if (kind < 0.4) git('checkout', '-q', '-f', '--detach', commit);
  else if (kind < 0.6) git('checkout', '-q', '-f', '-B', `soak${Math.floor(random() * 3)}`, commit);
  else if (kind < 0.8) {
    git('stash', '-q', '-u');
    await gitIfItMay(['stash', random() < 0.5 ? 'drop' : 'pop', '-q']);
  } else {
    git('reset', '-q', '--hard');
    git('clean', '-q', '-f', '-d');
  }
  if (random() < 0.5) await ask(server);
}

async function ask(server: LspClient): Promise<void> {
  const words = ['harbour', 'tide', 'index', 'store', 'update', 'chunk', 'search', 'lighthouse', 'evidence', 'server', 'watch', 'branch'];
  const query = Array.from({ length: 1 + Math.floor(random() * 4) }, () => words[Math.floor(random() * words.length)]).join(' ');
  counts.questions++;
  const { sources } = await server.ask(searchRequest, { query });
  for (const { uri, endLine } of sources) {
    // Nothing changes between the answer and this check.
    const file = new URL(uri);
    if (!fs.existsSync(file) || fs.readFileSync(file, 'utf8').split('\n').length < endLine)
      throw new Error(`The answer to ${JSON.stringify(query)} names line ${endLine} of ${uri}, which is not there`);
  }
  if (random() < 0.2) await server.ask(askRequest, { question: `Where is the ${query} kept?` });
  if (random() < 0.05) await server.ask(communitiesRequest, {});
}

/** Waits until the server knows everything, then lets another process compare its index with a rebuild. */
async function check(server: LspClient): Promise<void> {
  // A file younger than two seconds is read again by the next check, which would be work for the checker.
  await sleep(2500);
  const before = (await server.ask(reportRequest, {})).folders[0]?.lastUpdateAt;
  await server.notify(sweepNotification, {});
  await until('the sweep', async () => {
    const [report] = (await server.ask(reportRequest, {})).folders;
    return report?.state === 'ready' && report.lastUpdateAt !== before;
  });
  const { folders, memoryBytes } = await server.ask(reportRequest, {});
  memory.resident.push(memoryBytes);
  const live = await liveBytesOf(server);
  memory.live.push(live);
  const [report] = folders;
  if (report?.messages) throw new Error(`The server says: ${textOf(report.messages)}`);
  const args = [path.join(root, 'src/cli/start.ts'), 'index', folder, '--index', indexDirectory, '--verify', '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1 << 26 }).catch((error) => {
    throw new Error(`The index differs from a rebuild: ${error.stdout || error.message}\n${error.stderr ?? ''}`);
  });
  await compareWindows(server);
  const { difference, filesRead, files } = JSON.parse(stdout);
  if (difference !== null) throw new Error(`The index differs from a rebuild: ${difference}`);
  counts.checks++;
  const megabytes = (bytes = 0): string => `${Math.round(bytes / 1e6)} MB`;
  console.log(
    `${new Date().toISOString().slice(11, 19)}  ${JSON.stringify(counts)}  ${files} files, checker read ${filesRead}; memory ${megabytes(memoryBytes)}, of which ${megabytes(live)} live, index ${megabytes(report?.indexBytes)}`,
  );
}

/** The other window, which gets no events, has the same results a moment later. */
async function compareWindows(server: LspClient): Promise<void> {
  for (const query of ['harbour tide', 'index store', 'where is the lighthouse?']) {
    const expected = JSON.stringify((await server.ask(searchRequest, { query })).sources);
    await until(`the second window to answer ${JSON.stringify(query)} as the first one`, async () => {
      const other = await reader?.ask(searchRequest, { query });
      return JSON.stringify(other?.sources) === expected;
    });
  }
}

async function liveBytesOf(server: LspClient): Promise<number> {
  const reported = once(server.process, 'message');
  server.process.send('how much is live?');
  return Number((await reported)[0]);
}

/** Compares the minimum of the last third with the maximum of the first third after the warm-up. */
function judgeMemory(kind: 'live' | 'resident'): void {
  const values = memory[kind];
  const third = Math.floor(values.length / 3);
  if (third < 2) {
    console.log('Too short to judge the memory.');
    return;
  }
  const [first, last] = [Math.max(...values.slice(1, third + 1)), Math.min(...values.slice(-third))];
  const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;
  console.log(`Memory, ${kind}: at most ${megabytes(first)} in the first third, at least ${megabytes(last)} in the last one.`);
  const { share, bytes } = maxGrowth[kind];
  if (last > first * share + bytes) throw new Error(`The ${kind} memory has grown`);
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 26 });
}

/** A command that may fail (a stash that does not exist, or no longer applies). */
async function gitIfItMay(args: string[]): Promise<void> {
  await promisify(execFile)('git', args, { cwd: folder }).catch(() => git('reset', '-q', '--hard'));
}
