/**
 * Makes questions that name a symbol, with the file that defines it as gold: what readers of unfamiliar code ask.
 *
 * With --ctags a question is the bare symbol, and gold is the line of any of its definitions, as universal-ctags finds them. Files that the index
 * skips, bundles and files that declare themselves generated have no definitions.
 *
 * Otherwise a symbol is used if a plain pattern, not our own reader of code, finds it defined in a single file outside tests, and named
 * in at least three others. A hash of the name decides which ones are asked.
 */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import nodePath from 'node:path';
import { parseArgs } from 'node:util';
import { languageOf } from '../../src/engine/text/languages.ts';
import { judgeText } from '../../src/workspace/ignore/contentRules.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { runProgram } from './options.ts';

const usage = `node bench/quality/symbolQuestions.ts --tree DIR --count N --out FILE

  --tree DIR    a repository's working tree
  --count N     how many questions at most
  --ctags PATH  asks bare symbols that universal-ctags finds
  --out FILE    the questions, one JSON object a line`;

const definition =
  /^\s*(?:export\s+)?(?:default\s+)?(?:pub(?:\([a-z]+\))?\s+)?(?:async\s+)?(?:def|class|function|fn|struct|enum|trait|interface|type)\s+([A-Za-z_]\w{4,})/gm;
const isSource = /\.(?:[cm]?[jt]sx?|py|rs|go|java|rb|php|cs|cpp|cc|c|h|hpp|kt|lua|exs?)$/;
const isTest = /(?:^|\/)(?:tests?|__tests__|fixtures?|examples?|playground|benchmarks?)(?:\/|$)|[._-](?:test|spec)\.|(?:^|\/)test_/;
/** A plain word is marked as code, as people do to be understood. */
const isPlainWord = /^[A-Za-z][a-z\d]*$/;
const wordings = [
  (name: string) => `Where is ${name} defined?`,
  (name: string) => `What does ${name} do?`,
  (name: string) => `How does ${name} work?`,
  (name: string) => `How is ${name} meant to be used?`,
] as const;

function filesOf(tree: string): readonly string[] {
  const all = fs.readdirSync(tree, { recursive: true, encoding: 'utf8' }).map((path) => path.split(nodePath.sep).join('/'));
  return all.filter((path) => isSource.test(path) && !path.includes('node_modules/') && fs.statSync(nodePath.join(tree, path)).isFile());
}

/** What ctags calls the things that somebody looks for by name, and the languages whose tags it has right. */
const isNamed =
  /^(?:class|struct|interface|trait|enum|module|function|func|method|singletonMethod|macro|type|typedef|alias|protocol|object|def|record)$/;
const isProgram = /^(?:C|C\+\+|C#|Elixir|Go|Java|JavaScript|Kotlin|Lua|PHP|Python|Ruby|Rust|TypeScript)$/;
const minSymbolLength = 4;
/** Lines so long are written by machines, for nobody to read. */
const isBundle = /.{2000}/;

function isRead(path: string, text: string): boolean {
  return !isBundle.test(text) && judgeText(path, text, defaultSettings, languageOf(path)) === undefined;
}

/** A method of Python is a member, in other languages members are fields; an alias of PHP is an import. */
function isDefinition({ kind, language }: Tag): boolean {
  if (kind === 'member') return language === 'Python';
  return isProgram.test(language) && isNamed.test(kind) && !(kind === 'alias' && language === 'PHP');
}

/** A constant of these languages can be a function, which is asked for only if it is defined as one elsewhere. */
function isConstant({ kind, language }: Tag): boolean {
  return kind === 'constant' && /^(?:Java|Type)Script$/.test(language);
}

interface Tag {
  readonly name: string;
  readonly path: string;
  readonly line: number;
  readonly kind: string;
  readonly language: string;
}

/** Bare symbols that are defined outside of tests and stand in another file too. */
function bareQuestions(ctags: string, tree: string, count: number): readonly object[] {
  const args = ['-R', '--sort=no', '--quiet', '--output-format=json', '--fields=+nKl', '-f', '-', '.'];
  const printed = execFileSync(ctags, args, { cwd: tree, encoding: 'utf8', maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore'] });
  const all = filesOf(tree).map((path) => [path, fs.readFileSync(nodePath.join(tree, path), 'utf8')] as const);
  const texts = new Map(all.filter(([path, text]) => isRead(path, text)));
  const found = new Map<string, Set<string>>();
  const constants: [name: string, place: string][] = [];
  for (const line of printed.split('\n')) {
    if (!line.startsWith('{')) continue;
    const tag = JSON.parse(line) as Tag;
    const file = tag.path.replace(/^\.\//, '');
    if (isConstant(tag)) constants.push([tag.name, `${file}:${tag.line}`]);
    if (!isDefinition(tag) || tag.name.length < minSymbolLength || !/^[A-Za-z_]\w*$/.test(tag.name) || !texts.has(file)) continue;
    const places = found.get(tag.name) ?? new Set();
    found.set(tag.name, places.add(`${file}:${tag.line}`));
  }
  for (const [name, place] of constants) found.get(name)?.add(place);
  const isAsked = ([name, places]: [string, Set<string>]): boolean => {
    const paths = new Set([...places].map((place) => place.slice(0, place.lastIndexOf(':'))));
    const word = new RegExp(`(?<![\\w$])${name}(?![\\w$])`);
    return (
      [...paths].some((path) => !isTest.test(path)) &&
      [...texts].some(([path, text]) => !paths.has(path) && text.includes(name) && word.test(text))
    );
  };
  const asked: object[] = [];
  for (const [name, places] of [...found].sort(([a], [b]) => (order(a) < order(b) ? -1 : 1))) {
    if (asked.length === count) break;
    if (isAsked([name, places])) asked.push({ id: `bare-${name}`, query: name, gold: [...places] });
  }
  return asked;
}

/** Which symbols are asked, by a hash of their names. */
function order(name: string): string {
  return createHash('sha256').update(name).digest('hex');
}

function questionsOf(tree: string, count: number): readonly object[] {
  const texts = new Map(filesOf(tree).map((path) => [path, fs.readFileSync(nodePath.join(tree, path), 'utf8')]));
  const definers = new Map<string, Set<string>>();
  for (const [path, text] of texts)
    for (const [, name] of text.matchAll(definition)) {
      const found = definers.get(name as string);
      if (found === undefined) definers.set(name as string, new Set([path]));
      else found.add(path);
    }
  const asked = [...definers].filter(([name, paths]) => {
    const [path] = paths;
    if (paths.size !== 1 || isTest.test(path as string)) return false;
    const word = new RegExp(`(?<![\\w$])${name}(?![\\w$])`);
    let others = 0;
    for (const [other, text] of texts) if (other !== path && text.includes(name) && word.test(text)) others++;
    return others >= 3;
  });
  return asked
    .sort(([a], [b]) => (order(a) < order(b) ? -1 : 1))
    .slice(0, count)
    .map(([name, paths], i) => ({
      id: `symbol-${name}`,
      query: (wordings[i % wordings.length] as (typeof wordings)[number])(isPlainWord.test(name) ? `\`${name}\`` : name),
      gold: [...paths],
    }));
}

await runProgram(usage, async () => {
  const { values } = parseArgs({
    options: { tree: { type: 'string' }, count: { type: 'string' }, ctags: { type: 'string' }, out: { type: 'string' } },
  });
  if (values.tree === undefined || values.out === undefined) throw new Error('--tree and --out are required');
  const count = Number(values.count ?? 40);
  const questions = values.ctags === undefined ? questionsOf(values.tree, count) : bareQuestions(values.ctags, values.tree, count);
  fs.mkdirSync(nodePath.dirname(values.out), { recursive: true });
  fs.writeFileSync(values.out, `${questions.map((question) => JSON.stringify(question)).join('\n')}\n`);
  console.error(`${questions.length} questions in ${values.out}`);
});
