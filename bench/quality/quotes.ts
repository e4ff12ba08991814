/**
 * What is quoted where no model is chosen: how many questions of newcomers are refused whose answer is there, how many are answered whose
 * answer is not, and how often what is quoted comes from a file that answers, or holds the command that was asked for.
 *
 * The questions are in `data/quotes.jsonl`: `documented` in the words of the docs, `reworded` in others, `typed` for what is typed into a
 * terminal (`says` is a pattern of it), and two kinds that no workspace answers, asked of each: `everyday` and `elsewhere` (of other software).
 * `data/why.jsonl` has questions that ask why, of three trees for each half. On the half `dev` the rules were chosen.
 */

import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createService } from '../../src/service/createService.ts';
import type { AskAnswer } from '../../src/service/results.ts';
import type { Service } from '../../src/service/service.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { runProgram } from './options.ts';

const usage = `node bench/quality/quotes.ts --trees DIR [--questions FILE] [--show KIND]

  --trees DIR       where the trees lie that the questions name
  --questions FILE  one JSON object a line: {kind, half, query, tree?, files?, says?}; data/quotes.jsonl
  --show KIND       prints the answers to the questions of a kind`;

interface NewcomerQuestion {
  readonly kind: string;
  readonly half: string;
  readonly query: string;
  /** The folder that it is asked of; each one where absent. */
  readonly tree?: string;
  /** A pattern of the paths of files that answer. */
  readonly files?: string;
  /** A pattern of what the quotes must hold. */
  readonly says?: string;
}

interface Counts {
  asked: number;
  quoted: number;
  /** Of those with a pattern: quoted from such a file, or holding it. */
  right: number;
  isJudged: boolean;
}

await runProgram(usage, async () => {
  const { values } = parseArgs({ options: { trees: { type: 'string' }, questions: { type: 'string' }, show: { type: 'string' } } });
  if (!values.trees) throw new Error('--trees is missing; --help shows what there is');
  const file = values.questions ?? path.join(import.meta.dirname, 'data/quotes.jsonl');
  const lines = fs.readFileSync(file, 'utf8').split('\n');
  const questions = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as NewcomerQuestion);
  const counts = new Map<string, Counts>();
  for (const tree of new Set(questions.flatMap((one) => one.tree ?? []))) {
    const service = createService();
    try {
      await service.openFolder(path.resolve(values.trees, tree), { settings: defaultSettings, runGit: true });
      await service.idle();
      for (const one of questions) if (one.tree === undefined || one.tree === tree) await ask(service, tree, one, counts, values.show);
    } finally {
      await service.close();
    }
  }
  console.log(`${'kind'.padEnd(12)} half  asked  quoted  right`);
  for (const [name, { asked, quoted, right, isJudged }] of counts) {
    const share = (count: number): string => `${((100 * count) / asked).toFixed(1)} %`.padStart(9);
    console.log(`${name.padEnd(18)}${String(asked).padStart(5)}${share(quoted)}${isJudged ? share(right) : ''}`);
  }
});

async function ask(service: Service, tree: string, question: NewcomerQuestion, counts: Map<string, Counts>, show: string | undefined) {
  const { kind, half, query, files, says } = question;
  const name = `${kind.padEnd(12)} ${half}`;
  const count = counts.get(name) ?? { asked: 0, quoted: 0, right: 0, isJudged: files !== undefined || says !== undefined };
  counts.set(name, count);
  const answer = await service.ask(query);
  count.asked++;
  if (answer.found) count.quoted++;
  if (isRight(answer, files, says)) count.right++;
  if (show === kind) console.log(`## ${tree}: ${query}\n\n${answer.answer}\n`);
}

function isRight({ citations }: AskAnswer, files: string | undefined, says: string | undefined): boolean {
  if (files !== undefined) return citations.some((citation) => new RegExp(files).test(citation.path));
  return says !== undefined && new RegExp(says).test(citations.map(({ quote }) => quote).join('\n'));
}
