/** Removes the components of `mesh` one at a time and prints the effect of each. */

import { parseArgs } from 'node:util';
import { meshWeights } from '../../src/engine/retrieval/steps/mesh/weights.ts';
import { record } from '../record.ts';
import { compared } from './figures.ts';
import { type Half, halfOf, ofHalf } from './halves.ts';
import { askAll, type Metric, type Outcome, systemOf } from './judge.ts';
import { commonOptions, listOf, readCommon, runProgram } from './options.ts';
import { findSets, openerOf, type SetKind, withoutMissing } from './sets.ts';
import { points, tableOf } from './tables.ts';
import { neutralOf, type WeightName, weightNames, without } from './variants.ts';

const usage = `node bench/quality/ablate.ts --data DIR [--trees DIR] [--sets A,B] [--weights A,B] [--joint] [--record]

Sets each constant of mesh to the value at which its ingredient is gone, and prints by set what is lost, in points, on the dev and the
test half, with standard errors. An ingredient earns its place where its removal costs more than one standard error on both halves of
some set. With --joint also each pair of the given weights is taken away, and all together.`;

/** The metrics reported for each kind of set. */
const judgedBy: Readonly<Record<SetKind, readonly Metric[]>> = { passages: ['R@2', 'R@5'], code: ['hit@1', 'R@5', 'R@10', 'passage@5'] };

/** The effect of a removal on one set by one metric; negative if the component helps. */
interface Delta {
  readonly set: string;
  readonly metric: Metric;
  readonly dev: { readonly mean: number; readonly error: number };
  readonly test: { readonly mean: number; readonly error: number };
}

/** The weights that a variant is without. */
type Variant = readonly WeightName[];
type ByVariant = ReadonlyMap<Variant, Delta[]>;

function variantsOf(weights: readonly WeightName[], joint: boolean): readonly Variant[] {
  const singles = weights.map((name) => [name]);
  if (!joint) return singles;
  const pairs = weights.flatMap((a, i) => weights.slice(i + 1).map((b) => [a, b]));
  return [...singles, ...pairs, ...(weights.length > 2 ? [weights] : [])];
}

function deltaOf(set: string, metric: Metric, removed: readonly Outcome[], whole: readonly Outcome[]): Delta {
  const of = (half: Half): Delta['dev'] => {
    const { mean, error } = compared(ofHalf(removed, half), ofHalf(whole, half), metric);
    return { mean: Number(mean.toFixed(5)), error: Number(error.toFixed(5)) };
  };
  return { set, metric, dev: of('dev'), test: of('test') };
}

function costs({ dev, test }: Delta): boolean {
  return dev.mean < -dev.error && test.mean < -test.error;
}

function helps({ dev, test }: Delta): boolean {
  return dev.mean > dev.error && test.mean > test.error;
}

function cellOf({ dev, test }: Delta): string {
  const one = ({ mean, error }: Delta['dev']): string => (mean === 0 && error === 0 ? '=' : `${points(mean)}±${(error * 100).toFixed(1)}`);
  const [left, right] = [one(dev), one(test)];
  return left === '=' && right === '=' ? '' : `${left} ${right}`;
}

function placesOf(deltas: readonly Delta[], is: (delta: Delta) => boolean): string {
  return deltas
    .filter(is)
    .map(({ set, metric }) => `${set} ${metric}`)
    .join(', ');
}

function printResult(deltas: ByVariant, sets: readonly string[]): void {
  for (const metric of ['R@5', 'R@2', 'hit@1', 'R@10', 'passage@5'] as const) {
    const shown = sets.filter((set) => [...deltas.values()][0]?.some((delta) => delta.set === set && delta.metric === metric));
    const rows = [...deltas].map(([names, list]) => [
      names.map((name) => `${name} ${meshWeights[name]} → ${neutralOf(name)}`).join(', '),
      ...shown.map((set) => cellOf(list.find((delta) => delta.set === set && delta.metric === metric) as Delta)),
    ]);
    console.log(`\n${metric}, dev and test half, points:\n\n${tableOf(['without', ...shown], rows)}`);
  }
  const rows = [...deltas].map(([names, list]) => [
    names.join(', '),
    points(meanChange(list)),
    placesOf(list, costs) || 'nowhere',
    placesOf(list, helps) || 'nowhere',
  ]);
  console.log(`\n${tableOf(['without', 'mean R@5', 'costs on both halves of', 'helps on both halves of'], rows)}`);
  const idle = [...deltas].filter(([, list]) => !list.some(costs)).map(([names]) => names.join(' with '));
  console.log(`\nDo not earn their place: ${idle.join(', ') || 'none'}`);
}

/** Mean change of R@5 over the sets, halves weighted equally. */
function meanChange(list: readonly Delta[]): number {
  const all = list.filter(({ metric }) => metric === 'R@5').flatMap(({ dev, test }) => [dev.mean, test.mean]);
  return all.reduce((sum, value) => sum + value, 0) / Math.max(1, all.length);
}

/** By variant and by set and metric: mean and error on dev, mean and error on test. */
function keptOf(deltas: ByVariant): Record<string, Record<string, readonly number[]>> {
  const flat = ({ set, metric, dev, test }: Delta) => [`${set} ${metric}`, [dev.mean, dev.error, test.mean, test.error]] as const;
  return Object.fromEntries([...deltas].map(([names, list]) => [names.join(', '), Object.fromEntries(list.map(flat))]));
}

function weightsOf(text: string | undefined): readonly WeightName[] {
  if (text === undefined) return weightNames;
  return listOf(text).map((name) => {
    const known = weightNames.find((weight) => weight === name);
    if (known === undefined) throw new Error(`mesh has no constant ${JSON.stringify(name)}; it has ${weightNames.join(', ')}`);
    return known;
  });
}

await runProgram(usage, async () => {
  const { values } = parseArgs({ options: { ...commonOptions, weights: { type: 'string' }, joint: { type: 'boolean' } } });
  const common = readCommon(values);
  const variants = variantsOf(weightsOf(values.weights), values.joint === true);
  const systems = [systemOf('mesh'), ...variants.map((names) => systemOf(without(names)))];
  const deltas: Map<Variant, Delta[]> = new Map(variants.map((names) => [names, []]));
  const sets: string[] = [];
  let codeSets = 0;
  const code = new Map<string, Outcome[]>(systems.map(({ name }) => [name, []]));
  const add = (set: string, kind: SetKind, outcomes: ReadonlyMap<string, readonly Outcome[]>): void => {
    sets.push(set);
    for (const names of variants)
      for (const metric of judgedBy[kind])
        deltas.get(names)?.push(deltaOf(set, metric, outcomes.get(without(names)) ?? [], outcomes.get('mesh') ?? []));
  };
  const open = openerOf(common);
  for (const source of withoutMissing(findSets(common))) {
    const set = await open(source);
    console.error(`${set.name}: ${set.queries.length} questions, ${new Set(set.queries.map(({ id }) => halfOf(id))).size} halves`);
    const outcomes = await askAll(set, systems);
    await set.close();
    add(set.name, set.kind, outcomes);
    if (set.kind === 'code') codeSets++;
    if (set.kind === 'code') for (const [name, list] of outcomes) code.get(name)?.push(...list);
  }
  if (codeSets > 1) add('all code', 'code', code);
  printResult(deltas, sets);
  if (common.record) console.error(`Kept in ${record('quality', 'ablation', { deltas: keptOf(deltas) })}`);
});
