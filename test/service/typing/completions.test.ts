import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filesLike, namesLike } from '../../../src/service/typing/completions.ts';
import { viewOfFiles } from '../../support/filesView.ts';

const { view } = viewOfFiles({
  'src/tide/table.ts': 'export function readTide() {\n  return tideTable();\n}\n',
  'src/tide.ts': 'export function Tide() {}\nexport function tideTable() {}\n',
  'docs/tides.md': '# Tides\n',
  'ebb/tidemark.ts': 'export function ebbTide() {}\nusedElsewhere();\n',
  'attide.md': '# At\n',
});

const files = async (typed: string, max = 20) =>
  (await filesLike(typed, max, view)).map(({ path, isFolder }) => (isFolder ? `${path}/` : path));

test('files and folders whose own name begins with the text come first, then those that hold it; shorter ones before', async () => {
  assert.deepEqual(await files('tide'), ['src/tide/', 'src/tide.ts', 'docs/tides.md', 'ebb/tidemark.ts', 'attide.md', 'src/tide/table.ts']);
  assert.deepEqual(await files('TIDE', 2), ['src/tide/', 'src/tide.ts']);
  assert.deepEqual(await files('neap'), []);
  assert.equal((await files('')).length, 9);
});

test('a text with a folder goes on from there', async () => {
  assert.deepEqual(await files('src/tide'), ['src/tide/', 'src/tide.ts', 'src/tide/table.ts']);
  assert.deepEqual(await files('tide/'), ['src/tide/table.ts']);
});

test('defined names that begin with the text come first, as it is written before other cases', async () => {
  assert.deepEqual(await namesLike('tide', 9, view), ['tideTable', 'Tide', 'ebbTide', 'readTide']);
  assert.deepEqual(await namesLike('Tide', 9, view), ['Tide', 'tideTable', 'ebbTide', 'readTide']);
  assert.deepEqual(await namesLike('tide', 2, view), ['tideTable', 'Tide']);
  assert.deepEqual([await namesLike('used', 9, view), await namesLike('', 9, view)], [[], []]);
  const shared = { ...view, folders: view.folders.map((folder) => ({ ...folder, isShared: true })) } as unknown as typeof view;
  assert.deepEqual(await namesLike('tide', 9, shared), []);
});
