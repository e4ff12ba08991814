/** Runs systems on evaluation sets and prints the tables of `bench/quality/README.md`. */

import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { rounded } from '../../src/cli/evaluation/metrics.ts';
import { record } from '../record.ts';
import { commonInFive, compared, type Figures, figuresByHalf, valuesOf } from './figures.ts';
import { halfOf, halves, ofHalf } from './halves.ts';
import { askAll, metrics, type Outcome, type System, systemOf } from './judge.ts';
import { commonOptions, countOf, listOf, readCommon, runProgram } from './options.ts';
import { findSets, type OpenSet, openerOf, type SetSource, unionOf, withoutMissing } from './sets.ts';
import { askStages, resultStageCount, stageMean, stagesOf } from './stages.ts';
import { milliseconds, points, share, tableOf } from './tables.ts';

const usage = `node bench/quality/run.ts --data DIR [--data DIR] [--trees DIR] [options]

  --data DIR        holds passages/NAME/{corpus,queries}.jsonl and code/NAME/queries.jsonl (or MESHRAG_DATA)
  --trees DIR       holds the tree of each code set under its name (or MESHRAG_TREES)
  --sets A,B        only these sets
  --systems A,B     mesh,bm25 where not given; options after colons: mesh:test=1
  --half dev|test   only the questions of a half
  --compare A,B,…   the first minus each of the others, with a paired test
  --stages          share of the gold after each stage of the systems that have some
  --union           all passage sets in one index
  --no-titles       titles become the first words of their passages
  --repeat N        times are the least of N askings
  --out FILE        one line of JSON per question and system
  --before FILE     the --out of another commit, to compare the systems of the same names with
  --record          keep the summary in bench/quality/runs`;

const options = {
  ...commonOptions,
  systems: { type: 'string' },
  compare: { type: 'string' },
  stages: { type: 'boolean' },
  union: { type: 'boolean' },
  repeat: { type: 'string' },
  out: { type: 'string' },
  before: { type: 'string' },
} as const;

/** The result of one set, as it is stored. */
type SetSummary = Record<string, unknown>;

/** By system. */
type Outcomes = ReadonlyMap<string, readonly Outcome[]>;

interface Wishes {
  readonly systems: readonly System[];
  /** The first is compared with each of the others. */
  readonly compare: readonly string[];
  readonly stages: boolean;
  readonly repeat: number;
  readonly out: string | undefined;
  /** Outcomes of another commit, by set and system. */
  readonly before: Outcomes;
}

function figureRow(system: string, half: string, figures: Figures, times: Figures | undefined): readonly string[] {
  const { means, interval, p50, p95, questions } = figures;
  const ratio = times === undefined || times === figures ? '' : `${(p50 / times.p50).toFixed(1)} / ${(p95 / times.p95).toFixed(1)}`;
  return [
    system,
    half,
    String(questions),
    ...metrics.map((metric) => share(means[metric])),
    `${share(interval[0])}–${share(interval[1])}`,
    milliseconds(p50),
    milliseconds(p95),
    ratio,
  ];
}

function printFigures(outcomes: Outcomes): Record<string, unknown> {
  const all = new Map([...outcomes].map(([name, list]) => [name, figuresByHalf(list)]));
  const base = all.get('bm25')?.all;
  const rows = [...all].flatMap(([name, figures]) =>
    halves.flatMap((half) => {
      const part = figures[half];
      return part === undefined ? [] : [figureRow(name, half, part, half === 'all' ? base : undefined)];
    }),
  );
  const head = ['system', 'half', 'questions', ...metrics, 'R@5 95 %', 'p50 ms', 'p95 ms', 'times bm25'];
  console.log(tableOf(head, rows));
  return Object.fromEntries(all);
}

function printComparison(a: readonly Outcome[], b: readonly Outcome[], names: readonly [string, string]): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  const rows: string[][] = [];
  for (const metric of metrics) {
    if (valuesOf(a, metric).length === 0) continue;
    for (const half of halves) {
      const [left, right] = [ofHalf(a, half), ofHalf(b, half)];
      if (left.length === 0 || (half !== 'all' && left.length === a.length)) continue;
      const { mean, error, low, high, p } = compared(left, right, metric);
      rows.push([metric, half, points(mean), (error * 100).toFixed(1), `${points(low)} to ${points(high)}`, p.toFixed(4)]);
      kept[`${metric} ${half}`] = { mean: rounded(mean), error: rounded(error), p: rounded(p) };
    }
  }
  console.log(`\n${names[0]} minus ${names[1]}, in points:\n`);
  console.log(tableOf(['metric', 'half', 'difference', 'error', '95 %', 'p'], rows));
  const common = commonInFive(a, b);
  console.log(`\nOf the first five results of ${names[0]}, ${share(common)} are among those of ${names[1]}.`);
  return { ...kept, 'common@5': rounded(common) };
}

/** The stages of each system that reports any. */
async function printStages(set: OpenSet, systems: Wishes['systems']): Promise<Record<string, unknown>> {
  const kept: Record<string, unknown> = {};
  for (const system of systems) {
    const staged = await askStages(set, system);
    const stages = stagesOf(staged);
    if (stages.length === resultStageCount) continue;
    const rows = halves.flatMap((half) => {
      const means = stages.map((stage) => stageMean(staged, stage, half));
      return means.includes(undefined) ? [] : [[half, ...means.map(share)]];
    });
    console.log(`\nShare of the gold in the running, ${system.name}:\n`);
    console.log(tableOf(['half', ...stages], rows));
    kept[system.name] = Object.fromEntries(stages.map((stage) => [stage, rounded(stageMean(staged, stage, 'all') ?? 0)]));
  }
  return kept;
}

function writeOutcomes(file: string, set: string, outcomes: Outcomes): void {
  for (const [system, list] of outcomes) {
    const lines = list.map(({ id, gold, found, ms, values }) =>
      JSON.stringify({ set, system, id, half: halfOf(id), gold, found: found.slice(0, 10), ms: rounded(ms, 3), ...values }),
    );
    fs.appendFileSync(file, `${lines.join('\n')}\n`);
  }
}

/** What `writeOutcomes` wrote, by set and system. */
function readOutcomes(file: string): Outcomes {
  const outcomes = new Map<string, Outcome[]>();
  for (const line of fs.readFileSync(file, 'utf8').split('\n')) {
    if (line === '') continue;
    const { set, system, id, gold, found, ms, ...values } = JSON.parse(line);
    const key = `${set} ${system}`;
    outcomes.set(key, [...(outcomes.get(key) ?? []), { id, gold, found, ms, values }]);
  }
  return outcomes;
}

/** The figures and comparisons of a set, or of several as one. */
function printResults(outcomes: Outcomes, { compare, before }: Wishes, names: readonly string[]): SetSummary {
  const summary: SetSummary = { systems: printFigures(outcomes) };
  const [first = '', ...others] = compare;
  const differences = others.map((other) => {
    const of = [first, other] as const;
    return { of, ...printComparison(outcomes.get(first) ?? [], outcomes.get(other) ?? [], of) };
  });
  if (differences.length > 0) summary.compared = differences;
  for (const [system, list] of outcomes) {
    const then = names.flatMap((name) => before.get(`${name} ${system}`) ?? []);
    if (then.length > 0) printComparison(list, then, [system, `${system} before`]);
  }
  return summary;
}

async function runSet(set: OpenSet, wishes: Wishes): Promise<{ summary: SetSummary; outcomes: Outcomes }> {
  const chunks = set.reader.liveCount;
  console.log(`\n### ${set.name}: ${chunks} chunks, indexed in ${Math.round(set.indexMs)} ms\n`);
  const outcomes = await askAll(set, wishes.systems, wishes.repeat);
  const summary: SetSummary = {
    kind: set.kind,
    chunks,
    indexMs: Math.round(set.indexMs),
    ...printResults(outcomes, wishes, [set.name]),
  };
  if (wishes.stages) summary.stages = await printStages(set, wishes.systems);
  if (wishes.out !== undefined) writeOutcomes(wishes.out, set.name, outcomes);
  return { summary, outcomes };
}

/** The questions of all code sets as one set: the average over repositories. */
function printCodeMean(outcomes: readonly Outcomes[], names: readonly string[], wishes: Wishes): SetSummary | undefined {
  if (outcomes.length < 2) return undefined;
  const joined = new Map<string, readonly Outcome[]>();
  for (const one of outcomes) for (const [system, list] of one) joined.set(system, [...(joined.get(system) ?? []), ...list]);
  console.log(`\n### all questions of ${names.join(', ')}\n`);
  return { kind: 'code', sets: names, ...printResults(joined, wishes, names) };
}

function compareOf(text: string | undefined): readonly string[] {
  const names = listOf(text ?? '');
  if (text !== undefined && names.length < 2) throw new Error(`--compare is ${JSON.stringify(text)}, expected two systems or more`);
  return names;
}

function sourcesOf(sources: readonly SetSource[], union: boolean): readonly SetSource[] {
  return union ? unionOf(sources) : withoutMissing(sources);
}

await runProgram(usage, async () => {
  const { values } = parseArgs({ options });
  const common = readCommon(values);
  const compare = compareOf(values.compare);
  const names = new Set([...listOf(values.systems ?? 'mesh,bm25'), ...compare]);
  const wishes: Wishes = {
    systems: [...names].map((name) => systemOf(name)),
    compare,
    stages: values.stages === true,
    repeat: countOf('--repeat', values.repeat ?? '1'),
    out: values.out,
    before: values.before === undefined ? new Map() : readOutcomes(values.before),
  };
  if (wishes.out !== undefined) fs.writeFileSync(wishes.out, '');
  const sets: Record<string, SetSummary> = {};
  const open = openerOf(common);
  const code: { readonly name: string; readonly outcomes: Outcomes }[] = [];
  for (const source of sourcesOf(findSets(common), values.union === true)) {
    const set = await open(source);
    const { summary, outcomes } = await runSet(set, wishes);
    await set.close();
    sets[set.name] = summary;
    if (set.kind === 'code') code.push({ name: set.name, outcomes });
  }
  const mean = printCodeMean(
    code.map(({ outcomes }) => outcomes),
    code.map(({ name }) => name),
    wishes,
  );
  if (mean !== undefined) sets['all code'] = mean;
  if (common.record) console.error(`Kept in ${record('quality', 'run', { sets })}`);
});
