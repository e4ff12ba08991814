/**
 * Checks a file of newcomers' questions against the trees that they were written for, and prints statistics.
 *
 * Every evidence pattern must match its file, and only a few lines of it. For a question in words other than the docs', it computes the
 * share of its content words in the evidence passage (the matched lines and three on either side); of several places the highest share
 * counts. Two words are equal if their common prefix has four characters and covers 55 % of the longer one, which counts too many rather
 * than too few.
 */

import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { functionWords } from './functionWords.ts';
import { runProgram } from './options.ts';

const usage = `node bench/quality/newcomersCheck.ts --trees DIR [--show] FILE.jsonl...

  --trees DIR  where the tree of each repository is, as DIR/OWNER+NAME; by git checkout-index, since git archive leaves out
               what .gitattributes marks as export-ignore, often the docs
  --show       prints the share of every reworded question, with the words that its evidence holds`;

const kinds = ['how', 'what', 'where', 'why', 'when', 'which', 'none'];
const passageMargin = 3;
const maxMatchedLines = 10;
const maxMatches = 3;
const maxMedianShare = 0.4;
const minRewordedShare = 0.75;
const minNoneShare = 0.15;
const documentation = /\.(?:md|mdx|markdown|rst|txt|adoc|asciidoc|org|tex|html?|livemd|qmd|ipynb)$|(?:^|\/)(?:README|LICENSE|CHANGELOG)$/i;

interface Evidence {
  readonly file: string;
  readonly pattern: string;
}

interface Question {
  readonly id: string;
  readonly repo: string;
  readonly commit: string;
  readonly language: string;
  readonly kind: string;
  readonly wording: string;
  readonly question: string;
  readonly answer: string;
  readonly evidence: readonly Evidence[];
}

interface Findings {
  readonly violations: string[];
  /** For each reworded question with evidence, its maximum share and the words behind it. */
  readonly shares: { readonly id: string; readonly share: number; readonly held: readonly string[] }[];
}

await runProgram(usage, async () => {
  const { values, positionals } = parseArgs({ options: { trees: { type: 'string' }, show: { type: 'boolean' } }, allowPositionals: true });
  if (values.trees === undefined || positionals.length === 0) throw new Error('--trees or FILE is missing; --help shows what there is');
  const questions = positionals.flatMap(readQuestions);
  const findings: Findings = { violations: [], shares: [] };
  for (const question of questions) checkQuestion(question, values.trees, findings);
  checkUnique(questions, findings.violations);
  printCounts(questions, findings);
  if (values.show)
    for (const { id, share, held } of findings.shares.toSorted((a, b) => b.share - a.share))
      console.log(`${percent(share)}  ${id}: ${held.join(' ')}`);
  for (const violation of findings.violations) console.error(violation);
  if (findings.violations.length > 0) process.exitCode = 1;
});

function readQuestions(file: string): readonly Question[] {
  const lines = fs.readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      return [JSON.parse(line) as Question];
    } catch (error) {
      throw new Error(`Line ${index + 1} of ${file} is no JSON: ${(error as Error).message}`);
    }
  });
}

function checkQuestion(question: Question, trees: string, { violations, shares }: Findings): void {
  const { id, repo, kind, wording, evidence } = question;
  const complain = (what: string): number => violations.push(`${id}: ${what}`);
  for (const field of ['id', 'repo', 'commit', 'language', 'question', 'answer'] as const)
    if (typeof question[field] !== 'string' || question[field].trim() === '') complain(`${field} is missing`);
  if (!/^[0-9a-f]{40}$/.test(question.commit)) complain(`commit is ${JSON.stringify(question.commit)}, expected 40 hexadecimal digits`);
  if (!kinds.includes(kind)) complain(`kind is ${JSON.stringify(kind)}, expected one of ${kinds.join(', ')}`);
  if (wording !== 'other' && wording !== 'docs') complain(`wording is ${JSON.stringify(wording)}, expected other or docs`);
  if ((kind === 'none') !== (evidence.length === 0)) complain('evidence must be empty for kind none, and only for it');
  const passages = evidence.flatMap((one) => passagesOf(path.join(trees, repo.replace('/', '+')), one, complain));
  if (wording !== 'other' || passages.length === 0) return;
  const words = contentWords(question.question, question.language);
  const held = passages.map((passage) => heldWords(words, passage)).sort((a, b) => b.length - a.length)[0] ?? [];
  shares.push({ id, share: words.length === 0 ? 0 : held.length / words.length, held });
}

/** Passages around the matches of a pattern; reports a pattern with no match or too many. */
function passagesOf(tree: string, { file, pattern }: Evidence, complain: (what: string) => void): readonly string[] {
  const full = path.join(tree, file);
  if (!fs.existsSync(full)) {
    complain(`${full} does not exist`);
    return [];
  }
  const text = fs.readFileSync(full, 'utf8');
  const matches = [...text.matchAll(new RegExp(pattern, 'gsu'))];
  if (matches.length === 0) complain(`${file} does not match ${pattern}`);
  if (matches.length > maxMatches) complain(`${file} matches ${pattern} ${matches.length} times, at most ${maxMatches} are expected`);
  const lines = text.split('\n');
  return matches.map(({ 0: matched, index }) => {
    const first = text.slice(0, index).split('\n').length - 1;
    const last = first + matched.split('\n').length - 1;
    if (last - first >= maxMatchedLines)
      complain(`${pattern} matches ${last - first + 1} lines of ${file}, at most ${maxMatchedLines} are expected`);
    return lines.slice(Math.max(0, first - passageMargin), last + passageMargin + 1).join('\n');
  });
}

function checkUnique(questions: readonly Question[], violations: string[]): void {
  const commits = new Map<string, string>();
  const seen = new Set<string>();
  for (const { id, repo, commit, question } of questions) {
    if (seen.has(id)) violations.push(`${id}: the id is used twice`);
    if (seen.has(`${repo} ${question}`)) violations.push(`${id}: the question is asked twice`);
    seen.add(id).add(`${repo} ${question}`);
    if ((commits.get(repo) ?? commit) !== commit) violations.push(`${id}: ${repo} is asked at two commits`);
    commits.set(repo, commit);
  }
}

/** Distinct words in lower case; identifiers are split at camel case humps. */
function wordsOf(text: string, language: string): readonly string[] {
  const spaced = text.replace(/(\p{Ll}|\d)(?=\p{Lu})/gu, '$1 ').replaceAll('_', ' ');
  const segments = new Intl.Segmenter(language, { granularity: 'word' }).segment(spaced);
  const words = [...segments]
    .filter(({ isWordLike }) => isWordLike)
    .flatMap(({ segment }) => segment.toLowerCase().split(/[^\p{L}\p{M}\p{N}]+/u));
  return [...new Set(words)].filter((word) => word !== '');
}

function contentWords(text: string, language: string): readonly string[] {
  const isScriptWithoutSpaces = /^(?:zh|ja|th)/.test(language);
  return wordsOf(text, language).filter((word) => (isScriptWithoutSpaces || word.length >= 3) && !functionWords.has(word));
}

function heldWords(words: readonly string[], passage: string): readonly string[] {
  // Segmented as English, so that words of code and of any language with spaces come out alike.
  const held = wordsOf(passage, 'en');
  return words.filter((word) => held.some((other) => isSameWord(word, other)));
}

function isSameWord(a: string, b: string): boolean {
  if (a === b) return true;
  let common = 0;
  while (common < a.length && a[common] === b[common]) common++;
  return common >= 4 && common >= 0.55 * Math.max(a.length, b.length);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`.padStart(7);
}

function countsBy(questions: readonly Question[], field: 'repo' | 'kind' | 'language' | 'wording'): string {
  const counts = Map.groupBy(questions, (question) => question[field]);
  return [...counts].map(([value, { length }]) => `${value} ${length}`).join(', ');
}

/** Prints the statistics, and reports missed targets. */
function printCounts(questions: readonly Question[], { violations, shares }: Findings): void {
  console.log(`${questions.length} questions`);
  for (const field of ['repo', 'kind', 'language', 'wording'] as const) console.log(`${field.padEnd(9)} ${countsBy(questions, field)}`);
  const answered = questions.filter(({ kind }) => kind !== 'none');
  const isCode = ({ file }: Evidence): boolean => !documentation.test(file);
  const inCode = answered.filter(({ evidence }) => evidence.some(isCode)).length;
  const onlyInCode = answered.filter(({ evidence }) => evidence.every(isCode)).length;
  console.log(`answered  ${answered.length}, in code ${inCode}, of these in code only ${onlyInCode}`);
  const reworded = questions.filter(({ wording }) => wording === 'other').length / questions.length;
  const none = 1 - answered.length / questions.length;
  const middle = median(shares.map(({ share }) => share));
  console.log(`reworded ${percent(reworded)}, without an answer ${percent(none)}, median share of content words ${percent(middle)}`);
  if (reworded < minRewordedShare) violations.push(`Only ${percent(reworded)} are reworded, ${percent(minRewordedShare)} are expected`);
  if (none < minNoneShare) violations.push(`Only ${percent(none)} have no answer, ${percent(minNoneShare)} are expected`);
  if (middle > maxMedianShare) violations.push(`The median share is ${percent(middle)}, at most ${percent(maxMedianShare)} is expected`);
}
