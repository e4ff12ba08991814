/** Stores the summary of a run in `quality/runs/` or `speed/runs/`, with the date, the commit and the machine. */

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import nodePath from 'node:path';

/** Options with paths of one machine, or without effect on the measurement. */
const places = new Set(['--data', '--trees', '--out', '--dir']);

function git(...args: readonly string[]): string {
  try {
    return execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

/** The arguments of this run without those options. */
function argumentsOf(args: readonly string[]): readonly string[] {
  return args.filter(
    (argument, i) => !places.has(argument.replace(/=.*$/, '')) && !places.has(args[i - 1] ?? '') && argument !== '--record',
  );
}

// Read when the program starts, since others may commit while it runs.
const started = {
  date: new Date().toISOString(),
  commit: git('rev-parse', '--short=10', 'HEAD') || 'unknown',
  /** Whether the sources differed from those of the commit. */
  changed: git('status', '--porcelain', '--', '../src', '.') !== '',
};

/** Indented JSON with lists of numbers on one line each. */
function print(summary: object): string {
  return JSON.stringify(summary, undefined, 1).replace(/\[[-\d.,\s]+\]/g, (list) => list.replace(/\s+/g, ' '));
}

/** Writes `<bench>/runs/<date>-<commit>[-<program>].json` and returns its name. `program` is `run` or the name of another program. */
export function record(bench: 'quality' | 'speed', program: string, figures: Readonly<Record<string, unknown>>): string {
  const summary = {
    program,
    arguments: argumentsOf(process.argv.slice(2)),
    ...started,
    machine: { cpu: os.cpus()[0]?.model ?? 'unknown', cores: os.availableParallelism(), platform: os.platform(), node: process.version },
    load: Number((os.loadavg()[0] as number).toFixed(2)),
    ...figures,
  };
  const name = `${started.date.slice(0, 10)}-${started.commit}${program === 'run' ? '' : `-${program}`}.json`;
  const folder = nodePath.join(import.meta.dirname, bench, 'runs');
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(nodePath.join(folder, name), `${print(summary)}\n`);
  return `bench/${bench}/runs/${name}`;
}
