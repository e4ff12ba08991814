/**
 * Compares the files that use what a repository declares with the references that a language server finds (`textDocument/references`).
 *
 * Drawn by a fixed seed are functions, classes, types and constants outside of all others, by the tags of universal-ctags, from sources that are
 * no tests. Compared are the files with a use in code, the declaring one left out.
 */

import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { definitionsIn, findDefinitions, findUsers } from '../../src/engine/relations/relations.ts';
import { languageOf } from '../../src/engine/text/languages.ts';
import { isTestPath } from '../../src/engine/text/names/pathNames.ts';
import { ctagsOf } from './ctags.ts';
import { drawnBy } from './drawn.ts';
import { LanguageServer } from './serverProcess.ts';
import { createSource, textsOf } from './source.ts';

const usage = `node bench/relations/languageServer.ts --tree DIR --language NAME --server COMMAND [--count N] [--seed S] [--wait SECONDS] [--show]

  --tree DIR        a repository's working tree
  --language NAME   as ctags calls it: Python or C
  --server COMMAND  a language server that speaks over standard input, with its arguments
  --count N         how many names (100)
  --seed S          what they are drawn by (1)
  --wait SECONDS    for its own index, before the first question (20)
  --show            the files that differ`;

const { values } = parseArgs({
  options: {
    tree: { type: 'string' },
    language: { type: 'string' },
    server: { type: 'string' },
    count: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    wait: { type: 'string', default: '20' },
    show: { type: 'boolean' },
  },
});
/** What is drawn, by kinds of ctags. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  Python: ['function', 'class', 'variable'],
  C: ['function', 'struct', 'enum', 'typedef', 'macro'],
};
const wantedKinds = kinds[values.language ?? ''];
if (values.tree === undefined || values.server === undefined || wantedKinds === undefined) {
  console.error(usage);
  process.exit(2);
}
const tree = fs.realpathSync(values.tree);

const files = textsOf(tree);
const tags = ctagsOf(tree, values.language as string).filter(
  ({ kind, scope, name, path }) => wantedKinds.includes(kind) && scope === undefined && !/^__anon|\W/.test(name) && !isTestPath(path),
);
const drawn = drawnBy(values.seed, tags, ({ path, name }) => `${path} ${name}`).slice(0, Number(values.count));

const source = createSource(files);
const server = await LanguageServer.start(values.server, tree);
const open = (path: string): string => server.open(path, (values.language as string).toLowerCase(), files.get(path) ?? '');
for (const { path } of drawn) open(path);
await sleep(1000 * Number(values.wait));

let [right, claimed, wanted, without, falseWithout, unseen] = [0, 0, 0, 0, 0, 0];
for (const { path, name, line } of drawn) {
  const uri = open(path);
  const character = (files.get(path)?.split('\n')[line - 1] ?? '').search(new RegExp(`\\b${name}\\b`));
  const references = await server.references(uri, line, Math.max(0, character), true);
  const expected = new Set(references.map((one) => one.path).filter((one) => one !== path && files.has(one)));
  const definitions = definitionsIn(name, path, files.get(path) ?? '', languageOf(path)).filter(({ scope }) => scope === 'outermost');
  if (definitions.length === 0) unseen++;
  const { uses } = definitions.length === 0 ? { uses: [] } : await findUsers(name, definitions, source);
  const ours = new Set(uses.filter((use) => use.where === 'code' && use.path !== path).map((use) => use.path));
  // A server of C counts the header that declares it; for us that may be a definition.
  if (values.language === 'C') for (const one of await findDefinitions(name, source)) if (expected.has(one.path)) ours.add(one.path);
  const both = [...ours].filter((one) => expected.has(one)).length;
  if (values.show && (both < expected.size || both < ours.size)) {
    const missing = [...expected].filter((one) => !ours.has(one));
    const wrong = [...ours].filter((one) => !expected.has(one));
    console.log(`  ${path} ${name}: missing ${missing.join(', ') || 'none'}; wrong ${wrong.join(', ') || 'none'}`);
  }
  if (expected.size === 0) {
    without++;
    if (ours.size > 0) falseWithout++;
    continue;
  }
  right += both;
  claimed += ours.size;
  wanted += expected.size;
}
server.end();
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
console.log(
  `${files.size} files, ${drawn.length} names, ${unseen} of them no definitions for us; uses: recall ${percent(right / wanted)}, precision ` +
    `${percent(right / claimed)}, ${wanted} files; of ${without} names without users ${falseWithout} have some by ours`,
);
