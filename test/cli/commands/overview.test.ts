// What is printed of how a folder is made, for people and for programs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runOverview } from '../../../src/cli/commands/overview.ts';
import { printed } from '../../support/inProcess.ts';

test('the parts with their files are printed; more than five files of a part are counted', async (t) => {
  const { ask, folder } = await printed(t, runOverview);
  assert.deepEqual((await ask()).stdout.split('\n'), [
    'Kettle boils water for tea.  README.md:3',
    'Start with',
    '    README.md',
    '    src/kettle.ts',
    '    src/heat.ts',
    '    src/use.ts',
    '    docs/tea.md',
    '.  2 files',
    '    Kettle, Tea',
    '    README.md',
    '    docs/tea.md',
    'src  3 files',
    '    heat, kettle, use',
    '    src/heat.ts',
    '    src/kettle.ts',
    '    src/use.ts',
    '2 parts, 5 files',
    '',
  ]);
  for (let i = 0; i < 4; i++) folder.write(`src/more${i}.ts`, `export const more${i} = ${i};\n`);
  folder.write('package.json', '{ "name": "kettle", "main": "src/kettle.ts", "scripts": { "start": "node src/use.ts" } }\n');
  assert.deepEqual((await ask()).stdout.split('\n'), [
    'Kettle boils water for tea.  README.md:3',
    'Entry points',
    '    src/kettle.ts:1  kettle library',
    '    package.json:1  start script',
    'Start with',
    '    README.md',
    '    src/kettle.ts',
    '    src/heat.ts',
    '    src/use.ts',
    '    docs/tea.md',
    '.  3 files',
    '    Kettle, Tea, package',
    '    README.md',
    '    docs/tea.md',
    '    package.json',
    'src  7 files',
    '    heat, kettle, more0, more1',
    '    src/heat.ts',
    '    src/kettle.ts',
    '    src/more0.ts',
    '    src/more1.ts',
    '    src/more2.ts',
    '    2 more',
    '2 parts, 10 files',
    '',
  ]);
  for (const name of ['kettle', 'use', 'heat', 'more0', 'more1', 'more2', 'more3']) folder.remove(`src/${name}.ts`);
  for (const name of ['docs/tea.md', 'README.md', 'package.json']) folder.remove(name);
  assert.deepEqual((await ask()).stdout, 'No file of this folder is indexed, so there is nothing to describe.\n');
});

test('a program gets all that is known, with its times', async (t) => {
  const { ask } = await printed(t, runOverview);
  const { code, stdout } = await ask('--json');
  const { ms, openMs, ...answer } = JSON.parse(stdout);
  assert.equal(code, 0);
  assert.ok(ms >= 0 && openMs >= 0);
  assert.deepEqual(Object.keys(answer), ['folder', 'says', 'files', 'entryPoints', 'parts', 'corners', 'startWith']);
  assert.deepEqual(
    answer.parts.map((part: { name: string; files: readonly { path: string }[] }) => [part.name, part.files.map(({ path }) => path)]),
    [
      ['', ['README.md', 'docs/tea.md']],
      ['src', ['src/heat.ts', 'src/kettle.ts', 'src/use.ts']],
    ],
  );
});
