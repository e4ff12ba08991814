/**
 * Whether other names of a name are found, and whether those that are found are right: pairs that were written down from the texts alone, and a
 * draw by a fixed seed, one line of JSON each, to be judged by who reads the texts.
 */

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import nodePath from 'node:path';
import { parseArgs } from 'node:util';
import type { RelationSource } from '../../src/engine/relations/candidates.ts';
import { findOtherNames } from '../../src/engine/relations/otherNames.ts';
import { foldedWords } from '../../src/engine/text/names/entities.ts';
import { createSource, textsOf } from './source.ts';

const usage = `node bench/relations/aliases.ts FOLDER... [--pairs FILE] [--draw N] [--seed S]

  FOLDER        a repository's working tree, or a set of passages (corpus.jsonl)
  --pairs FILE  a line of JSON each: in (a folder's name), name, other (bench/relations/aliases.jsonl)
  --draw N      draws N names that have another one from each folder, with one of these
  --seed S      what they are drawn by (1)`;

const { values, positionals } = parseArgs({
  options: {
    pairs: { type: 'string', default: nodePath.join(import.meta.dirname, 'aliases.jsonl') },
    draw: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
  },
  allowPositionals: true,
});
if (positionals.length === 0) {
  console.error(usage);
  process.exit(2);
}

interface Pair {
  readonly in: string;
  readonly name: string;
  readonly other: string;
}

const linesOf = (file: string): string[] => fs.readFileSync(file, 'utf8').trim().split('\n');
const pairs = linesOf(values.pairs).map((line) => JSON.parse(line) as Pair);
let [found, asked] = [0, 0];
for (const folder of positionals) {
  const own = pairs.filter((pair) => pair.in === nodePath.basename(folder));
  const files = filesOf(folder);
  const source = createSource(files);
  for (const { name, other } of own) {
    const all = await findOtherNames(name, source);
    const isFound = all.some((one) => one === other || (one.includes(' ') && isSame(one, other)) || isSame(one, other.toLowerCase()));
    asked++;
    if (isFound) found++;
    else console.error(`${nodePath.basename(folder)}: ${name}: ${other} is not among ${all.join(', ') || 'none'}`);
  }
  if (Number(values.draw) > 0) await draw(nodePath.basename(folder), source, files);
}
if (asked > 0) console.error(`found ${found} of ${asked}`);

function isSame(a: string, b: string): boolean {
  return foldedWords(a).join(' ') === foldedWords(b).join(' ');
}

/** The texts by path; passages as one markdown file each. */
function filesOf(folder: string): ReadonlyMap<string, string> {
  const corpus = nodePath.join(folder, 'corpus.jsonl');
  if (!fs.existsSync(corpus)) return textsOf(folder);
  return new Map(
    linesOf(corpus).map((line) => {
      const { id, title, text } = JSON.parse(line) as { id: string; title: string; text: string };
      return [`${id}.md`, `# ${title}\n\n${text}\n`];
    }),
  );
}

async function draw(folder: string, source: RelationSource, files: ReadonlyMap<string, string>): Promise<void> {
  const orderOf = (text: string): string => createHash('sha256').update(`${values.seed} ${text}`).digest('hex');
  const { reader } = source;
  const keys = await reader.keyTexts(await reader.keysBySize(2, Number.POSITIVE_INFINITY));
  const names = keys.filter((key) => key.startsWith('n:') || key.startsWith('s:')).map((key) => key.slice(2));
  let left = Number(values.draw);
  for (const name of [...new Set(names)].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))) {
    if (left === 0) return;
    const [other] = [...(await findOtherNames(name, source))].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
    if (other === undefined) continue;
    left--;
    const where = [...files].find(([, text]) => text.toLowerCase().includes(other.toLowerCase()));
    console.log(JSON.stringify({ in: folder, name, other, where: where?.[0] }));
  }
}
