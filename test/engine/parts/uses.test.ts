/** What a file counts as used: a table of sources, each with the numbers of users of what `a.ts` defines, and of its own uses. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourceFiles } from '../../../src/engine/parts/sourceFiles.ts';
import { countUses } from '../../../src/engine/parts/uses.ts';
import { type Files, indexOf } from '../../support/memoryIndex.ts';

async function usesIn(files: Files) {
  const reader = indexOf(files).reader();
  const sources = await sourceFiles(reader);
  const uses = await countUses(reader, sources, async () => undefined);
  const at = (path: string): number => sources.findIndex((source) => source.path === path);
  return {
    score: (path: string): number => Math.round((uses.scores[at(path)] as number) * 1e6) / 1e6,
    used: (path: string): number => Math.round((uses.usedFiles[at(path)] as number) * 1e6) / 1e6,
    defined: (path: string) => uses.definedIn(at(path)),
  };
}

const a = 'export function boilWater() {}\n';
const imports = "import { boilWater } from './a.ts';\n";

const table: readonly { readonly name: string; readonly files: Files; readonly users: number }[] = [
  { name: 'nobody', files: {}, users: 0 },
  { name: 'an import', files: { 'b.ts': imports }, users: 1 },
  { name: 'two users', files: { 'b.ts': imports, 'c.ts': imports }, users: 2 },
  { name: 'the same file twice is one user', files: { 'b.ts': `${imports}boilWater();\nboilWater();\n` }, users: 1 },
  { name: 'a call', files: { 'b.ts': 'boilWater();\n' }, users: 1 },
  { name: 'a mention in prose counts a quarter', files: { 'b.md': '# Tea\n\nIt calls `boilWater` first.\n' }, users: 0.25 },
  { name: 'a test counts a tenth', files: { 'test/b.test.ts': "import { boilWater } from '../a.ts';\nboilWater();\n" }, users: 0.1 },
  {
    name: 'a definer in two places is one',
    files: { 'a.ts': `${a}${'export const x = 1;\n'.repeat(200)}${a}`, 'b.ts': imports },
    users: 1,
  },
  { name: 'one of two definers counts half', files: { 'b.ts': imports, 'd.ts': a }, users: 0.5 },
  { name: 'one of three a third', files: { 'b.ts': imports, 'd.ts': a, 'e.ts': a }, users: 0.333333 },
  { name: 'of four it is not known which is meant', files: { 'b.ts': imports, 'd.ts': a, 'e.ts': a, 'f.ts': a }, users: 0 },
  { name: 'a test that defines it as well only mentions it', files: { 'b.ts': imports, 'test/d.test.ts': a }, users: 1.025 },
];

for (const { name, files, users } of table)
  test(name, async () => {
    const uses = await usesIn({ 'a.ts': a, ...files });
    assert.equal(uses.score('a.ts'), users);
    // The uses of all files together are those of what they use.
    const all = Object.keys({ 'a.ts': a, ...files });
    const sum = (one: (path: string) => number): number => Math.round(all.reduce((total, path) => total + one(path), 0) * 1e4) / 1e4;
    assert.equal(sum(uses.used), sum(uses.score));
  });

test('a plain word that is called counts a tenth, a compound is meant', async () => {
  const plain = { 'a.ts': 'export function update() {}\n' };
  assert.equal((await usesIn({ ...plain, 'b.ts': 'update();\n' })).score('a.ts'), 0.1);
  assert.equal((await usesIn({ 'a.py': 'def boil_water():\n    pass\n', 'b.py': 'boil_water()\n' })).score('a.py'), 1);
});

test('a file is used as much as the most used of its names', async () => {
  const uses = await usesIn({
    'a.ts': `${a}export function pourMilk() {}\n`,
    'b.ts': "import { boilWater, pourMilk } from './a.ts';\n",
    'c.md': '# Tea\n\nSee `pourMilk`.\n',
  });
  assert.equal(uses.score('a.ts'), 1.25);
  assert.equal(uses.used('b.ts'), 1);
});

test('its names come with their users, the most used first, equal ones by name, each once', async () => {
  const uses = await usesIn({
    'a.ts':
      'export function zestLemon() {}\nexport function boilWater() {}\nexport function airKettle() {}\nexport function boilWater() {}\n',
    'b.ts': "import { zestLemon, boilWater } from './a.ts';\n",
    'c.ts': "import { zestLemon } from './a.ts';\n",
    'd.ts': 'boilWater();\n',
  });
  assert.deepEqual(uses.defined('a.ts'), [
    { name: 'boilWater', users: 2 },
    { name: 'zestLemon', users: 2 },
    { name: 'airKettle', users: 0 },
  ]);
  assert.deepEqual(uses.defined('b.ts'), []);
});
