/** Which files are in a part, and why others are not: tables of folders. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SourceFile, sourceFiles } from '../../../src/engine/parts/sourceFiles.ts';
import { indexOf } from '../../support/memoryIndex.ts';

const contents: Readonly<Record<string, string>> = {
  ts: 'export function brewTea() {}\n',
  md: '# Tea\n\nBrews tea for guests.\n',
  json: '{ "tea": "green" }\n',
  css: '.kettle { color: red }\n',
  txt: 'Some plain words about tea.\n',
};

const textOf = (path: string): string => contents[path.slice(path.lastIndexOf('.') + 1)] ?? 'brewTea for all guests\n';

async function filesOf(paths: readonly string[]): Promise<readonly SourceFile[]> {
  return sourceFiles(indexOf(Object.fromEntries(paths.map((path) => [path, textOf(path)]))).reader());
}

/** Paths, and the corner of each that is in one. */
const table: readonly (readonly [name: string, paths: readonly string[], corners: Readonly<Record<string, string>>])[] = [
  ['all in parts', ['a.ts', 'docs/a.md', 'src/a.json'], {}],
  ['licences and change logs', ['LICENSE', 'docs/CHANGELOG.md', 'a.ts'], { LICENSE: 'licences', 'docs/CHANGELOG.md': 'changeLogs' }],
  [
    'code of others, at any depth',
    ['vendor/a.ts', 'x/third_party/y/a.ts', 'deps/a.md', 'external.ts', 'my-deps/a.ts'],
    { 'vendor/a.ts': 'vendored', 'x/third_party/y/a.ts': 'vendored', 'deps/a.md': 'vendored' },
  ],
  [
    'compiled beside its source',
    ['a.ts', 'a.js', 'a.d.ts', 'b.js', 'c.scss', 'c.css', 'x/a.js', 'd.d.ts'],
    { 'a.js': 'compiled', 'a.d.ts': 'compiled', 'c.css': 'compiled' },
  ],
  [
    'settings of tools',
    ['.eslintrc.json', '.github/a.md', 'x/.y/a.ts', 'a.b/c.ts'],
    { '.eslintrc.json': 'settings', '.github/a.md': 'settings', 'x/.y/a.ts': 'settings' },
  ],
  [
    'tests by their folders and names',
    ['test/a.ts', 'src/a.test.ts', '_test/b.ts', 'testing/c.ts', 'contest/a.ts'],
    { 'test/a.ts': 'tests', 'src/a.test.ts': 'tests', '_test/b.ts': 'tests', 'testing/c.ts': 'tests' },
  ],
  [
    'what tests read, where there is nothing but tests',
    ['spec/a.spec.ts', 'spec/data/a.json', 'spec/data/b.txt', 'lib/a.json', 'lib/a.ts'],
    { 'spec/a.spec.ts': 'tests', 'spec/data/a.json': 'tests', 'spec/data/b.txt': 'tests' },
  ],
  ['not beside other code', ['lib/a.test.ts', 'lib/a.ts', 'lib/a.json'], { 'lib/a.test.ts': 'tests' }],
  ['an original and its translation', ['docs/en/a.md', 'docs/fr/a.md'], { 'docs/fr/a.md': 'translations' }],
  ['no English: the language with the most files', ['docs/de/a.md', 'docs/de/b.md', 'docs/fr/a.md'], { 'docs/fr/a.md': 'translations' }],
  ['of as many, the first by name', ['docs/fr/a.md', 'docs/de/a.md'], { 'docs/fr/a.md': 'translations' }],
  [
    'a counterpart above is the original',
    ['docs/a.md', 'docs/fr/a.md', 'docs/pt-br/a.md'],
    { 'docs/fr/a.md': 'translations', 'docs/pt-br/a.md': 'translations' },
  ],
  ['two letters alone are no language', ['docs/go/a.md', 'docs/b.md'], {}],
  [
    'half of the files are enough',
    ['docs/a.md', 'docs/fr/a.md', 'docs/fr/b.md'],
    { 'docs/fr/a.md': 'translations', 'docs/fr/b.md': 'translations' },
  ],
  ['a third is not', ['docs/a.md', 'docs/fr/a.md', 'docs/fr/b.md', 'docs/fr/c.md'], {}],
  [
    'a language in the name',
    ['README.md', 'README.fr.md', 'README-ja.md', 'README_zh-Hans.md', 'README.en.md', 'x/README.de.md', 'NOTES.de.md'],
    {
      'README.fr.md': 'translations',
      'README-ja.md': 'translations',
      'README_zh-Hans.md': 'translations',
      'x/README.de.md': 'translations',
    },
  ],
  ['code is no translation', ['a.ts', 'a.fr.ts'], {}],
];

for (const [name, paths, corners] of table)
  test(name, async () => {
    const files = await filesOf(paths);
    assert.deepEqual(
      files.map(({ path }) => path),
      [...paths].sort(),
    );
    assert.deepEqual(Object.fromEntries(files.flatMap(({ path, corner }) => (corner === undefined ? [] : [[path, corner]]))), corners);
  });

test('code, prose and data', async () => {
  const files = await filesOf(['a.ts', 'b.md', 'c.json', 'd.css', 'e.txt']);
  assert.deepEqual(
    files.map(({ path, kind }) => `${path} ${kind}`),
    ['a.ts code', 'b.md prose', 'c.json data', 'd.css data', 'e.txt prose'],
  );
  for (const { firstChunk, chunksEnd } of files) assert.ok(chunksEnd > firstChunk);
});
