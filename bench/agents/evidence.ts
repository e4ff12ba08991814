/**
 * What an agent reads: whether the evidence of newcomers' questions stands within the first 1,500 and 4,000 characters of what `mesh_search`
 * returns, following its cursor, and what its verdict says of questions without an answer. The server is a build's own, so that two builds can be
 * compared; a regular-expression search for the question's words is the first try of an agent without one.
 */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { PatternEvidence } from '../quality/evidence.ts';
import { listOf, runProgram } from '../quality/options.ts';
import { estimate, pairedTest } from '../quality/statistics.ts';

const usage = `node bench/agents/evidence.ts --trees DIR [--questions FILE,…] [--repos A,B] [--cli FILE] [--before FILE] [--rg PATH] [--out FILE]

  --trees DIR        where the tree of each repository is, as DIR/OWNER+NAME; what is missing there is left out
  --questions A,B    files of ../quality/data/newcomers; all that end in choose.jsonl where absent
  --repos A,B        only these repositories, OWNER/NAME
  --cli FILE         the command line that serves, src/cli/start.ts where absent
  --before FILE      another build's, to compare with
  --rg PATH          ripgrep, for the first characters of its lines
  --out FILE         one JSON object a question`;

/** What is compared. */
const lengths = [1500, 4000] as const;

interface Question {
  readonly id: string;
  readonly repo: string;
  readonly question: string;
  readonly evidence: readonly PatternEvidence[];
}

interface Read {
  readonly text: string;
  /** The length of the first result. */
  readonly first: number;
  readonly ms: number;
}

interface Outcome {
  readonly question: Question;
  readonly now: Read;
  readonly before?: Read;
  readonly grep?: string;
}

type Ask = (question: string) => Promise<Read>;

await runProgram(usage, async () => {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { trees: text, questions: text, repos: text, cli: text, before: text, rg: text, out: text } });
  if (values.trees === undefined) throw new Error('--trees is missing; --help shows what there is');
  const folder = path.join(import.meta.dirname, '../quality/data/newcomers');
  const files =
    values.questions === undefined ? fs.readdirSync(folder).filter((name) => name.endsWith('choose.jsonl')) : listOf(values.questions);
  const repos = values.repos === undefined ? undefined : listOf(values.repos);
  const questions = files.flatMap((file) => readQuestions(path.resolve(folder, file)));
  const trees = values.trees;
  const asked = questions.filter(({ repo }) => (repos?.includes(repo) ?? true) && fs.existsSync(treeOf(trees, repo)));
  const cli = values.cli ?? path.resolve(import.meta.dirname, '../../src/cli/start.ts');
  const outcomes: Outcome[] = [];
  for (const [repo, own] of Map.groupBy(asked, (one) => one.repo)) {
    const tree = treeOf(trees, repo);
    const now = await readAll(cli, tree, own);
    const before = values.before === undefined ? undefined : await readAll(values.before, tree, own);
    for (const [i, question] of own.entries()) {
      const grep = values.rg === undefined ? undefined : grepped(values.rg, tree, question);
      outcomes.push({
        question,
        now: now[i] as Read,
        ...(before && { before: before[i] as Read }),
        ...(grep === undefined ? {} : { grep }),
      });
    }
  }
  printSummary(outcomes);
  if (values.out !== undefined) fs.writeFileSync(values.out, outcomes.map((one) => `${JSON.stringify(one)}\n`).join(''));
});

function readQuestions(file: string): readonly Question[] {
  const lines = fs.readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Question);
}

function treeOf(trees: string, repo: string): string {
  return path.resolve(trees, repo.replace('/', '+'));
}

/** Asks a server of its own, once the folder is indexed. */
async function readAll(cli: string, tree: string, questions: readonly Question[]): Promise<readonly Read[]> {
  const client = new Client({ name: 'bench', version: '0' });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [cli, 'mcp', '--dir', tree], env: cacheOf(cli), stderr: 'ignore' }),
  );
  try {
    const { tools } = await client.listTools();
    const schema = tools.find(({ name }) => name === 'mesh_search')?.inputSchema.properties ?? {};
    const field = 'question' in schema ? 'question' : 'query';
    const call = async (input: Record<string, unknown>): Promise<string> => {
      const { content } = await client.callTool({ name: 'mesh_search', arguments: input }, undefined, { timeout: 600_000 });
      return (content as { text: string }[])[0]?.text ?? '';
    };
    const ask: Ask = async (question) => {
      const started = performance.now();
      let text = await call({ [field]: question });
      const ms = performance.now() - started;
      const first = text.length;
      for (let cursor = cursorIn(text); cursor !== undefined && text.length < (lengths.at(-1) as number); ) {
        const more = await call({ [field]: question, cursor });
        text += `\n${more}`;
        cursor = cursorIn(more);
      }
      return { text, first, ms };
    };
    while (/still being built/.test((await ask('What is this?')).text));
    const reads: Read[] = [];
    for (const { question } of questions) reads.push(await ask(question));
    return reads;
  } finally {
    await client.close();
  }
}

/** Builds of different versions do not share an index. */
function cacheOf(cli: string): Record<string, string> {
  const name = createHash('sha256').update(path.resolve(cli)).digest('hex').slice(0, 8);
  return { ...(process.env as Record<string, string>), XDG_CACHE_HOME: path.join(os.tmpdir(), `meshrag-bench-${name}`) };
}

function cursorIn(text: string): string | undefined {
  return /cursor "(more \d+)"/.exec(text)?.[1];
}

/** The lines of a search for any word of four letters or more. */
function grepped(rg: string, tree: string, { question }: Question): string {
  const words = question.match(/[\p{L}\p{N}_]{4,}/gu) ?? [];
  if (words.length === 0) return '';
  try {
    const args = ['--ignore-case', '--no-heading', '--line-number', '--sort=path', ...words.flatMap((word) => ['-e', word]), '.'];
    return execFileSync(rg, args, { cwd: tree, encoding: 'utf8', maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
}

/** Whether a text names a file of the evidence and holds its passage. */
function holds(text: string, { evidence }: Question): boolean {
  return evidence.some(({ file, files, pattern }) => {
    const isNamed = file === undefined ? new RegExp(files ?? '', 'm').test(text) : text.includes(file);
    return isNamed && new RegExp(pattern, 'su').test(text);
  });
}

function verdictOf(text: string): string | undefined {
  return /Verdict: (answer|closest|not here)/.exec(text)?.[1];
}

function printSummary(outcomes: readonly Outcome[]): void {
  const answerable = outcomes.filter(({ question }) => question.evidence.length > 0);
  const others = outcomes.filter(({ question }) => question.evidence.length === 0);
  const share = (label: string, group: readonly Outcome[], isRight: (one: Outcome) => boolean): void => {
    const { mean, error } = estimate(group.map((one) => (isRight(one) ? 1 : 0)));
    console.log(`${label.padEnd(60)}${(100 * mean).toFixed(1).padStart(5)} ± ${(100 * error).toFixed(1)} % of ${group.length}`);
  };
  for (const length of lengths) {
    const isIn =
      (text = '') =>
      (one: Outcome) =>
        holds(text.slice(0, length), one.question);
    const within = (textOf: (one: Outcome) => string | undefined) => (one: Outcome) => isIn(textOf(one))(one);
    share(
      `evidence within ${length} characters`,
      answerable,
      within(({ now }) => now.text),
    );
    if (answerable.some(({ before }) => before)) {
      share(
        '  of the other build',
        answerable,
        within(({ before }) => before?.text),
      );
      const points = (textOf: (one: Outcome) => string | undefined): number[] => answerable.map((one) => (within(textOf)(one) ? 100 : 0));
      const { mean, low, high } = pairedTest(
        points(({ now }) => now.text),
        points(({ before }) => before?.text),
      );
      console.log(`${'  more than it'.padEnd(60)}${mean.toFixed(1).padStart(5)} points, 95 % ${low.toFixed(1)} to ${high.toFixed(1)}`);
    }
    if (answerable.some(({ grep }) => grep !== undefined))
      share(
        '  of ripgrep',
        answerable,
        within(({ grep }) => grep),
      );
  }
  for (const verdict of ['answer', 'closest', 'not here']) {
    share(`verdict "${verdict}", of the answerable`, answerable, ({ now }) => verdictOf(now.text) === verdict);
    share(`verdict "${verdict}", of the unanswerable`, others, ({ now }) => verdictOf(now.text) === verdict);
  }
  share(
    'evidence within 1500 characters, of the verdict "answer"',
    outcomes.filter(({ now }) => verdictOf(now.text) === 'answer'),
    (one) => holds(one.now.text.slice(0, 1500), one.question),
  );
  const most = (reads: readonly Read[]): string => {
    const sorted = reads.map(({ first }) => first).sort((a, b) => a - b);
    return `${sorted[sorted.length >> 1]} characters at the median, ${sorted.at(-1)} at most`;
  };
  console.log(`first result: ${most(outcomes.map(({ now }) => now))}`);
  console.log(`  "not here": ${most(outcomes.filter(({ now }) => verdictOf(now.text) === 'not here').map(({ now }) => now))}`);
  if (outcomes.some(({ before }) => before)) console.log(`  of the other build: ${most(outcomes.flatMap(({ before }) => before ?? []))}`);
}
