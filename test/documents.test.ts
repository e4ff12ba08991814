// The tests, files and commands that documents refer to exist.
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';

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
