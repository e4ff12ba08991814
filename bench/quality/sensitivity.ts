/** Perturbs all constants of `mesh` at random at once: figures that depend on exact values would be overfitted to the questions. */

import { parseArgs } from 'node:util';
import { rounded } from '../../src/cli/evaluation/metrics.ts';
import { record } from '../record.ts';
import { figuresByHalf } from './figures.ts';
import { askAll, type Metric, systemOf } from './judge.ts';
import { commonOptions, countOf, readCommon, runProgram } from './options.ts';
import { findSets, openerOf, withoutMissing } from './sets.ts';
import { share, tableOf } from './tables.ts';
import { shaken } from './variants.ts';

const usage = `node bench/quality/sensitivity.ts --data DIR [--trees DIR] [--sets A,B] [--half dev|test|all] [--draws 16] [--record]

Multiplies every constant of mesh by a number of its own between 0.5 and 1.5, N times from fixed seeds, and prints the least, the median
and the maximum next to the figure with the unchanged constants.`;

const shown: readonly Metric[] = ['R@2', 'R@5', 'R@10', 'hit@1'];

function middle(sorted: readonly number[]): number {
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[half] as number) : ((sorted[half - 1] as number) + (sorted[half] as number)) / 2;
}

await runProgram(usage, async () => {
  const { values } = parseArgs({ options: { ...commonOptions, draws: { type: 'string' } } });
  const common = readCommon(values);
  const draws = Array.from({ length: countOf('--draws', values.draws ?? '16') }, (_, i) => shaken(i + 1));
  const systems = [systemOf('mesh'), ...draws.map((draw) => systemOf(draw))];
  const rows: string[][] = [];
  const kept: Record<string, unknown> = {};
  const open = openerOf(common);
  for (const source of withoutMissing(findSets(common))) {
    const set = await open(source);
    console.error(`${set.name}: ${set.queries.length} questions`);
    const outcomes = await askAll(set, systems);
    await set.close();
    for (const metric of shown) {
      const of = (name: string): number => figuresByHalf(outcomes.get(name) ?? []).all?.means[metric] ?? 0;
      const sorted = draws.map(of).sort((a, b) => a - b);
      const [min, median, greatest] = [sorted[0] as number, middle(sorted), sorted.at(-1) as number];
      rows.push([set.name, metric, share(of('mesh')), share(min), share(median), share(greatest)]);
      kept[`${set.name} ${metric}`] = { mesh: of('mesh'), least: min, median: rounded(median), greatest };
    }
  }
  console.log(tableOf(['set', 'metric', 'mesh', 'least', 'median', 'greatest'], rows));
  if (common.record) console.error(`Kept in ${record('quality', 'sensitivity', { draws: draws.length, figures: kept })}`);
});
