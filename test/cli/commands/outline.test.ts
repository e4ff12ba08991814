import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCommunities } from '../../../src/cli/commands/communities.ts';
import { runOutline } from '../../../src/cli/commands/outline.ts';
import { runOverview } from '../../../src/cli/commands/overview.ts';
import { printed } from '../../support/inProcess.ts';

test('a file is outlined by its definitions or headings, a folder by its files', async (t) => {
  const { folder, ask } = await printed(t, runOutline);
  assert.equal((await ask('src/kettle.ts')).stdout, 'Kettle  2\n  boil  4\n');
  assert.equal((await ask('docs/tea.md')).stdout, 'The Kettle calls heatWater.\nTea  1\n  Water  3\n');
  assert.equal((await ask('src')).stdout, 'src/heat.ts defines heatWater\nsrc/kettle.ts defines Kettle, boil\nsrc/use.ts\n');
  folder.write('bare.txt', 'x');
  assert.equal((await ask('bare.txt')).stdout, 'bare.txt has neither headings nor definitions.\n');
  await assert.rejects(ask('nothing'), /"nothing" is neither an indexed file nor a folder with one/);
});

test('a hundred files of a folder are listed, and the others counted', async (t) => {
  const { folder, ask } = await printed(t, runOutline);
  for (let i = 0; i < 101; i++) folder.write(`many/${i}.txt`, `Text ${i}.`);
  const lines = (await ask('many')).stdout.trimEnd().split('\n');
  assert.deepEqual([lines.length, lines.at(-1)], [101, '1 more file']);
  const { files, left } = JSON.parse((await ask('many', '--json')).stdout);
  assert.deepEqual([files.length, left], [100, 1]);
});

test('an overview has what the authors say, where to start, and the parts with their files', async (t) => {
  const { ask } = await printed(t, runOverview);
  const { stdout } = await ask();
  assert.match(stdout, /^Kettle boils water for tea\. {2}README\.md:3\nStart with\n {4}README\.md\n/);
  assert.match(stdout, /\nsrc {2}3 files\n(?: {4}\S.*\n)? {4}src\/heat\.ts\n {4}src\/kettle\.ts\n {4}src\/use\.ts\n/);
  assert.match(stdout, /\n\d parts?, 5 files\n$/);
  const { parts, files, ms } = JSON.parse((await ask('--json')).stdout);
  assert.deepEqual([files, typeof ms, parts.some(({ path }: { path: string }) => path === 'src')], [5, 'number', true]);
});

test('a folder without communities says so', async (t) => {
  const { ask } = await printed(t, runCommunities);
  assert.equal((await ask()).stdout, 'No communities: no places in this folder share rare names.\n');
});
