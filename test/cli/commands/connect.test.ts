/** `meshrag connect`: paths, equal ends, unknown ends, wrong usage. */

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { runConnect } from '../../../src/cli/commands/connect.ts';
import { cacheIn, printed, runHere } from '../../support/inProcess.ts';
import { workFolder } from '../../support/workFolder.ts';

const files = {
  'src/crossing.ts': 'import { readTideTable } from "./tideTable.ts";\n\nexport const canCross = (text: string) => readTideTable(text);\n',
  'src/tideTable.ts': 'export function readTideTable(text: string) {\n  return new TideParser(text);\n}\n',
  'src/parser.ts': 'export class TideParser {\n  constructor(readonly text: string) {}\n}\n',
  'docs/lonely.md': '# Marmalade Shop\n\nNothing to do with the sea.\n',
  '.gitignore': 'ignored/\n',
  'ignored/crossing.ts': 'export const hidden = 1;\n',
};

test('a path is reported with the lines that show each name', async (t) => {
  const { status, stdout } = await run(t, ['connect', 'canCross', 'TideParser', '--json']);
  assert.equal(status, 0);
  const { paths, notes } = JSON.parse(stdout);
  assert.deepEqual(notes, []);
  const [{ passages, links }] = paths;
  assert.deepEqual(links, [{ name: 'readTideTable', holders: 2 }]);
  assert.deepEqual(
    passages.map((passage: { path: string }) => passage.path),
    ['src/crossing.ts', 'src/tideTable.ts'],
  );
  const all = paths.flatMap((one: Path) => one.passages.flatMap(({ names }) => names));
  for (const { name, text, use } of all) assert.ok(text.includes(use === 'calls' ? `${name}(` : name), `${name} in ${text}`);
  assert.deepEqual(passages[1].names[0], {
    name: 'readTideTable',
    use: 'defines',
    text: 'export function readTideTable(text: string) {',
    line: 1,
  });
});

test('a path is printed passage by passage, further ones in a line each, and notes', async (t) => {
  const { ask, folder } = await printed(t, runConnect);
  folder.write(
    'src/both.ts',
    "import { Kettle } from './kettle.ts';\nimport { heatWater } from './heat.ts';\n\nexport const both = [Kettle, heatWater];\n",
  );
  assert.deepEqual((await ask('Kettle', 'heatWater')).stdout.split('\n'), [
    '"Kettle" has 2 definitions; a path may start or end at any of them.',
    '1  src/kettle.ts:2 Kettle, boil',
    '   defines Kettle: 2 export class Kettle {',
    '   calls heatWater: 5 return heatWater(degrees);',
    'Other paths',
    '  src/both.ts:1',
    '  docs/tea.md:5',
    'TIME',
    '',
  ]);
  assert.deepEqual((await ask('src/use.ts', 'src/heat.ts')).stdout.split('\n'), [
    '1  src/use.ts:4 ',
    '   calls Kettle: 4 new Kettle().boil(3);',
    '   by Kettle, in 3 passages',
    '2  src/kettle.ts:2 Kettle, boil',
    '   defines Kettle: 2 export class Kettle {',
    '   calls heatWater: 5 return heatWater(degrees);',
    '   by heatWater, in 4 passages',
    '3  src/heat.ts:2 heatWater',
    '   defines heatWater: 2 export function heatWater(degrees: number) {',
    'TIME',
    '',
  ]);
  assert.deepEqual((await ask('Kettle', 'Kettle')).stdout.split('\n'), ['"Kettle" and "Kettle" are the same.', 'TIME', '']);
  const { ms, openMs, paths, ...answer } = JSON.parse((await ask('Kettle', 'heatWater', '--json')).stdout);
  assert.ok(ms >= 0 && openMs >= 0 && paths.length > 0);
  assert.deepEqual(answer, {
    ends: [
      { asked: 'Kettle', kind: 'name', passages: 5, definitions: 2 },
      { asked: 'heatWater', kind: 'name', passages: 4, definitions: 1 },
    ],
    notes: ['"Kettle" has 2 definitions; a path may start or end at any of them.'],
  });
});

test('two files are connected by their imports, in either direction', async (t) => {
  for (const ends of [
    ['src/crossing.ts', 'src/tideTable.ts'],
    ['src/tideTable.ts', 'src/crossing.ts'],
  ]) {
    const [{ passages, links }] = JSON.parse((await run(t, ['connect', ...ends, '--json'])).stdout).paths;
    assert.deepEqual(
      passages.map(({ path: file }: { path: string }) => file),
      ends,
    );
    assert.deepEqual(links, [{ name: 'readTideTable', holders: 2 }]);
  }
});

test('files and places can be ends too; equal or unconnected ends are reported', async (t) => {
  const ofFiles = JSON.parse((await run(t, ['connect', 'src/crossing.ts', 'src/parser.ts:2', '--json'])).stdout);
  assert.deepEqual(
    ofFiles.ends.map(({ kind }: { kind: string }) => kind),
    ['file', 'place'],
  );
  assert.equal(ofFiles.paths[0].passages.length, 3);
  const outside = await run(t, ['connect', '/elsewhere/crossing.ts', 'canCross', '--json']);
  assert.deepEqual(
    [outside.status, JSON.parse(outside.stdout).error],
    [1, '"/elsewhere/crossing.ts" is not a file in the index; the nearest are src/crossing.ts'],
  );
  const same = JSON.parse((await run(t, ['connect', 'TideParser', 'TideParser', '--json'])).stdout);
  assert.deepEqual([same.paths, same.notes], [[], ['"TideParser" and "TideParser" are the same.']]);
  const none = JSON.parse((await run(t, ['connect', 'canCross', 'Marmalade Shop', '--json'])).stdout);
  assert.deepEqual([none.paths, none.notes], [[], ['"canCross" and "Marmalade Shop" are not connected within 4 steps.']]);
});

test('an unknown end fails, a missing one is wrong usage', async (t) => {
  const unknown = await run(t, ['connect', 'canCross', 'canFly']);
  assert.equal(unknown.status, 1);
  assert.match(unknown.stderr, /"canFly" is neither a name nor a file in the index/);
  assert.match((await run(t, ['connect', 'canCros', 'TideParser'])).stderr, /"canCros" is neither .*; the nearest names are canCross/);
  assert.match((await run(t, ['connect', 'canCross', 'ignored/crossing.ts:1'])).stderr, /"ignored\/crossing.ts" is not indexed: ignored/);
  assert.equal((await run(t, ['connect', 'canCross'])).status, 2);
});

interface Path {
  readonly passages: readonly { readonly names: readonly { readonly name: string; readonly text: string; readonly use: string }[] }[];
}

function run(t: TestContext, args: readonly string[]) {
  const folder = workFolder(t, files);
  return runHere([...args, '--dir', folder.root], cacheIn(folder.parent));
}
