/**
 * Makes questions from a repository's history: a commit's message, with the files that it changed as gold. The tree is that before the
 * first of these commits, so it contains none of the changes.
 *
 * Left out are merges, bots, releases, bumps, reverts and typos, messages under six words, those that name a changed file, and commits
 * that changed no or more than five files of code or docs, not counting tests. Links, issue numbers and trailers are removed.
 *
 * A history with that mark uses only its long messages, which resemble reports, including those that name a file.
 */

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import nodePath from 'node:path';
import { parseArgs } from 'node:util';
import { git, mirrorOf, type Source, writeLines } from './mirrors.ts';
import { countOf, listOf, runProgram } from './options.ts';

const usage = `node bench/quality/historyQuestions.ts --mirrors DIR --data DIR --trees DIR [--sets NAMES] [--count N]
     [--histories FILE]

  --mirrors DIR   bare repositories, OWNER+NAME.git; those of bench/quality/histories.json that are missing are cloned
  --data DIR      the questions of a set are written to DIR/code/SET/queries.jsonl
  --trees DIR     its tree is laid out in DIR/SET
  --sets A,B      only these
  --count N       how many questions of each at most (200)
  --histories FILE  other histories than those of bench/quality/histories.json, in the same form`;

const isIndexed = /\.(?:[cm]?[jt]sx?|py|rs|go|java|rb|php|cs|cpp|cc|c|h|hpp|swift|kt|scala|nu|vue|svelte|md|mdx|rst|txt|adoc)$/;
const isTest =
  /(?:^|\/)(?:tests?|__tests__|testdata|specs?|fixtures?|snapshots?|__snapshots__|playground)(?:\/|$)|[._-](?:test|spec)s?\.|(?:^|\/)(?:test_|tests?\.|conftest)|_test\./i;
const isLog = /(?:^|\/)(?:changelog|changes|history|releases?|news|authors|contributors)[^/]*$|(?:^|\/)(?:changes|changelogs?)\//i;
const isChore =
  /^(?:merge|revert|release|bump|version|v?\d+\.\d+)\b|\b(?:typos?|changelog|dependabot|pre-commit)\b|^(?:chore|build)\(deps/i;
const isBot = /\bbot\b|\[bot\]|renovate|dependabot/i;
const minWords = 6;
const maxGold = 5;
const maxTextLength = 2000;
/** What a report has at least, and at most of it is asked. UTF-16 units. */
const minReportLength = 500;
const maxReportLength = 6000;

interface History extends Source {
  readonly reports?: boolean;
}

interface Commit {
  readonly id: string;
  readonly query: string;
  readonly gold: readonly string[];
}

function queryOf(message: string, most: number): string {
  return message
    .replace(/^[\w-]+-by:.*$/gim, '')
    .replace(/^(?:fix(?:es)?|close[sd]?|refs?|resolve[sd]?|pr)\b[:\s]*(?:[\w./-]*#\d+[\s,]*(?:and)?)+\.?\s*$/gim, '')
    .replace(/https?:\/\/\S+/g, '')
    .replace(/\(?[\w./-]*#\d+\)?/g, '')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .slice(0, most);
}

/** The commits that ask something, newest first. */
function* commitsOf(dir: string, { head, reports = false }: History): Generator<Commit> {
  const log = git(dir, 'log', '-n', '6000', '--no-merges', '--no-renames', '--name-status', '--format=%x00%H%x01%an%x01%B%x02', head);
  for (const entry of log.toString().split('\0').slice(1)) {
    const [about = '', files = ''] = entry.split('\x02');
    const [id = '', author = '', message = ''] = about.split('\x01');
    const query = queryOf(message, reports ? maxReportLength : maxTextLength);
    const changed = files
      .trim()
      .split('\n')
      .map((line) => line.split('\t'))
      .filter(([, path = '']) => isIndexed.test(path) && !isTest.test(path) && !isLog.test(path));
    const gold = changed.map(([, path]) => path as string);
    const names = gold.map((path) => nodePath.posix.basename(path).toLowerCase());
    const isAsked =
      !isBot.test(author) &&
      !isChore.test(message) &&
      query.split(/\s+/).length >= minWords &&
      gold.length > 0 &&
      gold.length <= maxGold &&
      changed.every(([status]) => status === 'M') &&
      (reports ? query.length >= minReportLength : !names.some((name) => query.toLowerCase().includes(name)));
    if (isAsked) yield { id, query, gold };
  }
}

/** So many questions, and the commit whose tree they are asked of. Some files come into being in between: as many more are looked at. */
function questionsOf(dir: string, history: History, count: number): { readonly commit: string; readonly asked: readonly Commit[] } {
  const found: Commit[] = [];
  let best: { commit: string; asked: readonly Commit[] } | undefined;
  for (const commit of commitsOf(dir, history)) {
    found.push(commit);
    if (found.length < count || found.length % 10 !== 0) continue;
    const before = git(dir, 'rev-parse', `${commit.id}^`).toString().trim();
    const paths = new Set(git(dir, 'ls-tree', '-r', '-z', '--name-only', before).toString().split('\0'));
    const asked = found.filter(({ gold }) => gold.every((path) => paths.has(path)));
    best = { commit: before, asked: asked.slice(-count) };
    if (asked.length >= count) break;
  }
  if (best === undefined) throw new Error(`${dir} has ${found.length} commits that ask something, ${count} are required`);
  return best;
}

/** Checks out the tree of a commit into an empty folder. */
function layOut(dir: string, commit: string, folder: string): void {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-x', '-C', folder], { input: git(dir, 'archive', commit) });
}

await runProgram(usage, async () => {
  const options = { mirrors: { type: 'string' }, data: { type: 'string' }, trees: { type: 'string' } } as const;
  const { values } = parseArgs({
    options: { ...options, sets: { type: 'string' }, count: { type: 'string' }, histories: { type: 'string' } },
  });
  const { mirrors, data, trees, sets, count = '200', histories: file = nodePath.join(import.meta.dirname, 'histories.json') } = values;
  if (mirrors === undefined || data === undefined || trees === undefined) throw new Error('--mirrors, --data and --trees are required');
  const histories: readonly History[] = JSON.parse(fs.readFileSync(file, 'utf8'));
  const wanted = sets === undefined ? undefined : listOf(sets);
  for (const history of histories.filter(({ name }) => wanted?.includes(name) ?? true)) {
    const { name } = history;
    const dir = mirrorOf(history, mirrors);
    const { commit, asked } = questionsOf(dir, history, countOf('--count', count));
    const questions = asked.map(({ id, query, gold }) => ({ id: `${name}@${id.slice(0, 10)}`, commit, query, gold }));
    writeLines(nodePath.join(data, 'code', name, 'queries.jsonl'), questions);
    layOut(dir, commit, nodePath.join(trees, name));
    console.error(`${name}: ${asked.length} questions of the tree at ${commit}`);
  }
});
