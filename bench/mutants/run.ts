/**
 * Whether the tests notice small mistakes. Draws mutants of the groups of `groups.json` with one of its seeds, applies each to a copy of the
 * tree, asks the compiler, and runs the tests that reach the file there, nearest first, until one fails or their CPU time is over. Prints the survivors, and how many of
 * each group were killed. `equivalent.json` names mutants that change nothing that a test could see, with the reason.
 */

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { API } from 'typescript/unstable/sync';
import { durations } from '../../scripts/lib/testDurations.js';
import { testsReaching } from '../../scripts/lib/testFiles.js';
import { usersByFile } from '../../scripts/lib/users.js';
import { permutation } from '../../src/engine/hash/mix.ts';
import { type Mutation, mutationsOf } from './operators.ts';
import { childCpuMs } from './processTree.ts';
import { type Outcome, Trial } from './trial.ts';

const usage = `node bench/mutants/run.ts [--seed N] [--first N] [--after N] [--group NAME... | --only PATH] [--seconds N] [--out FILE] [--list]

  --seed N      one of the seeds of groups.json; its first is the default
  --first N     only the first N of each group, in the order in which they were drawn
  --after N     without the first N, which someone has looked at
  --group NAME  only these groups
  --only PATH   instead of a draw: all mutants of a file, or of a line (PATH:LINE)
  --seconds N   CPU time of the tests of one mutant (60)
  --out FILE    appends one line of JSON a mutant; mutants that it has are not run again
  --list        only prints what was drawn`;

interface Mutant extends Mutation {
  readonly group: string;
  readonly file: string;
  readonly line: number;
  /** The line without and with the change. */
  readonly before: string;
  readonly after: string;
}

interface Result extends Outcome {
  readonly group: string;
  readonly id: string;
}

interface Equivalent {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  readonly reason: string;
}

const root = path.resolve(import.meta.dirname, '../..');
const { seeds, perGroup, groups } = readJson('groups.json') as {
  seeds: readonly number[];
  perGroup: number;
  groups: Readonly<Record<string, readonly string[]>>;
};
const equivalent = readJson('equivalent.json') as readonly Equivalent[];
/** CPU time of each test file in earlier runs: one that takes too long is not begun again. */
const timesFile = path.join(root, 'test/.artifacts/mutants.json');

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(seeds[0]) },
    first: { type: 'string', default: String(perGroup) },
    after: { type: 'string', default: '0' },
    group: { type: 'string', multiple: true },
    only: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    out: { type: 'string' },
    list: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});

if (values.help) console.log(usage);
else if (!seeds.includes(Number(values.seed)) || values.group?.some((name) => groups[name] === undefined)) {
  console.error(`The seeds are ${seeds.join(', ')}; the groups are ${Object.keys(groups).join(', ')}.\n\n${usage}`);
  process.exitCode = 2;
} else await main();

async function main(): Promise<void> {
  const mutants = values.only === undefined ? draw() : mutantsAt(values.only);
  if (values.list) for (const mutant of mutants) console.log(describe(mutant));
  else await tryAll(mutants);
}

async function tryAll(mutants: readonly Mutant[]): Promise<void> {
  const started = performance.now();
  const known = values.out !== undefined && fs.existsSync(values.out) ? readResults(values.out) : new Map<string, Result>();
  const users = usersByFile(root);
  const measured = durations();
  const results: Result[] = [];
  using trial = new Trial(root, Number(values.seconds) * 1000, readTimes());
  for (const mutant of mutants) {
    const id = describe(mutant);
    const reason = equivalent.find((one) => one.file === mutant.file && one.before === mutant.before && one.after === mutant.after)?.reason;
    let result = known.get(id);
    if (reason !== undefined) result = { group: mutant.group, id, kind: 'equivalent', by: reason, tests: [], seconds: 0 };
    else if (result === undefined) {
      result = {
        group: mutant.group,
        id,
        ...(await trial.run(mutant, testsReaching([mutant.file], { users, tookMs: { ...measured, ...trial.tookMs } }))),
      };
      if (values.out !== undefined) fs.appendFileSync(values.out, `${JSON.stringify(result)}\n`);
      keepTimes(trial.tookMs);
    }
    results.push(result);
    const tests = result.kind === 'survived' ? `${result.tests.length} test files` : result.by;
    console.log(`${result.kind.padEnd(10)} ${result.seconds.toFixed(0).padStart(3)} s  ${mutant.group.padEnd(9)} ${id}  [${tests}]`);
  }
  printTable(results);
  for (const test of trial.red) console.log(`Left out, since it fails without a mutant or takes too long: ${test}`);
  const minutes = (performance.now() - started) / 60_000;
  const load = (os.loadavg()[0] as number).toFixed(1);
  console.log(
    `\n${minutes.toFixed(1)} minutes, ${(childCpuMs() / 60_000).toFixed(1)} of CPU, load ${load}, ${values.seconds} s of CPU a mutant`,
  );
}

function printTable(results: readonly Result[]): void {
  console.log('\n| group | mutants | equivalent | killed | survived | killed in % |\n| --- | --: | --: | --: | --: | --: |');
  const row = (name: string, rows: readonly Result[]): void => {
    const count = (kind: string): number => rows.filter((result) => result.kind === kind).length;
    const [killed, survived] = [count('killed'), count('survived')];
    const share = ((100 * killed) / Math.max(killed + survived, 1)).toFixed(0);
    console.log(`| ${name} | ${rows.length} | ${count('equivalent')} | ${killed} | ${survived} | ${share} |`);
  };
  for (const [name, rows] of Map.groupBy(results, ({ group }) => group)) row(name, rows);
  row('all', results);
}

/** Drawn without replacement, no two of a line; the same from the same sources and seed. */
function draw(): readonly Mutant[] {
  const numbered = Object.entries(groups).map(([group, folders], at) => ({
    group,
    seed: Number(values.seed) + at,
    files: sourcesIn(folders),
  }));
  const wanted = numbered.filter(({ group }) => values.group === undefined || values.group.includes(group));
  const mutantsIn = Map.groupBy(readMutants(wanted), ({ group }) => group);
  return wanted.flatMap(({ group, seed }) => {
    const mutants = mutantsIn.get(group) ?? [];
    const lines = new Set<string>();
    const drawn: Mutant[] = [];
    for (const position of permutation(mutants.length, seed)) {
      const mutant = mutants[position] as Mutant;
      if (drawn.length === perGroup || lines.has(`${mutant.file}:${mutant.line}`)) continue;
      lines.add(`${mutant.file}:${mutant.line}`);
      drawn.push(mutant);
    }
    return drawn.slice(Number(values.after), Number(values.first));
  });
}

function mutantsAt(place: string): readonly Mutant[] {
  const [file = '', line] = place.split(':');
  const group = Object.keys(groups).find((name) => groups[name]?.some((folder) => file.startsWith(`${folder}/`))) ?? 'none';
  return readMutants([{ group, files: [file] }]).filter((mutant) => line === undefined || mutant.line === Number(line));
}

function sourcesIn(folders: readonly string[]): readonly string[] {
  return folders.flatMap((folder) => fs.globSync(`${folder}/**/*.ts`, { cwd: root }).sort()).filter((file) => !file.endsWith('.d.ts'));
}

function readMutants(wanted: readonly { readonly group: string; readonly files: readonly string[] }[]): readonly Mutant[] {
  const api = new API({ cwd: root });
  try {
    const [project] = api.updateSnapshot({ openProjects: [path.join(root, 'tsconfig.json')] }).getProjects();
    return wanted.flatMap(({ group, files }) =>
      files.flatMap((file) => {
        const source = project?.program.getSourceFile(path.join(root, file));
        if (source === undefined) throw new Error(`${file} is not a file of tsconfig.json`);
        return mutationsOf(source).map((mutation) => ({ ...mutation, group, file, ...linesOf(source.text, mutation) }));
      }),
    );
  } finally {
    api.close();
  }
}

function linesOf(text: string, { start, end, replacement }: Mutation): Pick<Mutant, 'line' | 'before' | 'after'> {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const to = (text.indexOf('\n', end) + text.length + 1) % (text.length + 1);
  const oneLine = (lines: string): string => lines.replace(/\s+/g, ' ').trim();
  return {
    line: text.slice(0, start).split('\n').length,
    before: oneLine(text.slice(from, to)),
    after: oneLine(text.slice(from, start) + replacement + text.slice(end, to)),
  };
}

function describe({ file, line, operator, before, after }: Mutant): string {
  return `${file}:${line} ${operator}: ${before}  =>  ${after}`;
}

function readResults(file: string): Map<string, Result> {
  const lines = fs.readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return new Map(lines.map((line) => JSON.parse(line) as Result).map((result) => [result.id, result]));
}

function readTimes(): Record<string, number> {
  return fs.existsSync(timesFile) ? JSON.parse(fs.readFileSync(timesFile, 'utf8')) : {};
}

function keepTimes(tookMs: Readonly<Record<string, number>>): void {
  fs.mkdirSync(path.dirname(timesFile), { recursive: true });
  fs.writeFileSync(timesFile, JSON.stringify({ ...readTimes(), ...tookMs }));
}

function readJson(name: string): unknown {
  return JSON.parse(fs.readFileSync(path.join(import.meta.dirname, name), 'utf8'));
}
