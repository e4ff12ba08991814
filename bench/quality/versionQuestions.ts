/**
 * Makes questions about versions, with the headings of the repository's own change logs as gold: "What changed in version 2.4.1?". Which versions are asked
 * is decided by a hash of their numbers.
 */

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import nodePath from 'node:path';
import { parseArgs } from 'node:util';
import { countOf, runProgram } from './options.ts';

const usage = `node bench/quality/versionQuestions.ts --tree DIR --count N --out FILE

  --tree DIR    a repository's working tree
  --count N     how many versions at most; each is asked in three ways
  --out FILE    the questions, one JSON object a line`;

const changeLog = /(?:^|\/)(?:change(?:log|s)|history|news|releases?)[^/]*\.(?:md|rst|txt)$/i;
/** A heading of Markdown, or a line that is underlined. */
const heading = /^(?:#+ .*?|version |v)?\[?v?(\d+\.\d+(?:\.\d+)?)\b/i;
const underline = /^[-=~]{3,}/;
const wordings = [
  (version: string) => `What changed in version ${version}?`,
  (version: string) => `What is new in ${version}?`,
  (version: string) => version,
] as const;

/** The lines of the headings of each version. */
function headingsOf(tree: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const paths = fs.readdirSync(tree, { recursive: true, encoding: 'utf8' }).map((path) => path.split(nodePath.sep).join('/'));
  for (const path of paths.filter((path) => changeLog.test(path) && !path.includes('node_modules/'))) {
    const lines = fs.readFileSync(nodePath.join(tree, path), 'utf8').split('\n');
    for (const [i, line] of lines.entries()) {
      const version = heading.exec(line)?.[1];
      if (version === undefined || !(line.startsWith('#') || underline.test(lines[i + 1] ?? ''))) continue;
      found.set(version, [...(found.get(version) ?? []), `${path}:${i + 1}`]);
    }
  }
  return found;
}

function order(version: string): string {
  return createHash('sha256').update(version).digest('hex');
}

await runProgram(usage, async () => {
  const { values } = parseArgs({
    options: { tree: { type: 'string' }, count: { type: 'string', default: '40' }, out: { type: 'string' } },
  });
  if (values.tree === undefined || values.out === undefined) throw new Error('--tree and --out are required');
  const versions = [...headingsOf(values.tree)]
    .sort(([a], [b]) => (order(a) < order(b) ? -1 : 1))
    .slice(0, countOf('--count', values.count));
  const questions = versions.flatMap(([version, gold]) =>
    wordings.map((wording, i) => ({ id: `version-${version}-${i}`, query: wording(version), gold })),
  );
  fs.mkdirSync(nodePath.dirname(values.out), { recursive: true });
  fs.writeFileSync(values.out, questions.map((question) => `${JSON.stringify(question)}\n`).join(''));
  console.error(`${questions.length} questions in ${values.out}`);
});
