/** Prints the tables of `bench/quality/README.md` from a stored run: one row per set, the halves side by side. */

import fs from 'node:fs';
import { parseArgs } from 'node:util';
import type { ByHalf, Figures } from './figures.ts';
import type { Metric } from './judge.ts';
import { runProgram } from './options.ts';
import type { SetKind } from './sets.ts';
import { tableOf } from './tables.ts';

const usage = `node bench/quality/summary.ts bench/quality/runs/FILE.json

Percent; all questions, and in brackets the dev and the test half.`;

interface KeptSet {
  readonly kind: SetKind;
  readonly chunks?: number;
  readonly systems: Readonly<Record<string, ByHalf<Figures>>>;
}

interface KeptRun {
  readonly date: string;
  readonly commit: string;
  readonly changed: boolean;
  readonly machine: { readonly cpu: string; readonly cores: number; readonly node: string };
  readonly sets: Readonly<Record<string, KeptSet>>;
}

const shown: Readonly<Record<SetKind, readonly Metric[]>> = {
  passages: ['R@2', 'R@5', 'R@10', 'answer@5'],
  code: ['hit@1', 'R@5', 'R@10', 'MRR'],
};

function percent(value: number | undefined): string {
  return value === undefined ? '' : (value * 100).toFixed(1);
}

function cellOf(figures: ByHalf<Figures>, metric: Metric): string {
  const [all, dev, test] = [figures.all, figures.dev, figures.test].map((part) => percent(part?.means[metric]));
  return all === '' ? '' : `${all} (${dev}, ${test})`;
}

function tableFor(run: KeptRun, kind: SetKind): string {
  const rows = Object.entries(run.sets).flatMap(([name, set]) =>
    set.kind !== kind
      ? []
      : Object.entries(set.systems).map(([system, figures]) => [
          `${name} (${figures.all?.questions})`,
          system,
          ...shown[kind].map((metric) => cellOf(figures, metric)),
        ]),
  );
  return tableOf(['set (questions)', 'system', ...shown[kind]], rows);
}

await runProgram(usage, async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  if (positionals.length !== 1) throw new Error(usage);
  const run: KeptRun = JSON.parse(fs.readFileSync(positionals[0] as string, 'utf8'));
  if (run.sets === undefined) throw new Error(`${JSON.stringify(positionals[0])} is no run of bench/quality/run.ts`);
  const { date, commit, changed, machine } = run;
  console.log(
    `${date.slice(0, 10)}, commit ${commit}${changed ? ' with changes' : ''}, ${machine.cores} × ${machine.cpu}, Node ${machine.node}\n`,
  );
  console.log(`${tableFor(run, 'passages')}\n\n${tableFor(run, 'code')}`);
});
