/** Measures the index against other programs on the same chunks, each step in a process of its own, and prints the ratios. */

import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import nodePath from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { serverArguments, serverEnvironment } from '../../src/extension/client/serverArguments.ts';
import { runProgram } from '../quality/options.ts';
import { record } from '../record.ts';
import { bundleChild } from './bundle.ts';
import type { BuildFigures, RestartFigures, Times, UseFigures } from './child.ts';
import { corpusFolder, corpusNames } from './corpora.ts';
import { figuresTable, type ProgramFigures, ratiosTable, type WorkloadFigures } from './report.ts';
import { prepareWorkload } from './workload.ts';

/** Not `npm ci`: it requires LanceDB's packages of every platform in the lock file, and not all of them are available everywhere. */
const install = 'npm install --no-save --prefix bench/speed';

const usage = `node bench/speed/run.ts [options]      (first, once: ${install})

  --corpora A,B     ${corpusNames.join(',')} where not given; packages are fetched once, into the cache folder
  --dir DIR         a folder of yours instead; it is copied and not changed
  --programs A,B    only these; without the peers: floor,analysis,meshrag
  --repeat N        builds are the least CPU time of N
  --record          keep the figures in bench/speed/runs`;

const names = ['floor', 'analysis', 'meshrag', 'fts5-contentless', 'fts5', 'flexsearch', 'lancedb', 'tfidf', 'minisearch'];
const installed = ['flexsearch', 'lancedb', 'minisearch'];
/** Parts of a build, which store nothing usable. */
const parts = ['floor', 'analysis'];
const ownProgram = 'meshrag';
const run = promisify(execFile);

/** Our index is started like the language server; peers that need much memory get it. */
const peerFlags = ['--max-old-space-size=12000'];

async function child<T>(file: string, args: readonly string[]): Promise<T> {
  const isOwn = args.includes(ownProgram);
  const flags = [...(isOwn ? serverArguments : peerFlags), '--disable-warning=ExperimentalWarning'];
  const env = isOwn ? { ...process.env, ...serverEnvironment } : process.env;
  const { stdout } = await run(process.execPath, [...flags, file, ...args], { maxBuffer: 1 << 26, env }).catch((error) => {
    // Node prints the bundle's very long line first.
    throw new Error(`${args.slice(0, 2).join(' ')}: ${/^\w*Error: .*$/m.exec(String(error.stderr))?.[0] ?? error.message.slice(0, 500)}`);
  });
  return JSON.parse(stdout.trim().split('\n').at(-1) as string) as T;
}

/** Reads every file below, so that no step waits for the disk: some machines drop cached files after a minute. */
function warm(folder: string): void {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) fs.readFileSync(nodePath.join(entry.parentPath, entry.name));
  }
}

/** The time of opening varies by a fifth: takes the median of several new processes. */
const openings = 5;

async function measureUse(step: <T>(name: string) => Promise<T>): Promise<UseFigures> {
  const firsts: Times[] = [];
  while (firsts.length < openings - 1) firsts.push(await step<Times>('open'));
  const use = await step<UseFigures>('use');
  const sorted = [...firsts, use.first].sort((a, b) => a.wall - b.wall);
  return { ...use, first: sorted[sorted.length >> 1] as Times };
}

interface Wishes {
  readonly programs: readonly string[];
  readonly repeat: number;
}

/** One workload: every program builds, then every program is used, so that other load affects all alike. */
async function measure(name: string, folder: string, file: string, { programs, repeat }: Wishes): Promise<WorkloadFigures> {
  const workload = fs.mkdtempSync(nodePath.join(os.tmpdir(), 'meshrag-speed-'));
  const log = (text: string): void => console.error(`${name}: ${text}`);
  const step = <T>(...args: readonly string[]): Promise<T> => {
    warm(workload);
    return child<T>(file, args);
  };
  try {
    const size = await prepareWorkload(folder, workload);
    log(`${size.files} files, ${size.chunks} chunks`);
    // Depends on how much of the program is in the page cache: the median of three.
    const empties: number[] = [];
    for (let i = 0; i < 3; i++) empties.push(await child<number>(file, ['empty']));
    const empty = empties.sort((a, b) => a - b)[1] as number;
    const texts = await child<number>(file, ['texts', '', workload]);
    const figures: Record<string, ProgramFigures> = {};
    for (const program of programs) {
      log(program);
      const builds: BuildFigures[] = [];
      const dir = nodePath.join(workload, program);
      for (let i = 0; i < repeat; i++) {
        fs.rmSync(dir, { recursive: true, force: true });
        fs.mkdirSync(dir);
        builds.push(await step<BuildFigures>('build', program, workload, dir));
      }
      const build = builds.reduce((least, one) => (one.cpu < least.cpu ? one : least));
      const peakBytes = build.peakBytes - ([...parts, ownProgram].includes(program) ? empty : texts);
      const own = program === ownProgram ? { restart: await step<RestartFigures>('restart', program, workload, dir) } : {};
      const use = parts.includes(program) ? {} : { use: await measureUse(<T>(name: string) => step<T>(name, program, workload, dir)) };
      figures[program] = { build: { ...build, peakBytes }, ...own, ...use };
    }
    return { name, size, programs: figures };
  } finally {
    fs.rmSync(workload, { recursive: true, force: true });
  }
}

function programsOf(text: string | undefined): readonly string[] {
  const wanted = text?.split(',') ?? names;
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`There is no program ${JSON.stringify(unknown)}; there are ${names.join(', ')}`);
  const arePeersThere = fs.existsSync(nodePath.join(import.meta.dirname, 'node_modules'));
  if (!arePeersThere && wanted.some((name) => installed.includes(name))) {
    if (text !== undefined) throw new Error(`The peers are not installed: run ${install}`);
    console.error(`${installed.join(', ')} are left out: run ${install}`);
  }
  return wanted.filter((name) => arePeersThere || !installed.includes(name));
}

await runProgram(usage, async () => {
  const { values } = parseArgs({
    options: {
      corpora: { type: 'string' },
      dir: { type: 'string' },
      programs: { type: 'string' },
      repeat: { type: 'string' },
      record: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  const wishes = { programs: programsOf(values.programs), repeat: Math.max(1, Math.floor(Number(values.repeat ?? 1)) || 1) };
  const folders: [string, string][] = [];
  if (values.dir !== undefined) folders.push([nodePath.basename(nodePath.resolve(values.dir)), nodePath.resolve(values.dir)]);
  else for (const name of values.corpora?.split(',') ?? corpusNames) folders.push([name, await corpusFolder(name)]);
  const file = await bundleChild();
  const workloads: WorkloadFigures[] = [];
  for (const [name, folder] of folders) {
    const workload = await measure(name, folder, file, wishes);
    workloads.push(workload);
    const { files, bytes, chunks } = workload.size;
    console.log(`\n### ${name}: ${files} files, ${(bytes / 1e6).toFixed(1)} MB, ${chunks} chunks\n`);
    console.log(`${figuresTable(workload)}\n\n${ratiosTable(workload)}`);
  }
  if (values.record) console.error(record('speed', 'run', { workloads }));
});
