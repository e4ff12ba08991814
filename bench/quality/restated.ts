/**
 * What restating a question brings: the rank of the passage that answers it, for the question alone and with the line and the names that a large
 * language model wrote from the question and the repository's name alone (`data/newcomers/restated.jsonl`).
 */

import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createService } from '../../src/service/createService.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { runProgram } from './options.ts';

const usage = `node bench/quality/restated.ts --trees DIR

  --trees DIR  where the tree of each repository is, as DIR/OWNER+NAME`;

interface Question {
  readonly id: string;
  readonly evidence: readonly { readonly file?: string; readonly files?: string; readonly pattern: string }[];
}

interface RestatedQuestion {
  readonly id: string;
  readonly repo: string;
  readonly question: string;
  /** The line, and the same with names after it. */
  readonly general: string;
  readonly named: string;
}

const depths = [1, 3, 5, 10];
const folder = path.join(import.meta.dirname, 'data/newcomers');

await runProgram(usage, async () => {
  const { values } = parseArgs({ options: { trees: { type: 'string' } } });
  if (values.trees === undefined) throw new Error('--trees is missing; --help shows what there is');
  const files = fs.readdirSync(folder).filter((file) => file.endsWith('choose.jsonl'));
  const evidence = new Map(files.flatMap((file) => rowsOf<Question>(file)).map((one) => [one.id, one.evidence]));
  const asked = rowsOf<RestatedQuestion>('restated.jsonl').filter(({ id }) => (evidence.get(id)?.length ?? 0) > 0);
  const found = { question: depths.map(() => 0), restated: depths.map(() => 0) };
  for (const repo of new Set(asked.map((one) => one.repo))) {
    const service = createService();
    await service.openFolder(path.resolve(values.trees, repo.replace('/', '+')), { settings: defaultSettings, runGit: false });
    await service.idle();
    for (const { id, question, general, named } of asked.filter((one) => one.repo === repo)) {
      const line = plain(general);
      const restated = { line, names: plain(named).slice(line.length).split(' ') };
      for (const [name, options] of [
        ['question', {}],
        ['restated', { restated }],
      ] as const) {
        const { results } = await service.search(question, { ...options, limit: 10, withText: true });
        const rank = results.findIndex((one) =>
          evidence.get(id)?.some(({ file, files: paths = '', pattern }) => {
            const isFile = file === undefined ? new RegExp(paths).test(one.path) : one.path === file;
            return isFile && new RegExp(pattern, 'su').test(one.content?.text ?? '');
          }),
        );
        for (const [i, depth] of depths.entries()) if (rank >= 0 && rank < depth) (found[name][i] as number)++;
      }
    }
    await service.close();
  }
  for (const [name, counts] of Object.entries(found)) {
    const shares = counts.map((count, i) => `in ${depths[i]}: ${((100 * count) / asked.length).toFixed(1)} %`);
    console.log(`${name.padEnd(10)} ${shares.join(', ')} of ${asked.length}`);
  }
});

function rowsOf<Row>(file: string): readonly Row[] {
  const lines = fs.readFileSync(path.join(folder, file), 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Row);
}

/** Without what a search takes for an operator. */
function plain(text: string): string {
  return text
    .replace(/["“”]/g, ' ')
    .replace(/(^|\s)-+/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}
