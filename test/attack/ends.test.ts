/** Ends each program in each way while its standard input stays open: it must be gone within two seconds, its index closed. */

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { configureNotification } from '../../src/protocol/server.ts';
import { commandLine, languageServer } from '../support/programs.ts';
import { until } from '../support/until.ts';
import { type WorkFolder, workFolder } from '../support/workFolder.ts';

/** What is promised, and longer where other programs keep the processors busy. */
const maxMs = 2000 * Math.max(1, (os.loadavg()[0] as number) / os.availableParallelism());

/** Starts its child with its own streams, prints the child's number and waits. */
const starter = `const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, process.argv.slice(1), { stdio: ['inherit', 'inherit', 'inherit'] });
  require('node:fs').writeSync(3, child.pid + '\\n');
  setInterval(() => undefined, 1000);`;

interface Running {
  /** The process that the test has started: the program, or its parent. */
  readonly child: ChildProcess;
  readonly pid: number;
  /** What it has printed. */
  readonly text: () => string;
  readonly write: (text: string) => void;
}

interface Program {
  readonly args: (folder: WorkFolder) => readonly string[];
  /** Resolves when it is at work. */
  readonly begin: (running: Running, folder: WorkFolder) => Promise<unknown>;
}

const skip = process.platform === 'win32' && 'on Windows there are no signals';

const small = { 'docs/tides.md': '# Tides\n\nThe tide table tells pilots when the sandbank can be crossed.\n' };
const many = Object.fromEntries(Array.from({ length: 1500 }, (_, i) => [`f${i}.md`, `# Title ${i}\n\n${`word${i} tide `.repeat(300)}\n`]));

const programs: Readonly<Record<string, Program>> = {
  mcp: { args: ({ root }) => [commandLine, 'mcp', '--dir', root], begin: greetMcp },
  'the language server': { args: () => [languageServer, '--stdio'], begin: greetServer },
  index: { args: ({ root }) => [commandLine, 'index', root], begin: (_, folder) => until('an index', () => indexFiles(folder).length > 0) },
  'search --batch -': {
    args: ({ root }) => [commandLine, 'search', '--batch', '-', '--dir', root],
    // It reads its whole input first, so it prints nothing while that is open.
    begin: async ({ write }, { parent }) => {
      write('tide\n');
      await until('its start', () => fs.existsSync(path.join(parent, 'cache/meshrag')));
      await new Promise((resolve) => setTimeout(resolve, 1000));
    },
  },
};

for (const [name, { args, begin }] of Object.entries(programs)) {
  const files = name === 'index' ? many : small;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    test(`${name} ends by ${signal}`, { skip }, async (t) => {
      const folder = workFolder(t, files);
      const running = start(t, args(folder), folder);
      await begin(running, folder);
      await endsBy(() => running.child.kill(signal), running, folder);
    });
  }
  test(`${name} ends with the process that started it`, { skip }, async (t) => {
    const folder = workFolder(t, files);
    const running = await startBelow(t, args(folder), folder);
    await begin(running, folder);
    await endsBy(() => running.child.kill('SIGKILL'), running, folder);
  });
}

for (const [name, { args, begin }] of Object.entries(programs).slice(0, 2)) {
  test(`${name} ends with its standard input`, async (t) => {
    const folder = workFolder(t, small);
    const running = start(t, args(folder), folder);
    await begin(running, folder);
    await endsBy(() => running.child.stdin?.end(), running, folder);
  });
  test(`${name} ends when nobody reads its standard output`, async (t) => {
    const folder = workFolder(t, small);
    const running = start(t, args(folder), folder);
    await begin(running, folder);
    await endsBy(
      () => {
        running.child.stdout?.destroy();
        running.write(name === 'mcp' ? mcpLine({ id: 'last', method: 'ping' }) : lspMessage({ id: 'last', method: 'nothing' }));
      },
      running,
      folder,
    );
  });
}

test('the language server ends with the client that it was told of', async (t) => {
  const folder = workFolder(t, small);
  const client = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
  t.after(() => client.kill('SIGKILL'));
  const running = start(t, [languageServer, '--stdio', `--clientProcessId=${client.pid}`], folder);
  await greetServer(running, folder, client.pid);
  await endsBy(() => client.kill('SIGKILL'), running, folder);
});

test('the language server ends with its channel, while its parent lives', async (t) => {
  const folder = workFolder(t, small);
  const child = spawn(process.execPath, [languageServer, '--node-ipc'], {
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
    env: environment(folder),
  });
  t.after(() => child.kill('SIGKILL'));
  child.send({ jsonrpc: '2.0', id: 1, method: 'initialize', params: initializeParams(process.pid) });
  await once(child, 'message');
  child.send({ jsonrpc: '2.0', method: configureNotification, params: configuration(folder) });
  await until('an index', () => indexFiles(folder).length > 0);
  await endsBy(() => child.disconnect(), { child, pid: child.pid as number, text: () => '', write: () => undefined }, folder);
});

test('enrich ends while its model is silent, and push while its server is', { skip }, async (t) => {
  const folder = workFolder(t, small);
  let requests = 0;
  const silent = http.createServer(() => requests++);
  const mute = net.createServer(() => requests++);
  for (const one of [silent, mute]) {
    await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
    t.after(() => one.close());
  }
  t.after(() => silent.closeAllConnections());
  const port = (one: net.Server): number => (one.address() as AddressInfo).port;
  const enrich = ['enrich', '--model', 'none', '--endpoint', `http://127.0.0.1:${port(silent)}/v1`];
  const ask = ['ask', 'tide', ...enrich.slice(1)];
  const push = ['push', '--name', 'tides', '--to', `postgres://nobody@127.0.0.1:${port(mute)}/none`];
  for (const command of [enrich, ask, push]) {
    requests = 0;
    const running = start(t, [commandLine, ...command, '--dir', folder.root], folder);
    await until(`a request of ${command[0]}`, () => requests > 0);
    await endsBy(() => running.child.kill('SIGTERM'), running, folder);
  }
});

test('index ends while git is silent, and git with it', { skip }, async (t) => {
  const folder = workFolder(t, { ...small, '.git/HEAD': 'ref: refs/heads/main\n', '.git/objects/none': '', '.git/index': 'none' });
  const tools = path.join(folder.parent, 'tools');
  const pidFile = path.join(tools, 'pid');
  fs.mkdirSync(tools);
  fs.writeFileSync(path.join(tools, 'git'), `#!/bin/sh\necho $$ > ${pidFile}.new\nmv ${pidFile}.new ${pidFile}\nexec sleep 60\n`, {
    mode: 0o755,
  });
  const running = start(t, [commandLine, 'index', folder.root], folder, { PATH: `${tools}${path.delimiter}${process.env.PATH}` });
  await until('git', () => fs.existsSync(pidFile));
  const git = Number(fs.readFileSync(pidFile, 'utf8'));
  t.after(() => isAlive(git) && process.kill(git, 'SIGKILL'));
  await endsBy(() => running.child.kill('SIGTERM'), running, folder);
  await until('the end of git', () => !isAlive(git), maxMs);
});

test('a process that was detached before it began outlives its starter', { skip }, async (t) => {
  const folder = workFolder(t, small);
  const [file, ...args] = ['-c', '(sleep 0.3; exec "$@") & exit 0', 'sh', process.execPath, commandLine, 'index', folder.root];
  const shell = spawn('sh', [file as string, ...args], { stdio: ['ignore', 'pipe', 'ignore'], env: environment(folder) });
  let text = '';
  shell.stdout.on('data', (data) => {
    text += data;
  });
  await once(shell, 'close');
  assert.equal(JSON.parse(text).files, 1);
});

/** Asserts that the process is gone in time and has closed its index. */
async function endsBy(way: () => unknown, { pid, child }: Running, folder: WorkFolder): Promise<void> {
  const started = performance.now();
  way();
  // A child that has ended is known by its number until it was reaped.
  const isGone = (): boolean => (pid === child.pid ? child.exitCode !== null || child.signalCode !== null : !isAlive(pid));
  while (!isGone() && performance.now() - started < maxMs) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.ok(isGone(), `${pid} is still there after ${Math.round(performance.now() - started)} ms`);
  // On a busy machine the end may have been forced, which closes nothing; what is stored is sound all the same.
  if (maxMs > 2000) return;
  const open = indexFiles(folder).filter((file) => /-(?:wal|shm|journal)$/.test(file));
  assert.deepEqual(open, [], 'files of an open index');
}

/** Whether it runs: one that has ended and waits for its parent to notice does not. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return !/\) Z /.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    // Not Linux, or it has just gone.
    return process.platform !== 'linux';
  }
}

/** Indexes, wherever they are kept. */
function indexFiles({ parent }: WorkFolder): readonly string[] {
  return fs.readdirSync(parent, { recursive: true, encoding: 'utf8' }).filter((file) => /\.index$/.test(file));
}

function environment({ parent }: WorkFolder): NodeJS.ProcessEnv {
  return { ...process.env, XDG_CACHE_HOME: path.join(parent, 'cache'), LOCALAPPDATA: parent, HOME: parent, MESHRAG_API_KEY: 'none' };
}

function start(t: TestContext, args: readonly string[], folder: WorkFolder, env: NodeJS.ProcessEnv = {}): Running {
  const child = spawn(process.execPath, [...args], { env: { ...environment(folder), ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
  t.after(() => child.kill('SIGKILL'));
  return { child, pid: child.pid as number, ...streamsOf(child) };
}

/** Below a process of its own, whose death leaves the streams open. */
async function startBelow(t: TestContext, args: readonly string[], folder: WorkFolder): Promise<Running> {
  const child = spawn(process.execPath, ['-e', starter, ...args], { env: environment(folder), stdio: ['pipe', 'pipe', 'pipe', 'pipe'] });
  const [data] = await once(child.stdio[3] as NodeJS.ReadableStream, 'data');
  const pid = Number(data);
  t.after(() => {
    child.kill('SIGKILL');
    if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  });
  return { child, pid, ...streamsOf(child) };
}

function streamsOf({ stdin, stdout, stderr }: ChildProcess): Pick<Running, 'text' | 'write'> {
  let text = '';
  stdout?.on('data', (data) => {
    text += data;
  });
  stderr?.resume();
  stdin?.on('error', () => undefined);
  return { text: () => text, write: (line) => void stdin?.write(line) };
}

const mcpLine = (message: object): string => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;

async function greetMcp({ write, text }: Running, folder: WorkFolder): Promise<void> {
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '0' } };
  write(mcpLine({ id: 1, method: 'initialize', params }));
  await until('the greeting', () => text().includes('"serverInfo"'));
  write(mcpLine({ method: 'notifications/initialized' }));
  await until('an index', () => indexFiles(folder).length > 0);
}

function lspMessage(message: object): string {
  const text = JSON.stringify({ jsonrpc: '2.0', ...message });
  return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

const initializeParams = (processId: number | null): object => ({ processId, rootUri: null, capabilities: {} });

function configuration({ root, parent }: WorkFolder): object {
  const indexDirectory = path.join(parent, 'index.index');
  const folder = { uri: pathToFileURL(root).href, name: 'folder', enabled: true, indexDirectory, runGit: false, settings: {} };
  return { folders: [folder], hover: true, system: 'mesh', synonyms: [], systemOptions: {} };
}

async function greetServer({ write, text }: Running, folder: WorkFolder, processId: number | null = null): Promise<void> {
  write(lspMessage({ id: 1, method: 'initialize', params: initializeParams(processId) }));
  await until('the capabilities', () => text().includes('"capabilities"'));
  write(lspMessage({ method: 'initialized', params: {} }));
  write(lspMessage({ method: configureNotification, params: configuration(folder) }));
  await until('an index', () => indexFiles(folder).length > 0);
}
