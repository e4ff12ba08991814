/**
 * What it takes to start: CPU and wall time of short commands of the built command line over a Node that does nothing, and those of ripgrep over the
 * same tree. The programs take turns, so other work on the machine weighs on all alike. Needs bash, whose `time` counts a child's CPU.
 *
 * `node bench/start/run.ts --dir TREE [--rg FILE] [--runs 10] [--node FILE]`, after `npm run build`.
 */

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { countOf, runProgram } from '../quality/options.ts';

const usage = `node bench/start/run.ts --dir TREE [--rg FILE] [--runs 10] [--node FILE]

  --dir TREE   the folder that is asked; its index is kept elsewhere
  --rg FILE    ripgrep, for comparison; rg on the path by default
  --runs N     of each program; medians are printed
  --node FILE  what everything runs on; the Node of this program by default`;

/** A word that the tree has in some places. */
const word = 'cache';
const question = 'How does a cache entry expire?';

/** Milliseconds. */
interface Times {
  readonly cpu: number;
  readonly wall: number;
}

await runProgram(usage, async () => {
  const { values } = parseArgs({
    options: {
      dir: { type: 'string' },
      rg: { type: 'string', default: 'rg' },
      runs: { type: 'string', default: '10' },
      node: { type: 'string', default: process.execPath },
    },
  });
  if (values.dir === undefined) throw new Error('--dir is missing');
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'meshrag-start-'));
  try {
    const empty = path.join(scratch, 'empty.mjs');
    fs.writeFileSync(empty, '');
    // As installed: the index and what Node has compiled lie in the user's cache directory.
    const env = { ...process.env, XDG_CACHE_HOME: scratch, LOCALAPPDATA: scratch, NODE_COMPILE_CACHE: undefined };
    const meshrag = [values.node, path.resolve(import.meta.dirname, '../../dist/cli.js')];
    const dir = ['--dir', values.dir];
    const indexed = spawnSync(meshrag[0] as string, [meshrag[1] as string, 'index', ...dir, '--json'], { env, encoding: 'utf8' });
    if (indexed.status !== 0) throw new Error(indexed.stderr);
    const { files, chunks } = JSON.parse(indexed.stdout);
    const programs: Readonly<Record<string, readonly string[]>> = {
      'empty Node': [values.node, empty],
      rg: [values.rg, '-n', word, values.dir],
      '--help': [...meshrag, '--help'],
      'search --no-update': [...meshrag, 'search', word, '--no-update', ...dir],
      ask: [...meshrag, 'ask', question, ...dir],
    };
    const times = new Map(Object.keys(programs).map((name) => [name, [] as Times[]]));
    const runs = countOf('--runs', values.runs);
    // The first round is for what Node and the file system keep.
    for (let run = -1; run < runs; run++) {
      for (const [name, program] of Object.entries(programs)) {
        const measured = timesOf(program, env);
        if (run >= 0) times.get(name)?.push(measured);
      }
    }
    console.log(
      `${files} files, ${chunks} chunks; Node ${spawnSync(values.node, ['--version'], { encoding: 'utf8' }).stdout.trim()}; load ${os.loadavg()[0]?.toFixed(1)}\n`,
    );
    console.log(
      `| program | CPU ms, median of ${runs} (least to most) | over an empty Node | wall ms | over an empty Node |\n| --- | ---: | ---: | ---: | ---: |`,
    );
    const [emptyCpu, emptyWall] = mediansOf(times.get('empty Node') ?? []);
    for (const [name, all] of times) {
      const [cpu, wall] = mediansOf(all);
      const cpus = all.map((one) => one.cpu);
      const over = name === 'rg' || name === 'empty Node' ? ['', ''] : [cpu - emptyCpu, wall - emptyWall].map((ms) => ms.toFixed(0));
      const range = `${Math.min(...cpus).toFixed(0)} to ${Math.max(...cpus).toFixed(0)}`;
      console.log(`| ${name} | ${cpu.toFixed(0)} (${range}) | ${over[0]} | ${wall.toFixed(0)} | ${over[1]} |`);
    }
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true });
  }
});

/** Throws where the program cannot be run or fails. */
function timesOf(program: readonly string[], env: NodeJS.ProcessEnv): Times {
  const script = `TIMEFORMAT='%3U %3S %3R'; time "$@" > /dev/null 2> "$ERRORS"`;
  const errors = path.join(env.XDG_CACHE_HOME as string, 'errors');
  const { status, stderr } = spawnSync('bash', ['-c', script, 'bash', ...program], { env: { ...env, ERRORS: errors }, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program.join(' ')} ended with ${status}: ${fs.readFileSync(errors, 'utf8')}`);
  const [user = 0, system = 0, wall = 0] = stderr.trim().split(' ').map(Number);
  return { cpu: 1000 * (user + system), wall: 1000 * wall };
}

function mediansOf(times: readonly Times[]): [cpu: number, wall: number] {
  return [medianOf(times.map(({ cpu }) => cpu)), medianOf(times.map(({ wall }) => wall))];
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return ((low as number) + (high as number)) / 2;
}
