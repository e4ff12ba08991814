// Questions for what connects two things are answered by the path between them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOf } from '../../../../src/messages/messages.ts';
import { createService } from '../../../../src/service/createService.ts';
import { defaultSettings } from '../../../../src/workspace/settings.ts';
import { workFolder } from '../../../support/workFolder.ts';

const files = {
  'src/crossing.ts': 'import { readTideTable } from "./tideTable.ts";\n\nexport const canCross = (text: string) => readTideTable(text);\n',
  'src/tideTable.ts':
    'import { TideParser } from "./parser.ts";\n\nexport function readTideTable(text: string) {\n  return new TideParser(text, "sk-proj-Q2x8mB4vT7yR1wE5uZ9aK3nJ6pL0sD4f");\n}\n',
  'src/parser.ts': 'export class TideParser {\n  constructor(readonly text: string, readonly key: string) {}\n}\n',
  'docs/lonely.md': '# Marmalade Shop\n\nNothing to do with the sea.\n',
};

test('the blocks are the lines of the path in its order, each with its source', async (t) => {
  const { root } = workFolder(t, files);
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(root, { settings: defaultSettings, runGit: false });
  await service.idle();

  const { found, state, lead, blocks, sources, citations } = await service.ask('How are canCross and TideParser connected?');
  assert.deepEqual([found, state], [true, 'answer']);
  assert.match(textOf(lead), /^"canCross" and "TideParser" are connected by calls, types, imports or fields, through readTideTable\.$/);
  assert.deepEqual(
    blocks.map(({ n, subject, startLine, pieces }) => [sources[n - 1]?.path, subject, startLine, pieces.length]),
    [
      ['src/crossing.ts', 'canCross', 3, 1],
      ['src/tideTable.ts', 'readTideTable', 3, 2],
      ['src/parser.ts', 'TideParser', 1, 1],
    ],
  );
  assert.ok(!JSON.stringify({ blocks, citations }).includes('sk-proj-'), 'credentials are masked');
  assert.deepEqual(
    sources.slice(0, 3).map(({ evidence }) => evidence.map(({ label, keys }) => [label, ...keys])),
    [[['connects by', 'canCross']], [['connects by', 'readTideTable']], [['connects by', 'TideParser']]],
  );

  const german = await service.ask('Was verbindet TideParser mit canCross?');
  assert.deepEqual(
    german.blocks.map(({ subject }) => subject),
    ['TideParser', 'readTideTable', 'canCross'],
  );
});

test('if an end is unknown or nothing connects them, it is a question like any other', async (t) => {
  const { root } = workFolder(t, files);
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(root, { settings: defaultSettings, runGit: false });
  await service.idle();
  for (const question of ['How are canCross and canFly connected?', 'How are canCross and Marmalade Shop connected?']) {
    const { sources } = await service.ask(question);
    assert.ok(sources.every(({ evidence }) => evidence.every(({ kind }) => kind !== 'connection')));
  }
  const { notes } = await service.ask('How are canCross and Marmalade Shop connected?');
  assert.match(textOf(notes), /are not connected/);
});

test('where passages only share names, the answer says so', async (t) => {
  const { root } = workFolder(t, {
    'docs/a.md': '# Cormorant\n\nIt opens `tideGate`.\n',
    'docs/b.md': '# Heron\n\nWait until `tideGate` is shut.\n',
  });
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(root, { settings: defaultSettings, runGit: false });
  await service.idle();
  const { lead } = await service.ask('How are `Cormorant` and `Heron` connected?');
  assert.match(
    textOf(lead),
    /^No calls, types, imports or fields connect "Cormorant" and "Heron"\. Passages that share names do, through tideGate\.$/,
  );
});
