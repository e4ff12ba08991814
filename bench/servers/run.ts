/**
 * Many MCP servers on one folder and on worktrees of it: memory, CPU while idle, how soon an edit is in the answers, what happens when the
 * writer of the index is killed, and how many servers outlive the agents that started them. Linux only.
 */

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { countOf, runProgram } from '../quality/options.ts';
import { Agent, at, childrenOf, isRunning, memoryOf, type Server, seconds, sum, writerOf } from './agents.ts';
import { Edits } from './edits.ts';

const usage = `node bench/servers/run.ts [--dir REPOSITORY] [--files 2000] [--servers 20] [--worktrees 5] [--minutes 30] [--cli FILE]

  --dir REPOSITORY  a git repository, of which a clone is used (this one)
  --files N         files of the clone; the others are removed in a commit
  --servers N       on the clone
  --worktrees N     each with a server of its own
  --minutes N       of which the last sixth, at least one, is idle
  --cli FILE        the command line of a build (dist/cli.js)`;

/** How often there is an edit and a look at memory, in milliseconds. */
const [editMs, memoryMs] = [5000, 60_000];
/** An agent asks this many questions at this distance, every ten minutes. */
const [burst, questionMs, burstMs] = [5, 12_000, 600_000];
/** From the last edit until what is due while idle is done. */
const settleMs = 20_000;
/** In which another server has to take the lock, and all servers have to end after their agents. */
const [maxTakenMs, endMs] = [10_000, 5000];

const questions = [
  'Where are the settings read?',
  'How is an index kept up to date?',
  'What happens when a file is removed?',
  'Which process writes, and who follows?',
  'How are results ranked?',
];

interface Plan {
  readonly files: number;
  readonly servers: number;
  readonly worktrees: number;
  readonly minutes: number;
}

const command = path.resolve(import.meta.dirname, '../..');

await runProgram(usage, async () => {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { dir: text, files: text, servers: text, worktrees: text, minutes: text, cli: text } });
  const plan = {
    files: countOf('--files', values.files ?? '2000'),
    servers: countOf('--servers', values.servers ?? '20'),
    worktrees: Number(values.worktrees ?? 5),
    minutes: countOf('--minutes', values.minutes ?? '30'),
  };
  const scratch = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'meshrag-servers-'));
  const agents: Agent[] = [];
  try {
    const folders = makeFolders(scratch, path.resolve(values.dir ?? command), plan);
    const cli = path.resolve(values.cli ?? path.join(command, 'dist/cli.js'));
    const env = { ...process.env, XDG_CACHE_HOME: path.join(scratch, 'cache') };
    agents.push(...folders.map((folder) => new Agent(folder, cli, env)));
    await measure(agents, plan, scratch);
    await end(agents);
    for (const folder of folders) verify(cli, folder, env);
  } finally {
    for (const agent of agents) agent.kill();
    fs.rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
});

/** The clone and its worktrees. */
function makeFolders(scratch: string, repository: string, { files, worktrees }: Plan): readonly string[] {
  const folder = path.join(scratch, 'folder');
  execFileSync('git', ['clone', '-q', '--no-hardlinks', repository, folder]);
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@localhost', ...args], { cwd: folder, encoding: 'utf8' });
  const left = git('ls-files', '-z').split('\0').slice(files, -1);
  if (left.length > 0) {
    execFileSync('git', ['rm', '-q', '--pathspec-from-file=-', '--pathspec-file-nul'], { cwd: folder, input: left.join('\0') });
    git('commit', '-q', '--no-gpg-sign', '-m', 'Fewer files');
  }
  const others = Array.from({ length: worktrees }, (_, i) => path.join(scratch, `worktree${i + 1}`));
  for (const other of others) git('worktree', 'add', '-q', '--detach', other);
  return [folder, ...others];
}

async function measure(agents: readonly Agent[], plan: Plan, scratch: string): Promise<void> {
  const startedMs = performance.now();
  await Promise.all(agents.flatMap((agent, i) => Array.from({ length: i === 0 ? plan.servers : 1 }, () => agent.start())));
  const first = agents[0] as Agent;
  // The list of edits grows with time.
  const edits = new Edits();
  await edits.make(first, first.servers);
  console.log(`All servers answered for the first time after ${seconds(performance.now() - startedMs)} s; ${load()}\n`);
  console.log('| minute | open | private MB together | median | largest | Pss together | worktrees, private | CPU s | load |');
  console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |');
  const idleMs = Math.max(1, plan.minutes / 6) * 60_000;
  const busyMs = Math.max(0, plan.minutes * 60_000 - idleMs);
  await work(agents, edits, busyMs / 2, 0);
  const report = await killWriter(first, edits, scratch);
  await work(agents, edits, busyMs / 2, busyMs / 120_000);
  await sleep(settleMs);
  const before = cpuOf(agents);
  await eachMinute(agents, idleMs, busyMs / 60_000);
  const after = cpuOf(agents);
  const share = (i: number): string => `${((((after[i] ?? 0) - (before[i] ?? 0)) / idleMs) * 100).toFixed(1)} %`;
  console.log(`\nIdle for ${seconds(idleMs)} s: ${share(0)} of a core for the folder, ${share(1)} for the worktrees`);
  console.log(report);
  console.log(edits.summary());
  const missing = await edits.missing(agents);
  console.log(
    `Edits that a server did not know at the end: ${missing.length}${missing.length === 0 ? '' : ` (${missing.slice(0, 5).join(', ')})`}`,
  );
}

/** Edits and questions, until the time is over. */
async function work(agents: readonly Agent[], edits: Edits, lengthMs: number, fromMinute: number): Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  const pause = (ms: number): Promise<void> => sleep(ms, undefined, { signal }).catch(() => undefined);
  /** Servers of which something was asked just now, the last at the end. */
  const asked = new Set<Server>();
  const ask = async (server: Server, offsetMs: number): Promise<void> => {
    await pause(offsetMs);
    for (let turn = 0; !signal.aborted && server.agent.servers.includes(server); turn++) {
      asked.delete(server);
      asked.add(server);
      await server.agent.call(server.pid, 'mesh_search', { question: at(questions, turn) }).catch((error) => console.error(String(error)));
      await pause(turn % burst === burst - 1 ? burstMs - burst * questionMs : questionMs);
    }
  };
  const edit = async (): Promise<void> => {
    for (let turn = 0; !signal.aborted; turn++) {
      // Every second edit is one of the folder. Who works there asks about it.
      const agent = agents[turn % 2 === 0 ? 0 : (turn >> 1) % agents.length] as Agent;
      const server = [...asked].findLast((one) => one.agent === agent) ?? agent.servers[0];
      if (server !== undefined) await edits.makeAtWork(server);
      await pause(editMs);
    }
  };
  const asking = agents.flatMap(({ servers }) => servers.map((server, i) => ask(server, (burstMs / servers.length) * i)));
  const running = [edit(), ...asking];
  await eachMinute(agents, lengthMs, fromMinute);
  ending.abort();
  await Promise.all(running);
}

/** Prints a row a minute, and one at the end. */
async function eachMinute(agents: readonly Agent[], lengthMs: number, fromMinute: number): Promise<void> {
  for (let doneMs = 0; doneMs < lengthMs; ) {
    const nextMs = Math.min(memoryMs, lengthMs - doneMs);
    const before = cpuOf(agents);
    await sleep(nextMs);
    doneMs += nextMs;
    const cpu = cpuOf(agents).map((ms, i) => ms - (before[i] ?? 0));
    printMemory(agents, fromMinute + doneMs / 60_000, cpu[0] as number);
  }
}

function printMemory([folder, ...worktrees]: readonly Agent[], minute: number, cpuMs: number): void {
  const own = (folder?.servers ?? []).map(({ pid }) => memoryOf(pid));
  const others = worktrees.flatMap(({ servers }) => servers.map(({ pid }) => memoryOf(pid).own));
  const sorted = own.map((one) => one.own).sort((a, b) => a - b);
  const megabytes = [sum(sorted), sorted[sorted.length >> 1], sorted.at(-1), sum(own.map(({ proportional }) => proportional)), sum(others)];
  const open = (folder?.servers ?? []).filter(({ pid }) => childrenOf(pid).length > 0).length;
  console.log(`| ${[minute.toFixed(1), open, ...megabytes.map((mb) => mb?.toFixed(0)), seconds(cpuMs), load()].join(' | ')} |`);
}

/** Milliseconds of the servers of the folder, and of those of the worktrees. */
function cpuOf([folder, ...worktrees]: readonly Agent[]): readonly [number, number] {
  const used = (servers: readonly Server[]): number => sum(servers.map(({ tree }) => tree.cpuMs()));
  return [used(folder?.servers ?? []), used(worktrees.flatMap(({ servers }) => servers))];
}

/** Kills the writer, starts another server, and waits until all know the next edit. */
async function killWriter(agent: Agent, edits: Edits, scratch: string): Promise<string> {
  const { lock, writer } = writerAmong(agent.servers, scratch);
  process.kill(writer, 'SIGKILL');
  const killedMs = performance.now();
  const takenBy = (): number | undefined => {
    const holder = writerOf(lock);
    return holder === writer ? undefined : holder;
  };
  while (takenBy() === undefined && performance.now() - killedMs < maxTakenMs) await sleep(20);
  const taken = takenBy() === undefined ? 'nobody took the lock' : `another had the lock after ${seconds(performance.now() - killedMs)} s`;
  await sleep(1000);
  agent.forgetEnded();
  await agent.start();
  const stale = await edits.make(agent, agent.servers);
  return `Writer killed: ${taken}; all ${stale.length} servers knew the next edit after ${seconds(Math.max(...stale))} s`;
}

/** The lock that a process below one of the servers holds. */
function writerAmong(servers: readonly Server[], scratch: string): { readonly lock: string; readonly writer: number } {
  const cache = path.join(scratch, 'cache/meshrag');
  const pids = new Set(servers.flatMap(({ pid }) => [pid, ...childrenOf(pid)]));
  for (const name of fs.readdirSync(cache)) {
    const lock = path.join(cache, name, 'lock');
    const writer = fs.existsSync(lock) ? writerOf(lock) : undefined;
    if (writer !== undefined && pids.has(writer)) return { lock, writer };
  }
  throw new Error('No server holds the lock of the index');
}

/** Kills the agents and prints how many servers are left. */
async function end(agents: readonly Agent[]): Promise<void> {
  const pids = agents.flatMap(({ servers }) => servers.flatMap(({ pid }) => [pid, ...childrenOf(pid)]));
  for (const agent of agents) agent.kill();
  const killedMs = performance.now();
  const left = (): readonly number[] => pids.filter(isRunning);
  while (left().length > 0 && performance.now() - killedMs < endMs) await sleep(50);
  console.log(`Agents killed: ${left().length} of ${pids.length} processes left after ${seconds(performance.now() - killedMs)} s`);
}

/** Compares the index with one that is built from the same files. */
function verify(cli: string, folder: string, env: NodeJS.ProcessEnv): void {
  try {
    execFileSync(process.execPath, [cli, 'index', '--dir', folder, '--verify'], { env, stdio: 'pipe' });
    console.log(`${path.basename(folder)}: the index equals a rebuilt one`);
  } catch (error) {
    console.log(`${path.basename(folder)}: ${String((error as { stderr?: Buffer }).stderr)}`);
  }
}

function load(): string {
  return `load ${os.loadavg()[0]?.toFixed(1)}`;
}
