/** Draws relations by a fixed seed from a tree, one line of JSON each, to be judged by who reads the code: does the line use what is defined there? */

import { createHash } from 'node:crypto';
import nodePath from 'node:path';
import { parseArgs } from 'node:util';
import { findDefinitions, findUsers } from '../../src/engine/relations/relations.ts';
import { definitionsIn } from '../../src/engine/text/code/read.ts';
import { languageOf } from '../../src/engine/text/languages.ts';
import { linesOf } from '../../src/engine/text/lines.ts';
import { createSource, textsOf } from './source.ts';

const usage = `node bench/relations/draw.ts --tree DIR [--language ID] [--count N] [--seed S]

  --tree DIR     a repository's working tree
  --language ID  uses in files of this language, as src/engine/text/languages.ts calls it
  --count N      how many, each of another name (25)
  --seed S       what they are drawn by (1)`;

const { values } = parseArgs({
  options: {
    tree: { type: 'string' },
    language: { type: 'string' },
    count: { type: 'string', default: '25' },
    seed: { type: 'string', default: '1' },
  },
});
if (values.tree === undefined) {
  console.error(usage);
  process.exit(2);
}
const { tree } = values;
const files = textsOf(tree);
const isAsked = (path: string): boolean => values.language === undefined || languageOf(path).id === values.language;
const orderOf = (text: string): string => createHash('sha256').update(`${values.seed} ${text}`).digest('hex');
const names = [...files].flatMap(([path, text]) =>
  isAsked(path) ? definitionsIn(linesOf(text), languageOf(path)).map(({ name }) => name) : [],
);
const source = createSource(files);
let left = Number(values.count);
for (const name of [...new Set(names)].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))) {
  if (left === 0) break;
  const definitions = await findDefinitions(name, source);
  const { uses } = await findUsers(name, definitions, source);
  const places = uses.flatMap(({ kind, where, path, lines }) =>
    isAsked(path) && where === 'code' ? lines.map((line) => ({ kind, path, line })) : [],
  );
  const own = new Set(definitions.map(({ path }) => path));
  const order = (place: (typeof places)[number]): string => orderOf(`${name} ${place.path}:${place.line} ${place.kind}`);
  const [use] = places.filter(({ path }) => !own.has(path)).sort((a, b) => (order(a) < order(b) ? -1 : 1));
  const [definition] = definitions;
  if (use === undefined || definition === undefined) continue;
  left--;
  const textAt = (path: string, line: number): string => (files.get(path)?.split('\n')[line - 1] ?? '').trim().slice(0, 160);
  console.log(
    JSON.stringify({
      ...{ tree: nodePath.basename(tree), name, kind: use.kind, definitions: definitions.length },
      ...{ defined: `${definition.path}:${definition.startLine}`, definition: textAt(definition.path, definition.startLine) },
      ...{ used: `${use.path}:${use.line}`, use: textAt(use.path, use.line) },
    }),
  );
}
