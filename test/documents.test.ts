// The tests, files and commands that documents refer to exist.
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import * as path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { bind } from '../src/engine/retrieval/retrievers.ts';
import { indexOf, pathsFound } from './support/memoryIndex.ts';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');
const sources = ['src', 'test', 'bench'].flatMap((folder) =>
  fs.readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }),
);
const names = new Set(sources.map((file) => path.basename(file)));
const filesIn = (text: string): string[] =>
  [...text.matchAll(/`((?:test|scripts|src|bench|docs)\/[\w./-]+\.\w+)`/g)].map(([, file = '']) => file);

for (const document of ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'SECURITY.md']) {
  test(`${document} names files and commands that exist`, () => {
    const text = read(document);
    const missing = filesIn(text).filter((file) => !fs.existsSync(path.join(root, file)));
    // A file may also be named without its folder.
    const unknown = [...text.matchAll(/(?<=`|\w\/)\w+\.ts(?=`)/g)].map(String).filter((name) => !names.has(name));
    assert.deepEqual([...missing, ...unknown], []);
    const { scripts } = JSON.parse(read('package.json'));
    const commands = [...text.matchAll(/npm run ([\w-]+)/g)].map(([, name = '']) => name);
    assert.deepEqual(
      commands.filter((name) => !(name in scripts)),
      [],
    );
  });
}

test('each invariant and each promise of SECURITY.md names the test that holds it', () => {
  const items = read('docs/how-it-works/invariants.md')
    .split(/^(?=\d+\. )/m)
    .slice(1);
  const promises = read('SECURITY.md')
    .split('\n')
    .filter((line) => /^\| (?!promise |---)/.test(line));
  assert.ok(items.length > 0 && promises.length > 0);
  for (const claim of [...items, ...promises])
    assert.ok(
      filesIn(claim).some((file) => file.endsWith('.test.ts')),
      claim,
    );
});

test('the examples of CONTRIBUTING.md work', async () => {
  const [language = '', system = ''] = [...read('CONTRIBUTING.md').matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code]) => code);
  const tables = [read('src/engine/text/languages.ts'), read('src/engine/text/definitions/declarations.ts')].join('\n').split('\n');
  for (const line of language.split('\n')) assert.ok(tables.includes(line), line);
  const folder = pathToFileURL(path.join(root, 'src/engine/retrieval/systems/'));
  const script = stripTypeScriptTypes(system).replace(/(?<= from ')[^']+/g, (from) => new URL(from, folder).href);
  const { reverseBm25 } = await import(`data:text/javascript,${encodeURIComponent(script)}`);
  const reader = indexOf({ 'a.txt': 'server cache', 'b.txt': 'server walk token', 'c.txt': 'walk' }).reader();
  assert.deepEqual(await pathsFound(reader, bind(reverseBm25), 'server cache'), ['b.txt', 'a.txt']);
  const { results } = await bind(reverseBm25).search(reader, 'server cache', { limit: 1 });
  const keys = results.map(({ chunk }) => String(reader.lengths[chunk]));
  assert.deepEqual(results[0]?.evidence, [{ kind: 'length', label: 'words', keys }]);
});
