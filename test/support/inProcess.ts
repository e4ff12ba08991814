/** The command line, and commands of it, in the process of a test. */

import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import type { TestContext } from 'node:test';
import type { RunCommand } from '../../src/cli/command.ts';
import { runCommandLine } from '../../src/cli/main.ts';
import { createOutput } from '../../src/cli/output.ts';
import { workFolder } from './workFolder.ts';

/** Variables of the environment; `undefined` where there is none. */
type Variables = Readonly<Record<string, string | undefined>>;

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** As of a program that was started. */
export interface RanProgram {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

let lastRun: Promise<unknown> = Promise.resolve();

/**
 * Runs the command line as the program does, with these variables besides those of this process, in a tenth of the time that a program
 * takes to start. Runs wait for each other, since environment and working directory are those of the process. It has no standard input.
 */
export function runHere(args: readonly string[], env: Variables, { cwd = process.cwd() } = {}): Promise<RanProgram> {
  const run = lastRun.then(async () => {
    const before = process.cwd();
    process.chdir(cwd);
    try {
      return await withVariables(env, async () => {
        const { signal } = new AbortController();
        const { streams, printed } = captured();
        const status = await runCommandLine(args, { ...streams, lifetime: { ...lifetime, signal, exitCode: undefined } });
        return { status, ...printed() };
      });
    } finally {
      process.chdir(before);
    }
  });
  lastRun = run.catch(() => undefined);
  return run;
}

/** The variables with which the command line has its cache below `parent`, and no other home. */
export function cacheIn(parent: string): Record<string, string> {
  const cache = path.join(parent, 'cache');
  return { XDG_CACHE_HOME: cache, LOCALAPPDATA: cache, HOME: parent };
}

/**
 * Runs a command line that serves until its input ends, with these variables besides those of this process until `close` is called. What is
 * written to `stdin` it reads, and from `stdout` comes what it answers.
 */
export function serveHere(args: readonly string[], env: Variables) {
  const ending = new AbortController();
  const end = () => ending.abort();
  const [stdin, stdout] = [new PassThrough(), new PassThrough()] as unknown as [
    NodeJS.ReadStream & PassThrough,
    NodeJS.WriteStream & PassThrough,
  ];
  const { streams, printed } = captured();
  const endWith = (stream: NodeJS.EventEmitter) => void stream.once('end', end).once('close', end);
  const surroundings = {
    ...streams,
    stdin: () => stdin,
    stdout,
    lifetime: { ...lifetime, endWith, signal: ending.signal, exitCode: undefined },
  };
  const restore = setVariables(env);
  const ended = runCommandLine(args, surroundings);
  const close = async (): Promise<void> => {
    stdin.end();
    await ended;
    restore();
  };
  return { stdin, stdout, stderr: () => printed().stderr, close };
}

/** Runs a command as if its cache were in `parent`; it prints text unless `--json` is among the arguments. Rejects with what the command throws. */
export async function runInProcess(run: RunCommand, parent: string, ...args: readonly string[]): Promise<Ran> {
  const { streams, printed } = captured();
  const output = createOutput({ ...streams, env: {}, format: args.includes('--json') ? 'json' : 'text' });
  const code = await withVariables(cacheIn(parent), () =>
    run(args, { ...streams, output, signal: new AbortController().signal, lifetime }),
  );
  return { code, ...printed() };
}

const lifetime = { onEnd: () => undefined, endWith: () => undefined };

/** Streams that are no terminal, and what was written to them. */
function captured() {
  const texts = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof texts) =>
    ({ isTTY: false, write: (text: string) => (texts[name] += text) }) as unknown as NodeJS.WriteStream;
  const stdin = () => Readable.from([]) as unknown as NodeJS.ReadStream;
  return { streams: { stdin, stdout: stream('stdout'), stderr: stream('stderr') }, printed: () => texts };
}

async function withVariables<T>(variables: Variables, body: () => Promise<T>): Promise<T> {
  const restore = setVariables(variables);
  try {
    return await body();
  } finally {
    restore();
  }
}

/** Returns a function that sets them to what they were. */
function setVariables(variables: Variables): () => void {
  const before = Object.fromEntries(Object.keys(variables).map((name) => [name, process.env[name]]));
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  return () => void setVariables(before);
}

/** What a command prints about a small folder, with durations, digests and paths replaced by their names. */
export async function printed(context: TestContext, run: RunCommand) {
  const folder = workFolder(context, {
    'README.md': '# Kettle\n\nKettle boils water for tea.\n',
    'src/kettle.ts':
      '/** Heats water. */\nexport class Kettle {\n  /** Boils it. */\n  boil(degrees: number) {\n    return heatWater(degrees);\n  }\n}\n',
    'src/heat.ts': '/** The fire. */\nexport function heatWater(degrees: number) {\n  return degrees;\n}\n',
    'src/use.ts': "import { Kettle } from './kettle.ts';\n\n// A Kettle is lazy.\nnew Kettle().boil(3);\n",
    'docs/tea.md': '# Tea\n\n## Water\n\nThe Kettle calls heatWater.\n',
    'big.png': '\0\0\0',
    'pnpm-lock.yaml': 'a: 1\n',
  });
  const plain = (text: string): string =>
    text
      .replaceAll(folder.parent, 'PARENT')
      .replace(/\b[0-9a-f]{32}\b/g, 'ID')
      .replace(/\b[0-9a-f]{64}\b/g, 'DIGEST')
      .replace(/\d+(?:\.\d+)? (?:ms|s)\b/g, 'TIME');
  const ask = async (...args: readonly string[]): Promise<Ran> => {
    const { code, stdout, stderr } = await runInProcess(run, folder.parent, ...args, '--dir', folder.root);
    return { code, stdout: plain(stdout), stderr: plain(stderr) };
  };
  return { folder, ask };
}
