/**
 * Makes questions whose answer differs from others only by the parenthesis in its title: each of the passages with titles such as
 * "Dark River (2017 film)" and "Dark River (novel)" is asked for by both parts.
 */

import fs from 'node:fs';
import nodePath from 'node:path';
import { parseArgs } from 'node:util';
import { writeLines } from './mirrors.ts';
import { listOf, runProgram } from './options.ts';

const usage = `node bench/quality/bracketQuestions.ts --from DIR --sets A,B --data DIR

  --from DIR   holds passages/NAME/corpus.jsonl
  --sets A,B   names of sets
  --data DIR   the questions, and a link to the passages, are written to DIR/passages/NAME`;

interface Titled {
  readonly id: string;
  readonly base: string;
  readonly bracket: string;
}

function titledOf(file: string): readonly Titled[] {
  const lines = fs.readFileSync(file, 'utf8').split('\n');
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const { id, title } = JSON.parse(line) as { id: string; title: string };
      const [, base = title, bracket = ''] = /^(.*\S)\s*\(([^)]*)\)$/.exec(title) ?? [];
      return { id, base, bracket };
    });
}

await runProgram(usage, async () => {
  const { values } = parseArgs({ options: { from: { type: 'string' }, sets: { type: 'string' }, data: { type: 'string' } } });
  const { from, sets, data } = values;
  if (from === undefined || sets === undefined || data === undefined) throw new Error('--from, --sets and --data are required');
  for (const name of listOf(sets)) {
    const corpus = nodePath.resolve(from, 'passages', name, 'corpus.jsonl');
    const questions = [...Map.groupBy(titledOf(corpus), ({ base }) => base.toLowerCase()).values()].flatMap((group) =>
      group
        .filter(({ bracket }) => bracket !== '' && group.length > 1 && group.filter((other) => other.bracket === bracket).length === 1)
        .map(({ id, base, bracket }) => ({ id: `bracket-${id}`, query: `Who is behind the ${bracket} ${base}?`, gold: [id] })),
    );
    const folder = nodePath.join(data, 'passages', name);
    writeLines(nodePath.join(folder, 'queries.jsonl'), questions);
    fs.rmSync(nodePath.join(folder, 'corpus.jsonl'), { force: true });
    fs.symlinkSync(corpus, nodePath.join(folder, 'corpus.jsonl'));
    console.error(`${name}: ${questions.length} questions`);
  }
});
