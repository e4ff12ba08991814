import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOf } from '../../../src/messages/messages.ts';
import { serviceOn } from '../../support/serviceOn.ts';

const files = {
  'src/start.ts': "import { loadTable } from './load.ts';\n\nexport function startHere() {\n  return loadTable();\n}\n",
  'src/load.ts': "import { RowStore } from './store.ts';\n\nexport function loadTable() {\n  return new RowStore();\n}\n",
  'src/store.ts': 'export class RowStore {}\n',
  'src/lonely.ts': 'export function lonelyOne() {}\n',
  'a/twice.ts': 'export function saidTwice() {\n  return 1;\n}\n',
  'b/twice.ts': "import { lonelyOne } from '../src/lonely.ts';\n\nexport function saidTwice() {\n  return lonelyOne();\n}\n",
};

test('two names are connected by the chain of calls between them, in the order that is asked for', async (t) => {
  const { service } = await serviceOn(t, files);
  const connect = async (a: string, b: string) => {
    const { paths, notes } = await service.connect(a, b);
    return { ways: paths.map(({ passages }) => passages.map(({ path }) => path).join(' ')), notes: textOf(notes) };
  };
  const forth = await connect('startHere', 'RowStore');
  assert.deepEqual([forth.ways[0], forth.notes], ['src/start.ts src/load.ts src/store.ts', '']);
  assert.equal((await connect('RowStore', 'startHere')).ways[0], 'src/store.ts src/load.ts src/start.ts');
  assert.equal((await connect('src/start.ts', 'src/store.ts')).ways[0], 'src/start.ts src/load.ts src/store.ts');
});

test('what is not connected, the same, or has several definitions is said', async (t) => {
  const { service } = await serviceOn(t, files);
  const notesOf = async (a: string, b: string) => textOf((await service.connect(a, b)).notes);
  assert.equal(await notesOf('startHere', 'lonelyOne'), '"startHere" and "lonelyOne" are not connected within 4 steps.');
  assert.match(await notesOf('startHere', 'startHere'), /^"startHere" and "startHere" are the same\.$/);
  assert.match(await notesOf('src/load.ts', 'src/load.ts'), /are the same/);
  assert.equal(await notesOf('saidTwice', 'lonelyOne'), '"saidTwice" has 2 definitions; a path may start or end at any of them.');
  await assert.rejects(service.connect('startHere', 'startHear'), /"startHear".*startHere/);
});

test('a name that too many passages hold connects nothing, which is said', async (t) => {
  const many = Object.fromEntries(Array.from({ length: 80 }, (_, i) => [`n${i}.md`, `# Note ${i}\n\nOf \`tideGate\`.\n`]));
  const { service } = await serviceOn(t, {
    ...many,
    'heron.md': '# Heron Island\n\nWait until `tideGate` is shut.\n',
    'cormorant.md': '# Cormorant Bay\n\nIt opens `tideGate`.\n',
  });
  const { paths, notes } = await service.connect('Heron Island', 'Cormorant Bay');
  assert.deepEqual(paths, []);
  assert.deepEqual(
    notes.map((note) => textOf([note])),
    [
      '"Heron Island" and "Cormorant Bay" are not connected within 4 steps.',
      'tideGate is too common to link passages: 82 of 82 contain it.',
    ],
  );
});
