/**
 * Makes questions that name a symbol, with the file that defines it as gold: what readers of foreign code ask.
 *
 * A symbol qualifies if a plain pattern, not our own parser, finds it defined in exactly one file, not a test, and named in at least three
 * others. The selection is by a hash of the name.
 */

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import nodePath from 'node:path';
import { parseArgs } from 'node:util';
import { runProgram } from './options.ts';

const usage = `node bench/quality/symbolQuestions.ts --tree DIR --count N --out FILE

  --tree DIR    a repository's working tree
  --count N     how many questions at most
  --out FILE    the questions, one JSON object a line`;

const definition =
  /^\s*(?:export\s+)?(?:default\s+)?(?:pub(?:\([a-z]+\))?\s+)?(?:async\s+)?(?:def|class|function|fn|struct|enum|trait|interface|type)\s+([A-Za-z_]\w{4,})/gm;
const isSource = /\.(?:[cm]?[jt]s|py|rs)$/;
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
  const order = (name: string): string => createHash('sha256').update(name).digest('hex');
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
  const { values } = parseArgs({ options: { tree: { type: 'string' }, count: { type: 'string' }, out: { type: 'string' } } });
  if (values.tree === undefined || values.out === undefined) throw new Error('--tree and --out are wanted');
  const questions = questionsOf(values.tree, Number(values.count ?? 40));
  fs.mkdirSync(nodePath.dirname(values.out), { recursive: true });
  fs.writeFileSync(values.out, `${questions.map((question) => JSON.stringify(question)).join('\n')}\n`);
  console.error(`${questions.length} questions in ${values.out}`);
});
