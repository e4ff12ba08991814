/**
 * Runs an agent on a list of tasks, each with and without the product, and records its commands and the characters that they printed.
 *
 * Each run has a copy of the task's folder, its own home, and a PATH whose programs log themselves (`shim.ts`); with the product, `meshrag install` has
 * written to the copy. The replies are printed as a grading sheet that does not say which is which; a key is kept apart. What an agent reads by means
 * of its own, such as a built-in reader of files, is not seen, so figures of two agents are not comparable.
 */

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runProgram } from '../quality/options.ts';

const usage = `node bench/agents/run.ts --tasks FILE --agent COMMAND --out DIR [--install NAME] [--cli FILE] [--minutes N] [--seed TEXT]

  --tasks FILE     one JSON object a line: {"id", "folder", "task"}; the folder is relative to the file
  --agent COMMAND  a shell command that reads the task from standard input, works in the current directory and prints its reply
  --out DIR        where runs.jsonl, sheet.md (for whoever grades) and key.json (which reply is whose) are written
  --install NAME   the agent whose files "meshrag install" writes (claude)
  --cli FILE       the command line, dist/cli.js where absent
  --minutes N      how long a run may take (10)
  --seed TEXT      decides the order of the two replies on the sheet`;

/** Programs that an agent looks for text with, and what brings the product. */
const programs = ['grep', 'rg', 'git', 'find', 'ls', 'cat', 'head', 'tail', 'sed', 'awk', 'wc', 'npx', 'meshrag'];
const arms = ['with', 'without'] as const;

interface Task {
  readonly id: string;
  readonly folder: string;
  readonly task: string;
}

interface Run {
  readonly id: string;
  readonly arm: (typeof arms)[number];
  /** Commands, and calls of tools over the Model Context Protocol. */
  readonly commands: number;
  readonly toolCalls: number;
  /** What they printed, and with the task and the reply what stands in the agent's window at the end. */
  readonly characters: number;
  readonly residual: number;
  readonly seconds: number;
  readonly reply: string;
  /** Why there is no whole reply. */
  readonly problem?: string;
}

interface Setting {
  readonly agent: string;
  readonly install: string;
  readonly cli: string;
  readonly maxMs: number;
}

await runProgram(usage, async () => {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { tasks: text, agent: text, out: text, install: text, cli: text, minutes: text, seed: text } });
  const { tasks: file, agent, out, install = 'claude', minutes = '10', seed = '' } = values;
  if (file === undefined || agent === undefined || out === undefined) throw new Error('--tasks, --agent and --out are needed');
  if (!(Number(minutes) > 0)) throw new Error(`--minutes is ${minutes}, expected a number above 0`);
  const cli = path.resolve(values.cli ?? path.join(import.meta.dirname, '../../dist/cli.js'));
  if (!fs.existsSync(cli)) throw new Error(`${cli} does not exist; npm run build makes it, or --cli names another`);
  const tasks = readTasks(file);
  const runs: Run[] = [];
  fs.mkdirSync(out, { recursive: true });
  for (const task of tasks) {
    for (const arm of arms) {
      const run = await runTask(task, arm, { agent, install, cli, maxMs: Number(minutes) * 60_000 });
      runs.push(run);
      fs.appendFileSync(path.join(out, 'runs.jsonl'), `${JSON.stringify(run)}\n`);
      console.error(`${run.id} ${arm}: ${run.commands} commands, ${run.characters} characters${run.problem ? `; ${run.problem}` : ''}`);
    }
  }
  const { sheet, key } = gradingSheet(tasks, runs, seed);
  fs.writeFileSync(path.join(out, 'sheet.md'), sheet);
  fs.writeFileSync(path.join(out, 'key.json'), `${JSON.stringify(key, null, 2)}\n`);
  console.log(summary(runs));
});

function readTasks(file: string): readonly Task[] {
  const lines = fs.readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line, at) => {
    if (line.trim() === '') return [];
    const read: Partial<Task> = JSON.parse(line);
    const { id, folder, task } = read;
    if (id === undefined || folder === undefined || task === undefined) throw new Error(`${file}:${at + 1} lacks id, folder or task`);
    return { id, task, folder: path.resolve(path.dirname(file), folder) };
  });
}

async function runTask({ id, folder, task }: Task, arm: Run['arm'], { agent, install, cli, maxMs }: Setting): Promise<Run> {
  const own = fs.mkdtempSync(path.join(os.tmpdir(), 'meshrag-agent-'));
  try {
    const [copy, home, shims, log] = ['folder', 'home', 'programs', 'log.jsonl'].map((name) => path.join(own, name)) as [
      string,
      string,
      string,
      string,
    ];
    fs.cpSync(folder, copy, { recursive: true });
    for (const made of [home, shims]) fs.mkdirSync(made);
    writeShims(shims, arm);
    const { PATH = '', ...others } = process.env;
    const env = { ...others, HOME: home, XDG_CACHE_HOME: path.join(home, 'cache'), MESHRAG_BENCH_PATH: PATH, MESHRAG_BENCH_CLI: cli };
    if (arm === 'with') {
      const { code, output } = await runOnce(
        process.execPath,
        [cli, 'install', '--agent', install, '--yes', '--dir', copy],
        copy,
        { ...env, PATH },
        '',
        maxMs,
      );
      if (code !== 0) throw new Error(`meshrag install failed: ${output}`);
    }
    const startedMs = Date.now();
    const inShims = { ...env, PATH: `${shims}${path.delimiter}${PATH}`, MESHRAG_BENCH_LOG: log };
    const { code, output: reply } = await runOnce('/bin/sh', ['-c', agent], copy, inShims, task, maxMs);
    const seconds = (Date.now() - startedMs) / 1000;
    const logged = readLog(log);
    const characters = logged.reduce((sum, one) => sum + one.characters, 0);
    const toolCalls = logged.reduce((sum, one) => sum + one.calls, 0);
    const problem = code === 0 ? {} : { problem: code === undefined ? 'took too long' : `exited with ${code}` };
    const residual = task.length + characters + reply.length;
    return { id, arm, commands: logged.length, toolCalls, characters, residual, seconds, reply, ...problem };
  } finally {
    fs.rmSync(own, { recursive: true, force: true });
  }
}

/** Without the product, nothing is called `meshrag`. */
function writeShims(folder: string, arm: Run['arm']): void {
  const shim = path.join(import.meta.dirname, 'shim.ts');
  for (const name of programs) {
    if (name === 'meshrag' && arm === 'without') continue;
    fs.writeFileSync(path.join(folder, name), `#!/bin/sh\nexec '${process.execPath}' '${shim}' ${name} "$@"\n`, { mode: 0o755 });
  }
}

/** The exit code, undefined if it was ended because it took too long, and what it printed. */
function runOnce(
  file: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  input: string,
  maxMs: number,
): Promise<{ readonly code: number | undefined; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env, stdio: ['pipe', 'pipe', 'inherit'], detached: true });
    let output = '';
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      // With its children, which a shell does not end.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    }, maxMs);
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      output += part;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code: isLate ? undefined : (code ?? 1), output });
    });
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

interface Logged {
  readonly characters: number;
  readonly calls: number;
}

function readLog(log: string): readonly Logged[] {
  if (!fs.existsSync(log)) return [];
  const lines = fs.readFileSync(log, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line): Logged => JSON.parse(line));
}

/** The replies of each task as A and B, in an order that the seed decides, and whose they are. */
function gradingSheet(tasks: readonly Task[], runs: readonly Run[], seed: string) {
  const key: Record<string, Record<string, string>> = {};
  const parts = tasks.map(({ id, task }) => {
    const own = runs.filter((run) => run.id === id);
    const isReversed = (createHash('sha256').update(`${seed}\n${id}`).digest()[0] as number) % 2 === 1;
    const ordered = isReversed ? [...own].reverse() : own;
    key[id] = Object.fromEntries(ordered.map(({ arm }, i) => ['AB'.charAt(i), arm]));
    const replies = ordered.map(({ reply }, i) => `### ${'AB'.charAt(i)}\n\n${reply.trim()}\n\nRight, partly or wrong:\n`);
    return `## ${id}\n\n${task.trim()}\n\n${replies.join('\n')}`;
  });
  return { sheet: `# Replies to grade\n\n${parts.join('\n')}`, key };
}

function summary(runs: readonly Run[]): string {
  const rows = arms.map((arm) => {
    const own = runs.filter((run) => run.arm === arm);
    const total = (value: (run: Run) => number): number => own.reduce((sum, run) => sum + value(run), 0);
    const sums = [
      total((run) => run.commands),
      total((run) => run.toolCalls),
      total((run) => run.characters),
      total((run) => run.residual),
    ];
    return `| ${arm} | ${sums.join(' | ')} | ${total((run) => run.seconds).toFixed(1)} |`;
  });
  return [
    '| | commands | tool calls | characters printed | in the window at the end | seconds |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
  ].join('\n');
}
