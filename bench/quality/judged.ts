/**
 * What a judge of the first results is worth: `mesh` with its first twenty, and `multi-semantic` with its five finalists, ordered by simulated judges: one that
 * knows which passages answer, one whose verdicts are wrong in 10 % of passages, one that guesses. Verdicts depend on question and passage alone.
 */

import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { Judge } from '../../src/engine/retrieval/modelSources/enrichment.ts';
import { judgedRetriever } from '../../src/systems/judged.ts';
import { compared } from './figures.ts';
import { askAll, type Outcome, type System, systemOf } from './judge.ts';
import { commonOptions, readCommon, runProgram } from './options.ts';
import { findSets, type OpenSet, openerOf, withoutMissing } from './sets.ts';
import { points, tableOf } from './tables.ts';

const usage = `node bench/quality/judged.ts --data DIR [--sets A,B] [--half dev|test]`;

/** Whether a passage answers, as a judge says that knows it. */
type Verdict = (isGold: boolean, drawn: number) => number;
const judges: Readonly<Record<string, Verdict>> = {
  perfect: (isGold) => Number(isGold),
  'wrong in 10 %': (isGold, drawn) => Number(isGold !== drawn < 0.1),
  random: (_, drawn) => drawn,
};

const textKey = (title: string, text: string): string => `${title}\n${text}`;

/** Judges by the gold of the set, which they know by the texts of the passages. */
async function judgesOf(set: OpenSet): Promise<ReadonlyMap<string, Judge>> {
  const infos = await set.reader.chunkInfo(Array.from({ length: set.reader.chunkCount }, (_, chunk) => chunk));
  const ids = new Map<string, string>();
  for (const info of infos) ids.set(textKey(info.title, (await set.texts.chunkText(info)) ?? ''), info.path);
  const gold = new Map(set.queries.map((one) => [one.query, new Set(one.gold)]));
  const judgeBy = (verdict: Verdict): Judge => ({
    judge: async (question, passages) =>
      passages.map(({ title, text }) => {
        const id = ids.get(textKey(title, text)) ?? '';
        const drawn = createHash('sha256').update(`${question}\n${id}`).digest().readUInt32LE() / 2 ** 32;
        return verdict(gold.get(question)?.has(id) === true, drawn);
      }),
  });
  return new Map(Object.entries(judges).map(([name, verdict]) => [name, judgeBy(verdict)]));
}

function inPercent(outcomes: readonly Outcome[], metric: 'R@2' | 'R@5'): string {
  const values = outcomes.map(({ values: of }) => of[metric] ?? 0);
  return ((100 * values.reduce((sum, value) => sum + value, 0)) / values.length).toFixed(1);
}

async function rowsOf(set: OpenSet): Promise<readonly string[][]> {
  const { texts } = set;
  const systems: System[] = ['mesh', 'multi-semantic'].map((name) => systemOf(name, { texts }));
  for (const [name, judge] of await judgesOf(set)) {
    systems.push({ name: `mesh, ${name}`, retriever: judgedRetriever(systemOf('mesh', { texts }).retriever, { judge, texts }) });
    systems.push({ name: `multi-semantic, ${name}`, retriever: systemOf('multi-semantic', { texts, judge }).retriever });
  }
  const outcomes = await askAll(set, systems);
  return systems
    .map(({ name }) => name)
    .sort()
    .map((name) => {
      const [system = '', judge = ''] = name.split(', ');
      const own = outcomes.get(name) ?? [];
      const difference = (metric: 'R@2' | 'R@5'): string => {
        if (judge === '') return inPercent(own, metric);
        const { mean, error } = compared(own, outcomes.get(system) ?? [], metric);
        return `${inPercent(own, metric)} (${points(mean)} ± ${(100 * error).toFixed(1)})`;
      };
      return [set.name, `\`${system}\``, judge, difference('R@2'), difference('R@5')];
    });
}

await runProgram(usage, async () => {
  const options = readCommon(parseArgs({ options: commonOptions }).values);
  const open = openerOf(options);
  const rows: string[][] = [];
  for (const source of withoutMissing(findSets(options)).filter(({ kind }) => kind === 'passages'))
    rows.push(...(await rowsOf(await open(source))));
  console.log(tableOf(['set', 'system', 'judge', 'R@2', 'R@5'], rows));
});
