/**
 * What a question gains from the file that it is asked in. Each file of a commit that changed several is open once; the commit's message is
 * the question, and the other files are to be found. Prints R@5 of the other files and of all changed files, with the open file given and without
 * it, and the paired differences.
 *
 * Questions and trees are those of `historyQuestions.ts`. The weight `near` was chosen on flask, fastify and ripgrep.
 */

import path from 'node:path';
import { parseArgs } from 'node:util';
import { readQueries } from '../../src/cli/evaluation/passages.ts';
import { createService } from '../../src/service/createService.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { ofHalf } from './halves.ts';
import { commonOptions, readCommon, runProgram } from './options.ts';
import { findSets, type SetSource } from './sets.ts';
import { estimate, pairedTest } from './statistics.ts';

const usage = `node bench/quality/near.ts --data DIR --trees DIR [--sets A,B] [--half dev|test]

  --data DIR   questions, as DIR/code/SET/queries.jsonl
  --trees DIR  their trees, as DIR/SET
  --sets A,B   only these
  --half HALF  only one half of the questions`;

/** Results that are asked for: enough for five files. */
const limit = 40;
const top = 5;

/** R@5 with the open file and without it, one number a question and open file. */
interface Recalls {
  readonly others: readonly [number[], number[]];
  readonly all: readonly [number[], number[]];
}

const recall = (gold: readonly string[], found: readonly string[]): number =>
  gold.filter((file) => found.slice(0, top).includes(file)).length / gold.length;

async function recallsOf({ queries, tree = '' }: SetSource, half: 'all' | 'dev' | 'test'): Promise<Recalls> {
  const recalls: Recalls = { others: [[], []], all: [[], []] };
  const service = createService();
  const root = path.resolve(tree);
  await service.openFolder(root, { settings: defaultSettings, runGit: false });
  await service.update(root);
  const questions = ofHalf(await readQueries(queries), half).filter(({ gold }) => gold.length > 1);
  for (const { query, gold } of questions) {
    const without = await service.search(query, { limit });
    for (const open of gold) {
      const near = await service.search(query, { limit, near: path.join(root, open) });
      for (const [i, { results }] of [near, without].entries()) {
        const files = [...new Set(results.map((result) => result.path))];
        const isOther = (file: string) => file !== open;
        recalls.others[i]?.push(recall(gold.filter(isOther), files.filter(isOther)));
        recalls.all[i]?.push(recall(gold, files));
      }
    }
  }
  await service.close();
  return recalls;
}

function lineOf([near, without]: readonly [number[], number[]]): string {
  const { mean, low, high } = pairedTest(near, without);
  const percent = (value: number): string => (100 * value).toFixed(1);
  return `${percent(estimate(without).mean)} to ${percent(estimate(near).mean)}, ${percent(mean)} (${percent(low)} to ${percent(high)})`;
}

void runProgram(usage, async () => {
  const { values } = parseArgs({ options: commonOptions });
  if (values.help) return console.log(usage);
  const options = readCommon(values);
  for (const source of findSets(options).filter(({ kind }) => kind === 'code')) {
    if (source.missing !== undefined) console.log(`${source.name}: skipped, ${source.missing}`);
    else {
      const { others, all } = await recallsOf(source, options.half);
      console.log(`${source.name}, ${others[0].length} open files: other files ${lineOf(others)}; all changed files ${lineOf(all)}`);
    }
  }
});
