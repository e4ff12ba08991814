/** Two windows on one folder are two servers on one index: one writes it, the other follows and takes over. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { textOf } from '../../src/messages/messages.ts';
import { rebuildRequest, reportRequest } from '../../src/protocol/server.ts';
import { until } from '../support/until.ts';
import { type WorkFolder, workFolder } from '../support/workFolder.ts';
import { equalsRebuilt, found, openWindow } from './folderWindow.ts';
import { type LspClient, uriOf } from './lspClient.ts';

const follows = /^Another program, such as an editor window or an agent, maintains this index/;

const files = {
  'README.md': '# Harbour\n\nA harbour keeps ships safe from storms.\n',
  'src/ship.ts': 'export class Ship {\n  sail(): void {\n    hoistAnchor();\n  }\n}\n',
  'src/anchor.ts': 'export function hoistAnchor(): void {\n  winch.turn();\n}\n',
};

test('the second window follows, and takes over when the first one is killed', async (t) => {
  const folder = workFolder(t, files);
  const first = await openWindow(t, folder);
  const second = await openWindow(t, folder);
  assert.equal(await messageOf(first), '');
  assert.match(await messageOf(second), follows);
  const [report] = (await second.ask(reportRequest, {})).folders;
  assert.deepEqual([report?.files, report?.filesRead, report?.filesUnchanged], [3, 0, 3]);

  // Only the first one is notified of the change, as if the second one's watcher had missed it.
  folder.write('docs/lighthouse.md', '# Lighthouse\n\nIts lamp turns at night.\n');
  folder.remove('README.md');
  await changed(first, folder, 'docs/lighthouse.md', 'README.md');
  await until('the second window to find the new file', async () => (await found(second, 'lighthouse lamp')).length > 0);
  await until(
    'the second window to forget the removed file',
    async () => !(await found(second, 'ships safe from storms')).includes('README.md'),
  );

  // A change that only the second one sees is found by it at once, and stored when it becomes the writer.
  folder.write('docs/rope.md', '# Rope\n\nHemp rope is tarred.\n');
  await changed(second, folder, 'docs/rope.md');
  await until('its own change', async () => (await found(second, 'tarred hemp rope')).includes('docs/rope.md'));
  first.process.kill('SIGKILL');
  await once(first.process, 'exit');
  await until('the second window to be the writer', async () => (await messageOf(second)) === '');
  folder.write('docs/sail.md', '# Sail\n\nCanvas for the topsail.\n');
  await changed(second, folder, 'docs/sail.md');
  await until('a change', async () => (await found(second, 'topsail canvas')).includes('docs/sail.md'));

  const third = await openWindow(t, folder);
  assert.match(await messageOf(third), follows);
  const [copied] = (await third.ask(reportRequest, {})).folders;
  assert.deepEqual([copied?.files, copied?.filesRead], [5, 0]);
  // A command line on the same file follows as well, and reads what a rebuild would produce.
  const { filesRead, stderr } = await equalsRebuilt(folder);
  assert.equal(filesRead, 0);
  assert.match(stderr, follows);
});

test('a following window does not rebuild the index of the other', async (t) => {
  const folder = workFolder(t, files);
  await openWindow(t, folder);
  const second = await openWindow(t, folder);
  await assert.rejects(
    second.ask(rebuildRequest, {}),
    /cannot be rebuilt here: another program, such as an editor window or an agent, maintains it; do it there, or close that program/,
  );
  assert.ok((await found(second, 'harbour')).length > 0);
});

test('two windows that open an unknown folder at once share the work of its first build', async (t) => {
  const many = Object.fromEntries(
    Array.from({ length: 1500 }, (_, i) => [
      `src/part${i % 20}/unit${i}.ts`,
      `/** Unit ${i}. */\n${`export const wheel${i} = turnWheel(${i});\n`.repeat(40)}`,
    ]),
  );
  const folder = workFolder(t, many);
  const both = await Promise.all([openWindow(t, folder), openWindow(t, folder)]);
  const reports = await Promise.all(both.map(async (one) => (await one.ask(reportRequest, {})).folders[0]));
  assert.deepEqual(
    reports.map((report) => report?.files),
    [1500, 1500],
  );
  const read = reports.map((report) => report?.filesRead ?? 0).sort((a, b) => a - b);
  assert.ok((read[0] ?? 0) < 200 && read[1] === 1500, `read ${read.join(' and ')} files`);
});

test('a closed window hands over at once', async (t) => {
  const folder = workFolder(t, files);
  const first = await openWindow(t, folder);
  const second = await openWindow(t, folder);
  await first.stop();
  await until('the second window to be the writer', async () => (await messageOf(second)) === '');
  await equalsRebuilt(folder);
});

async function messageOf(client: LspClient): Promise<string> {
  return textOf((await client.ask(reportRequest, {})).folders[0]?.messages);
}

async function changed(client: LspClient, folder: WorkFolder, ...names: string[]): Promise<void> {
  const changes = names.map((name) => {
    const file = path.join(folder.root, name);
    return { uri: uriOf(file), type: fs.existsSync(file) ? 2 : 3 };
  });
  await client.notify('workspace/didChangeWatchedFiles', { changes });
  await sleep(150);
}
