/**
 * Every retrieval system on every set, as the tables of `bench/systems.md`: recall, the difference from `bm25`, places in common with it and
 * with `mesh`, and what a system costs. Each system runs in its own process together with `bm25` and `mesh`, which take turns with it.
 *
 * Without a model no system uses tokens; `vector` has those of the built-in embedder.
 */

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { rounded } from '../../src/cli/evaluation/metrics.ts';
import { systems as knownSystems } from '../../test/support/systems.ts';
import { record } from '../record.ts';
import { commonInFive, compared, figuresByHalf } from './figures.ts';
import { askAll, type Outcome, type System, systemOf } from './judge.ts';
import { type CommonOptions, commonOptions, listOf, readCommon, runProgram } from './options.ts';
import { findSets, openerOf, withoutMissing } from './sets.ts';
import { points, tableOf } from './tables.ts';

const usage = `node bench/quality/systems.ts --data DIR [--data DIR] [--trees DIR] [options]

  --data DIR      holds passages/NAME/{corpus,queries}.jsonl and code/NAME/queries.jsonl (or MESHRAG_DATA)
  --trees DIR     holds the tree of each code set under its name (or MESHRAG_TREES)
  --sets A,B      only these sets
  --systems A,B   only these; options after colons: topo:diameter=3
  --record        keep the figures in bench/quality/runs
  --print FILE    the tables of kept figures; nothing is asked`;

const baselines = ['bm25', 'mesh'] as const;

/** A system on a set. */
interface Cell {
  readonly questions: number;
  readonly chunks: number;
  /** Shares: R@2, R@5, R@10. */
  readonly recall: readonly number[];
  /** R@5 minus that of `bm25`: mean, and bounds of its 95 % interval. */
  readonly gain: readonly number[];
  /** Shares of the first five that are among those of `bm25` and of `mesh`. */
  readonly common: readonly number[];
  /** p50 and p95 of a question, as multiples of those of `mesh`. */
  readonly times: readonly number[];
  /** The first question, which builds what is derived, as a multiple of the time that indexing takes. */
  readonly build: number;
  /** Peak of the process over that of an empty one, index included, MB. */
  readonly memory: number;
}

/** By set, then by system. */
type Cells = Record<string, Record<string, Cell>>;

/** Peak resident memory, MB. */
const peak = (): number => process.resourceUsage().maxRSS / 1024;

async function askOne(options: CommonOptions, name: string): Promise<Cell> {
  const empty = peak();
  const [source] = findSets(options);
  if (source === undefined) throw new Error('There is no set');
  const set = await openerOf(options)(source);
  const systemFor = (one: string): System => systemOf(one, { texts: set.texts });
  const system = systemFor(name);
  const start = performance.now();
  await system.retriever.search(set.reader, set.queries[0]?.query ?? '', { limit: set.depth });
  const build = (performance.now() - start) / set.indexMs;
  const outcomes = await askAll(set, [...new Set([name, ...baselines])].map(systemFor));
  const memory = peak() - empty;
  await set.close();
  const [own, bm25, mesh] = [name, ...baselines].map((one) => outcomes.get(one) as readonly Outcome[]) as [Outcome[], Outcome[], Outcome[]];
  const [figures, ofMesh] = [own, mesh].map((list) => figuresByHalf(list).all);
  if (figures === undefined || ofMesh === undefined) throw new Error(`${source.name} has no questions`);
  const { mean, low, high } = compared(own, bm25, 'R@5');
  return {
    questions: figures.questions,
    chunks: set.reader.liveCount,
    recall: (['R@2', 'R@5', 'R@10'] as const).map((metric) => figures.means[metric] ?? 0),
    gain: [mean, low, high].map((value) => rounded(value)),
    common: [bm25, mesh].map((other) => rounded(commonInFive(own, other))),
    times: [figures.p50 / ofMesh.p50, figures.p95 / ofMesh.p95].map((value) => rounded(value, 2)),
    build: rounded(build, 2),
    memory: Math.round(memory),
  };
}

function printCells(cells: Cells): void {
  const sets = Object.keys(cells);
  const names = [...new Set(Object.values(cells).flatMap((set) => Object.keys(set)))];
  const percent = (value: number): string => (value * 100).toFixed(1);
  const print = (title: string, of: (cell: Cell) => string): void => {
    const rows = names.map((name) => [`\`${name}\``, ...sets.map((set) => (cells[set]?.[name] ? of(cells[set][name]) : ''))]);
    console.log(`\n${title}:\n\n${tableOf(['', ...sets], rows)}`);
  };
  const asked = Object.entries(cells).map(([set, of]) => {
    const first = Object.values(of)[0];
    return `${set} ${first?.questions} of ${first?.chunks}`;
  });
  console.log(`Questions, and chunks: ${asked.join(', ')}.`);
  print('R@2, R@5, R@10, percent', ({ recall }) => recall.map(percent).join(', '));
  print(
    'R@5 minus that of `bm25`, points, with its 95 % interval',
    ({ gain: [mean = 0, low = 0, high = 0] }) => `${points(mean)} (${points(low)} to ${points(high)})`,
  );
  print('Of the first five the share that is among those of `bm25`, and of `mesh`, percent', ({ common }) =>
    common.map(percent).join(', '),
  );
  print('p50 and p95 as multiples of those of `mesh`; the first question as a multiple of indexing; peak memory, MB', (cell) =>
    [...cell.times.map((value) => value.toFixed(1)), cell.build.toFixed(2), cell.memory].join(', '),
  );
}

/** Asks each system in a process of its own, one after the other. */
function askEach(options: CommonOptions, names: readonly string[]): Cells {
  const cells: Cells = {};
  for (const { name: set } of withoutMissing(findSets(options))) {
    for (const system of names) {
      const folders = options.data.flatMap((folder) => ['--data', folder]);
      const trees = options.trees === undefined ? [] : ['--trees', options.trees];
      const args = [import.meta.filename, ...folders, ...trees, '--half', options.half, '--sets', set, '--one', system];
      const line = execFileSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
      console.error(`${set} ${system} ${line.trim()}`);
      cells[set] = { ...cells[set], [system]: JSON.parse(line) };
    }
  }
  return cells;
}

await runProgram(usage, async () => {
  const own = { systems: { type: 'string' }, print: { type: 'string' }, one: { type: 'string' } } as const;
  const { values } = parseArgs({ options: { ...commonOptions, ...own } });
  if (values.print !== undefined) return printCells(JSON.parse(fs.readFileSync(values.print, 'utf8')).sets);
  const options = readCommon(values);
  if (values.one !== undefined) return console.log(JSON.stringify(await askOne(options, values.one)));
  const all = knownSystems.filter(({ id }) => !id.startsWith('mesh-paper-')).map(({ id }) => id);
  const names = values.systems === undefined ? all : listOf(values.systems);
  for (const name of names) systemOf(name);
  const cells = askEach(options, names);
  printCells(cells);
  if (options.record) console.error(`Kept in ${record('quality', 'systems', { sets: cells })}`);
});
