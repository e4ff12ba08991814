/**
 * What the votes of past commits change in the ranking of tasks. The questions are commits' messages with the files that they changed, asked of
 * the tree before the first of them, in a clone whose history ends there: no question votes. The same questions are asked with the history
 * and without it. Prints hit@1 and R@5 by files, with paired differences and their standard errors, and the times of a question.
 */

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import nodePath from 'node:path';
import { parseArgs } from 'node:util';
import { readQueries } from '../../src/cli/evaluation/passages.ts';
import { createService } from '../../src/service/createService.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { mirrorOf, type Source } from '../quality/mirrors.ts';
import { listOf, runProgram } from '../quality/options.ts';
import { estimate, pairedTest } from '../quality/statistics.ts';
import { tableOf } from '../quality/tables.ts';

const usage = `node bench/history/run.ts --mirrors DIR --data DIR [--sets A,B] [--histories FILE] [--asked]

  --mirrors DIR     bare repositories, OWNER+NAME.git; those that are missing are cloned
  --data DIR        questions of historyQuestions.ts --histories bench/history/histories.json, as DIR/code/SET/queries.jsonl
  --sets A,B        only these
  --histories FILE  others than bench/history/histories.json
  --asked           each message as a question: nothing may differ`;

/** Results that are asked for, as in `eval`. */
const limit = 100;

interface Outcomes {
  readonly hit: number[];
  readonly recall: number[];
  readonly ms: number[];
  /** The files found for each question. */
  readonly found: string[][];
}

interface Asked {
  readonly query: string;
  readonly gold: readonly string[];
}

async function ask(root: string, indexDirectory: string, questions: readonly Asked[], history: boolean): Promise<Outcomes> {
  const service = createService();
  await service.openFolder(root, { settings: defaultSettings, runGit: true, indexDirectory, history });
  await service.idle();
  const outcomes: Outcomes = { hit: [], recall: [], ms: [], found: [] };
  for (const { query, gold } of questions) {
    const { results, ms } = await service.search(query, { limit });
    const found = [...new Set(results.map(({ path }) => path))];
    outcomes.hit.push(gold.includes(found[0] ?? '') ? 1 : 0);
    outcomes.recall.push(gold.filter((path) => found.slice(0, 5).includes(path)).length / gold.length);
    outcomes.ms.push(ms);
    outcomes.found.push(found);
  }
  await service.close();
  return outcomes;
}

/** A clone in which nothing is known of later commits. */
function clone(mirror: string, commit: string, parent: string): string {
  const root = nodePath.join(parent, 'tree');
  const git = (...args: string[]): void => void execFileSync('git', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  git('clone', '-q', '--shared', '--no-checkout', mirror, root);
  git('-C', root, 'checkout', '-q', '--detach', commit);
  return fs.realpathSync(root);
}

function append(all: Outcomes, { hit, recall, ms, found }: Outcomes): void {
  all.hit.push(...hit);
  all.recall.push(...recall);
  all.ms.push(...ms);
  all.found.push(...found);
}

const percent = (value: number): string => (100 * value).toFixed(1);

function row(name: string, withPast: Outcomes, without: Outcomes): readonly string[] {
  const cells = (['hit', 'recall'] as const).flatMap((metric) => {
    const [a, b] = [withPast[metric], without[metric]];
    const { mean, error } = pairedTest(a, b);
    return [percent(estimate(b).mean), percent(estimate(a).mean), `${mean < 0 ? '−' : '+'}${percent(Math.abs(mean))} ± ${percent(error)}`];
  });
  const median = (list: readonly number[]): string => ([...list].sort((x, y) => x - y)[list.length >> 1] ?? 0).toFixed(1);
  return [name, String(withPast.hit.length), ...cells, `${median(without.ms)}, ${median(withPast.ms)}`];
}

await runProgram(usage, async () => {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { mirrors: text, data: text, sets: text, histories: text, asked: { type: 'boolean' } } });
  const { mirrors, data, histories = nodePath.join(import.meta.dirname, 'histories.json') } = values;
  if (mirrors === undefined || data === undefined) throw new Error('--mirrors and --data are required');
  const wanted = values.sets === undefined ? undefined : listOf(values.sets);
  const sources = (JSON.parse(fs.readFileSync(histories, 'utf8')) as Source[]).filter(({ name }) => wanted?.includes(name) ?? true);
  const head = ['set', 'questions', 'hit@1 without', 'with', 'difference', 'R@5 without', 'with', 'difference', 'median ms'];
  const rows: (readonly string[])[] = [];
  const all = [0, 1].map((): Outcomes => ({ hit: [], recall: [], ms: [], found: [] })) as [Outcomes, Outcomes];
  for (const source of sources) {
    const file = nodePath.join(data, 'code', source.name, 'queries.jsonl');
    const { commit } = JSON.parse(fs.readFileSync(file, 'utf8').split('\n', 1)[0] as string) as { commit: string };
    const queries = await readQueries(file);
    const asked = queries.map(({ query, gold }) => ({ query: values.asked ? `How can one ${query.slice(0, 250)}?` : query, gold }));
    const parent = fs.mkdtempSync(nodePath.join(os.tmpdir(), 'history-'));
    try {
      const root = clone(mirrorOf(source, mirrors), commit, parent);
      const indexDirectory = nodePath.join(parent, 'index.index');
      const pair = [await ask(root, indexDirectory, asked, true), await ask(root, indexDirectory, asked, false)] as const;
      rows.push(row(source.name, ...pair));
      for (const [i, one] of pair.entries()) append(all[i] as Outcomes, one);
      console.error(rows.at(-1)?.join('  '));
    } finally {
      fs.rmSync(parent, { recursive: true, force: true });
    }
  }
  console.log(tableOf(head, [...rows, row('all', ...all)]));
  const same = all[0].found.filter((files, i) => files.join('\n') === all[1].found[i]?.join('\n')).length;
  console.log(`\n${same} of ${all[0].found.length} rankings are the same.`);
});
