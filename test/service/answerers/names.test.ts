// Questions about names are answered by what is known of them, with every line; what is not known is said, and the question is passed on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOf } from '../../../src/messages/messages.ts';
import { createService } from '../../../src/service/createService.ts';
import type { AskOptions } from '../../../src/service/types/options.ts';
import type { Service } from '../../../src/service/types/service.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { workFolder } from '../../support/workFolder.ts';

const files = {
  'docs/tides.md': '# Tides\n\nA table is read by `readTideTable`, line by line.\n',
  'src/tideTable.ts':
    '/** A table of heights. */\nexport class TideTable {\n  parse(text: string): number {\n    return text.length;\n  }\n}\n\n/** Reads a table. */\nexport function readTideTable(text: string): TideTable {\n  return new TideTable();\n}\n',
  'src/neapTable.ts': "import { TideTable } from './tideTable.ts';\n\nexport class NeapTable extends TideTable {}\n",
  'src/lowTable.ts': "import { NeapTable } from './neapTable.ts';\n\nexport class LowTable extends NeapTable {}\n",
  'src/crossing.ts':
    "import { readTideTable } from './tideTable.ts';\n\nexport function canCross(text: string): boolean {\n  const table = readTideTable(text);\n  return readTideTable(text) === table;\n}\n",
  'src/ferry.ts': "import { canCross } from './crossing.ts';\n\nexport const sail = (text: string) => canCross(text);\n",
  'test/tideTable.test.ts':
    "import { readTideTable } from '../src/tideTable.ts';\n\ntest('a table is read', () => {\n  readTideTable('1.5');\n});\n",
};

/** The lead, and each listing as `heading path:lines`. Nothing of it is in doubt. */
async function shown(service: Service, question: string, options: AskOptions = {}): Promise<readonly string[]> {
  const { state, lead, blocks, sources } = await service.ask(question, options);
  assert.equal(state, 'answer', question);
  const rows = blocks.map(({ heading, subject, n, pieces }) => {
    const lines = pieces.map(({ startLine }) => startLine).join(',');
    return `${heading === undefined ? subject : textOf([heading])} ${sources[n - 1]?.path}:${lines}`;
  });
  return [textOf(lead), ...rows];
}

test('a name is answered by its definition, its users by role, and what a change reaches', async (t) => {
  const { root: folder } = workFolder(t, files);
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(folder, { settings: defaultSettings, runGit: false });
  await service.idle();
  const calls = ['"readTideTable" is called in 3 lines of 2 files.', 'Calls src/crossing.ts:4,5', 'Tests test/tideTable.test.ts:4'];
  const expected: readonly (readonly [string, readonly string[]])[] = [
    ['Where is `readTideTable` defined?', ['"readTideTable" is defined at src/tideTable.ts:9.', 'readTideTable src/tideTable.ts:8']],
    ['Where is the tide table defined?', ['"TideTable" is defined at src/tideTable.ts:2.', 'TideTable src/tideTable.ts:1']],
    ['Where is TideTable.parse defined?', ['"TideTable.parse" is defined at src/tideTable.ts:3.', 'TideTable.parse src/tideTable.ts:3']],
    ['Who calls readTideTable?', calls],
    ['Wer ruft readTideTable auf?', calls],
    ['谁调用了 readTideTable？', calls],
    [
      'Which classes extend TideTable?',
      [
        '"TideTable" is extended or implemented in 2 lines of 2 files.',
        'Subtypes src/neapTable.ts:3',
        'Subtypes of these src/lowTable.ts:3',
      ],
    ],
    ['Which files import the neap table?', ['"NeapTable" is imported in one line.', 'Imports src/lowTable.ts:1']],
    ['Which tests cover the readTideTable function?', ['"readTideTable" is tested in one line.', 'Tests test/tideTable.test.ts:4']],
    ['Where is readTideTable documented?', ['"readTideTable" is mentioned in documents in one line.', 'Documents docs/tides.md:3']],
    ['Who imports src/crossing.ts?', ['"src/crossing.ts" is imported in one line.', 'Imports src/ferry.ts:1']],
  ];
  for (const [question, answer] of expected) assert.deepEqual(await shown(service, question), answer, question);
  const [lead, ...reached] = await shown(service, 'What breaks if I change readTideTable?');
  assert.equal(lead, 'Files that a change to "readTideTable" reaches directly: 3; through them: 1.');
  assert.ok(reached.includes('Users src/crossing.ts:4,5') && reached.includes('Reached through these src/ferry.ts:3'), reached.join('\n'));
  const { blocks } = await service.ask('Who calls readTideTable?');
  assert.deepEqual(blocks[0]?.pieces[0], { startLine: 4, text: 'const table = readTideTable(text);', within: 'canCross' });
});

test('a pronoun means the subject of the thread, or the definition that the question is asked at', async (t) => {
  const { root: folder } = workFolder(t, files);
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(folder, { settings: defaultSettings, runGit: false });
  await service.idle();
  const ferry = ['"canCross" is called in one line.', 'Calls src/ferry.ts:3'];
  assert.deepEqual(await shown(service, 'Who calls it?', { earlier: ['What does canCross do?'] }), ferry);
  const about = { file: `${folder}/src/crossing.ts`, startLine: 4, endLine: 4 };
  assert.deepEqual(await shown(service, 'Who calls this function?', { about }), ferry);
});

test('what is not found is said, and passages answer', async (t) => {
  const { root: folder } = workFolder(t, files);
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(folder, { settings: defaultSettings, runGit: false });
  await service.idle();
  const unknown = await service.ask('Who calls `readMoonTable`?');
  assert.equal(textOf(unknown.notes), 'Nothing here is called "readMoonTable"; nearest: readTideTable.');
  assert.equal(unknown.lead, undefined);
  const foreign = await service.ask('Who calls `zebraQuota`?');
  assert.equal(textOf(foreign.notes), 'Nothing here is called "zebraQuota".');
  const untested = await service.ask('Which tests cover canCross?');
  assert.equal(textOf(untested.notes), 'No test that uses "canCross" was found.');
  // Ordinary words are no names.
  for (const question of ['Where are the heights?', 'What uses the table?', 'What happens if I change the text?']) {
    const { lead, notes } = await service.ask(question);
    assert.deepEqual([lead, notes], [undefined, undefined], question);
  }
});
