/**
 * Lays out newcomers' questions as code sets, one per repository, so that `run.ts` and `ablate.ts` can ask them: gold is each line on which the
 * pattern of an evidence matches, or the whole file where the pattern is empty. Questions without an answer are left out.
 */

import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { writeLines } from './mirrors.ts';
import { listOf, runProgram } from './options.ts';

const usage = `node bench/quality/newcomerSets.ts --trees DIR --data DIR [--named A=B,C=D] FILE.jsonl...

  --trees DIR  where the tree of each repository is, as DIR/OWNER+NAME
  --data DIR   the questions are written to DIR/code/OWNER+NAME/queries.jsonl
  --named A=B  each question ends with the project's name ("... in Flask?"), which is that of its repository but for the given ones; questions
               that have it already are left out`;

interface Evidence {
  readonly file?: string;
  readonly files?: string;
  readonly pattern: string;
}

interface Question {
  readonly id: string;
  readonly repo: string;
  readonly question: string;
  readonly evidence: readonly Evidence[];
}

function filesOf(tree: string): readonly string[] {
  const all = fs.readdirSync(tree, { recursive: true, encoding: 'utf8' });
  return all.map((file) => file.split(path.sep).join('/')).filter((file) => fs.statSync(path.join(tree, file)).isFile());
}

function placesOf(tree: string, files: readonly string[], { file, files: pattern, pattern: text }: Evidence): readonly string[] {
  const wanted = file === undefined ? files.filter((one) => new RegExp(pattern ?? '').test(one)) : [file];
  if (text === '') return wanted;
  return wanted.flatMap((one) => {
    const content = fs.readFileSync(path.join(tree, one), 'utf8');
    return Array.from(content.matchAll(new RegExp(text, 'gsu')), ({ index }) => `${one}:${content.slice(0, index).split('\n').length}`);
  });
}

/** The question with the project's name; undefined if it has it already. */
function inProject(question: string, name: string): string | undefined {
  return question.toLowerCase().includes(name.toLowerCase()) ? undefined : `${question.replace(/\s*\?$/, '')} in ${name}?`;
}

await runProgram(usage, async () => {
  const options = { trees: { type: 'string' }, data: { type: 'string' }, named: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const { trees, data } = values;
  const names = values.named === undefined ? undefined : new Map(listOf(values.named).map((pair) => pair.split('=') as [string, string]));
  if (trees === undefined || data === undefined || positionals.length === 0) throw new Error('--trees, --data and FILE are required');
  const lines = positionals.flatMap((file) => fs.readFileSync(file, 'utf8').split('\n'));
  const questions = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Question);
  for (const [repo, asked] of Map.groupBy(questions, (question) => question.repo)) {
    const name = repo.replace('/', '+');
    const tree = path.join(trees, name);
    if (!fs.existsSync(tree)) {
      console.error(`${name} is left out: its tree is not there`);
      continue;
    }
    const files = filesOf(tree);
    const project = repo.slice(repo.indexOf('/') + 1);
    const sets = asked.map(({ id, question, evidence }) => ({
      id,
      query: names === undefined ? question : inProject(question, names.get(project) ?? project),
      gold: [...new Set(evidence.flatMap((one) => placesOf(tree, files, one)))],
    }));
    const answerable = sets.filter(({ query, gold }) => query !== undefined && gold.length > 0);
    writeLines(path.join(data, 'code', name, 'queries.jsonl'), answerable);
    console.error(`${name}: ${answerable.length} of ${asked.length} questions`);
  }
});
