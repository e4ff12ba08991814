// What is printed of the groups of passages that share names.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UsageError } from '../../../src/cli/cliError.ts';
import { runCommunities } from '../../../src/cli/commands/communities.ts';
import { printed } from '../../support/inProcess.ts';

test('groups are printed below their parts, and that there are none', async (t) => {
  const { ask, folder } = await printed(t, runCommunities);
  assert.deepEqual(await ask(), {
    code: 0,
    stdout: 'No communities: no places in this folder share rare names.\n',
    stderr: '',
  });
  for (const name of ['lamps', 'tides']) {
    const own = (i: number): string => `${name[0]?.toUpperCase()}${name.slice(1)}${i % 6}`;
    for (let i = 0; i < 6; i++)
      folder.write(
        `${name}/${name}${i}.ts`,
        `export class ${own(i)} {}\nexport class More${own(i)} extends ${own(i + 1)} {}\nnew More${own(i + 1)}(new ${own(i + 2)}(), new More${own(i + 3)}());\n`,
      );
  }
  const { stdout, code } = await ask();
  assert.deepEqual(
    [code, stdout.split('\n')],
    [
      0,
      [
        'lamps  6 files',
        '    Lamps1, Lamps3 · lamps  3 chunks in 3 files',
        'tides  6 files',
        '    Tides1, Tides3 · tides  3 chunks in 3 files',
        '2 communities in 2 parts, with 35 % of the chunks',
        '',
      ],
    ],
  );
  const { ms, openMs, folder: root, ...answer } = JSON.parse((await ask('--json')).stdout);
  assert.ok(ms >= 0 && openMs >= 0 && root.length > 0);
  const plain = JSON.parse(JSON.stringify(answer).replace(/"[0-9a-f]{16}"/g, '"ID"'));
  assert.deepEqual(
    [plain.parts, plain.communities.map((one: { chunks: object[] }) => ({ ...one, chunks: one.chunks[0] }))],
    [
      [
        { name: '', path: '', files: 2, communities: [] },
        { name: 'lamps', path: 'lamps', files: 6, communities: ['ID'] },
        { name: 'src', path: 'src', files: 3, communities: [] },
        { name: 'tides', path: 'tides', files: 6, communities: ['ID'] },
      ],
      [
        {
          id: 'ID',
          name: 'Lamps1, Lamps3 · lamps',
          size: 3,
          entities: ['Lamps1', 'Lamps3', 'Lamps5', 'MoreLamps0', 'MoreLamps2', 'MoreLamps4'],
          chunks: { path: 'lamps/lamps1.ts', startLine: 1, endLine: 3 },
        },
        {
          id: 'ID',
          name: 'Tides1, Tides3 · tides',
          size: 3,
          entities: ['Tides1', 'Tides3', 'Tides5', 'MoreTides0', 'MoreTides2', 'MoreTides4'],
          chunks: { path: 'tides/tides1.ts', startLine: 1, endLine: 3 },
        },
      ],
    ],
  );
  assert.ok(plain.coverage > 0 && plain.coverage < 1);
  await assert.rejects(ask('a', 'b'), UsageError);
});
