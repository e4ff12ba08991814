/**
 * Newcomers' questions: whether the displayed blocks contain the evidence of known answers, in which state they are given, and how many
 * lines that takes; compared with the passages found, the first 26 lines of BM25's results, the first ten lines of a regular-expression
 * search, and the answers of another build of the command line.
 *
 * Questions: one JSON object a line, `{id, repo, language, kind, wording, question, evidence: [{file, pattern}]}`; any one evidence
 * suffices, none means that the repository has no answer. Judged questions have `[file, from, to]` instead, of which one line suffices. Rules are chosen on `newcomers/choose.jsonl` and `newcomers/earlier.jsonl`, whose
 * evidence is coarser; `newcomers/report.jsonl` is for reporting only. `newcomers/repositories.json` has the commits, `newcomersCheck.ts`
 * checks the files.
 */

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { blockText } from '../../src/engine/answer/brief/blockText.ts';
import { weights } from '../../src/engine/answer/brief/weights.ts';
import { createService } from '../../src/service/createService.ts';
import type { AskAnswer, SearchResult } from '../../src/service/types/results.ts';
import type { Service } from '../../src/service/types/service.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { type Evidence, hasEvidence, isIn, type Shown, shownBy } from './evidence.ts';
import { listOf, runProgram } from './options.ts';
import { estimate, pairedTest } from './statistics.ts';

const usage = `node bench/quality/newcomers.ts --trees DIR [--questions FILE] [--repos A,B] [--half HALF] [--show] [--ablate] [--rg PATH] [--before CLI] [--out FILE]

  --trees DIR       where the tree of each repository is, as DIR/OWNER+NAME
  --questions FILE  data/newcomers/choose.jsonl where absent
  --repos A,B       only these repositories, OWNER/NAME
  --half HALF       of judged questions, those to choose or to report
  --show            prints each question with what is shown
  --ablate          asks again without each of the brief's weights
  --rg PATH         ripgrep, to compare with its first ten lines
  --before CLI      another build's dist/cli.js, to compare with the quotes of its answers
  --out FILE        one JSON object a question`;

interface Question {
  readonly id: string;
  readonly repo: string;
  readonly language: string;
  readonly kind: string;
  readonly wording: string;
  readonly question: string;
  readonly evidence: readonly Evidence[];
  readonly shape?: string;
  readonly half?: string;
}

/** The result of one question. */
interface Outcome {
  readonly question: Question;
  readonly state: AskAnswer['state'];
  readonly isShown: boolean;
  readonly isFirst: boolean;
  readonly fileIn5: boolean;
  readonly fileIn1: boolean;
  readonly passageIn5: boolean;
  readonly passageIn1: boolean;
  readonly lines: number;
  readonly ms: number;
  readonly bm25: boolean;
  readonly rg?: boolean;
  readonly before?: boolean;
}

/** Lines of BM25's results, and of a regular-expression search, for comparison. */
const bm25Lines = 26;
const rgLines = 10;

/** Values that disable what 0 would make hold always: shares that are never reached, or the one that counts otherwise. */
const without: Readonly<Record<string, number>> = {
  variant: 2,
  agreedShare: weights.sureShare,
  namedShare: 2,
  absentName: 2,
  alsoMatching: 2,
};

interface Options {
  readonly trees: string;
  readonly rg?: string;
  readonly before?: string;
  readonly show?: boolean;
}

await runProgram(usage, async () => {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const { values } = parseArgs({
    options: { trees: text, questions: text, repos: text, half: text, rg: text, before: text, out: text, show: flag, ablate: flag },
  });
  if (values.trees === undefined) throw new Error('--trees is missing; --help shows what there is');
  const file = values.questions ?? path.join(import.meta.dirname, 'data/newcomers/choose.jsonl');
  const repos = values.repos === undefined ? undefined : listOf(values.repos);
  const questions = readQuestions(file, values.half).filter(({ repo }) => repos === undefined || repos.includes(repo));
  const services = new Map<string, Service>();
  try {
    for (const { repo } of questions) {
      if (!services.has(repo)) services.set(repo, await openTree(treeOf(values.trees, repo)));
    }
    const options = { ...values, trees: values.trees };
    const outcomes = await askAll(questions, services, options);
    printSummary(outcomes);
    if (values.out !== undefined) fs.writeFileSync(values.out, outcomes.map((one) => `${JSON.stringify(one)}\n`).join(''));
    if (values.ablate) await ablate(questions, services, { trees: values.trees }, outcomes);
  } finally {
    for (const service of services.values()) await service.close();
  }
});

/** The questions of a file; those that were judged have a shape and no kind. */
function readQuestions(file: string, wanted?: string): readonly Question[] {
  const lines = fs.readFileSync(file, 'utf8').split('\n');
  return lines
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Partial<Question>)
    .map((one) => ({ language: 'en', kind: one.shape ?? '', wording: '', ...one }) as Question)
    .filter(({ half }) => wanted === undefined || half === wanted);
}

function treeOf(trees: string, repo: string): string {
  return path.resolve(trees, repo.replace('/', '+'));
}

async function openTree(tree: string): Promise<Service> {
  const service = createService();
  await service.openFolder(tree, { settings: defaultSettings, runGit: true });
  await service.idle();
  return service;
}

async function askAll(questions: readonly Question[], services: ReadonlyMap<string, Service>, options: Options): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const question of questions) outcomes.push(await ask(question, services.get(question.repo) as Service, options));
  return outcomes;
}

async function ask(question: Question, service: Service, { trees, rg, before, show }: Options): Promise<Outcome> {
  const tree = treeOf(trees, question.repo);
  const answer = await service.ask(question.question);
  const { results } = await service.search(question.question, { limit: 5, withText: true });
  const bm25 = await service.search(question.question, { limit: 10, system: 'bm25', withText: true });
  const shown = shownBy(answer);
  const passages = results.map(({ path: file, content, startLine, endLine }) => ({
    file,
    text: content?.text ?? '',
    lines: [{ startLine, endLine }],
  }));
  const outcome = {
    question,
    state: answer.state,
    isShown: isIn(shown, question.evidence),
    isFirst: isIn(shown.slice(0, 1), question.evidence),
    fileIn5: isOf(passages, question),
    fileIn1: isOf(passages.slice(0, 1), question),
    passageIn5: isIn(passages, question.evidence),
    passageIn1: isIn(passages.slice(0, 1), question.evidence),
    lines: answer.blocks.reduce((sum, block) => sum + blockText(block).split('\n').length, 0),
    ms: answer.ms,
    bm25: isIn(firstLines(bm25.results), question.evidence),
    ...(rg === undefined ? {} : { rg: isIn(linesFound(rg, tree, question), question.evidence) }),
    ...(before === undefined ? {} : { before: isIn(quotesOf(before, tree, question.question), question.evidence) }),
  };
  if (show) printAnswer(outcome, answer);
  return outcome;
}

/** Whether one of the texts is of a file with evidence. */
function isOf(shown: readonly Shown[], { evidence }: Question): boolean {
  return evidence.some((one) => shown.some(({ file }) => hasEvidence(file, one)));
}

/** The first lines of the results, concatenated. */
function firstLines(results: readonly SearchResult[]): readonly Shown[] {
  const shown: Shown[] = [];
  let room = bm25Lines;
  for (const { path: file, content, startLine } of results) {
    if (room <= 0) break;
    const lines = (content?.text ?? '').split('\n').slice(0, room);
    room -= lines.length;
    shown.push({ file, text: lines.join('\n'), lines: [{ startLine, endLine: startLine + lines.length - 1 }] });
  }
  return shown;
}

/** The first lines of a search for any word of four letters or more, as a first try in a terminal. */
function linesFound(rg: string, tree: string, { question }: Question): readonly Shown[] {
  const words = question.match(/[\p{L}\p{N}_]{4,}/gu) ?? [];
  if (words.length === 0) return [];
  try {
    const args = ['--ignore-case', '--no-heading', '--sort=path', ...words.flatMap((word) => ['-e', word]), '.'];
    const found = execFileSync(rg, args, { cwd: tree, encoding: 'utf8', maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore'] });
    return found
      .split('\n')
      .slice(0, rgLines)
      .map((line) => ({ file: line.slice(0, line.indexOf(':')).replace(/^\.\//, ''), text: line.slice(line.indexOf(':') + 1) }));
  } catch {
    return [];
  }
}

function quotesOf(cli: string, tree: string, question: string): readonly Shown[] {
  const printed = execFileSync(process.execPath, [cli, 'ask', question, '--dir', tree, '--json'], { encoding: 'utf8', maxBuffer: 1 << 30 });
  const { citations } = JSON.parse(printed) as { citations: readonly { path: string; quote: string }[] };
  return citations.map(({ path: file, quote }) => ({ file, text: quote }));
}

function printAnswer({ question, state, isShown, passageIn5, lines }: Outcome, answer: AskAnswer): void {
  const marks = `${isShown ? 'shown' : passageIn5 ? 'MISSED' : 'not found'}, ${state}, ${lines} lines`;
  console.log(`\n## ${question.id} (${question.kind}, ${question.wording}): ${question.question}\n=> ${marks}`);
  for (const one of isShown ? [] : question.evidence) console.log(`   evidence ${JSON.stringify(one)}`);
  for (const block of answer.blocks) {
    const file = (answer.sources[block.n - 1] as SearchResult).path;
    console.log(`--- [${block.n}] ${block.subject} ${file}:${block.startLine}\n${blockText(block)}`);
  }
}

type Chosen = (outcome: Outcome) => boolean;

function shareOf(outcomes: readonly Outcome[], holds: Chosen): string {
  const { mean, error } = estimate(outcomes.map((one) => (holds(one) ? 1 : 0)));
  return `${(100 * mean).toFixed(1).padStart(5)} ± ${(100 * error).toFixed(1)} % of ${outcomes.length}`;
}

function isAnswerable({ question }: Outcome): boolean {
  return question.evidence.length > 0;
}

function printSummary(outcomes: readonly Outcome[]): void {
  const answerable = outcomes.filter(isAnswerable);
  const unanswerable = outcomes.filter((one) => !isAnswerable(one));
  const row = (label: string, group: readonly Outcome[], holds: Chosen): void => console.log(`${label.padEnd(52)}${shareOf(group, holds)}`);
  row('right file first', answerable, ({ fileIn1 }) => fileIn1);
  row('right file among the first five passages', answerable, ({ fileIn5 }) => fileIn5);
  row('passage among the first five', answerable, ({ passageIn5 }) => passageIn5);
  row('evidence shown', answerable, ({ isShown }) => isShown);
  row(
    'evidence shown, of those with the passage in five',
    answerable.filter(({ passageIn5 }) => passageIn5),
    ({ isShown }) => isShown,
  );
  row(
    'in the first block, of those with it at rank 1',
    answerable.filter(({ passageIn1 }) => passageIn1),
    ({ isFirst }) => isFirst,
  );
  row('not here, of the answerable', answerable, ({ state }) => state === 'notHere');
  row(
    'answer, of those whose evidence is shown',
    answerable.filter(({ isShown }) => isShown),
    ({ state }) => state === 'answer',
  );
  row('answer, of the unanswerable', unanswerable, ({ state }) => state === 'answer');
  row('not here, of the unanswerable', unanswerable, ({ state }) => state === 'notHere');
  row(
    'evidence shown, of all in the state answer',
    outcomes.filter(({ state }) => state === 'answer'),
    ({ isShown }) => isShown,
  );
  row("evidence in BM25's first 26 lines", answerable, ({ bm25 }) => bm25);
  if (outcomes.some(({ rg }) => rg !== undefined)) row("evidence in ripgrep's first ten lines", answerable, ({ rg }) => rg === true);
  if (outcomes.some(({ before }) => before !== undefined))
    row('evidence in the quotes of the other build', answerable, ({ before }) => before === true);
  printPaired('more than BM25', answerable, ({ bm25 }) => bm25);
  if (outcomes.some(({ before }) => before !== undefined))
    printPaired('more than the other build', answerable, ({ before }) => before === true);
  const { mean } = estimate(outcomes.map(({ lines }) => lines));
  const times = outcomes.map(({ ms }) => ms).sort((a, b) => a - b);
  console.log(`lines ${mean.toFixed(1)} on average; ms ${at(times, 0.5)} at the median, ${at(times, 0.95)} at the 95th percentile`);
  for (const by of ['kind', 'language', 'wording'] as const) {
    for (const value of new Set(answerable.map(({ question }) => question[by]))) {
      row(
        `  evidence shown, ${by} ${value}`,
        answerable.filter(({ question }) => question[by] === value),
        ({ isShown }) => isShown,
      );
    }
  }
}

function at(sorted: readonly number[], share: number): string {
  return (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(0);
}

function printPaired(label: string, outcomes: readonly Outcome[], other: Chosen): void {
  const numbers = (holds: Chosen): number[] => outcomes.map((one) => (holds(one) ? 100 : 0));
  const { mean, low, high } = pairedTest(
    numbers(({ isShown }) => isShown),
    numbers(other),
  );
  console.log(`${label.padEnd(52)}${mean.toFixed(1).padStart(5)} points, 95 % ${low.toFixed(1)} to ${high.toFixed(1)}`);
}

/** The loss without each weight: paired differences of evidence shown, in points, and of correct states. */
async function ablate(
  questions: readonly Question[],
  services: ReadonlyMap<string, Service>,
  options: Options,
  whole: readonly Outcome[],
): Promise<void> {
  const changeable: Record<string, number> = weights;
  const isRight: Chosen = ({ state, isShown }) => (state === 'answer') === isShown;
  console.log(`\n${'without'.padEnd(16)}${'shown'.padStart(18)}${'state right'.padStart(22)}  lines`);
  for (const [name, value] of Object.entries(changeable)) {
    if (name.endsWith('Lines')) continue;
    changeable[name] = without[name] ?? 0;
    const outcomes = await askAll(questions, services, options);
    changeable[name] = value;
    const difference = (holds: Chosen, group: Chosen): string => {
      const numbers = (list: readonly Outcome[]): number[] => list.filter(group).map((one) => (holds(one) ? 100 : 0));
      const { mean, error } = pairedTest(numbers(outcomes), numbers(whole));
      return `${mean.toFixed(1)} ± ${error.toFixed(1)}`;
    };
    const shown = difference(({ isShown }) => isShown, isAnswerable);
    const state = difference(isRight, () => true);
    console.log(
      `${name.padEnd(16)}${shown.padStart(18)}${state.padStart(22)}  ${estimate(outcomes.map(({ lines }) => lines)).mean.toFixed(1)}`,
    );
  }
}
