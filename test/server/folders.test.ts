/** Changes that the editor announces: gathered for a moment, and none of them lost. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { reportRequest } from '../../src/protocol/server.ts';
import { until } from '../support/until.ts';
import { workFolder } from '../support/workFolder.ts';
import { found, openWindow } from './folderWindow.ts';
import { uriOf } from './lspClient.ts';

test('of files saved together each is updated, whatever their number and order', async (t) => {
  const folder = workFolder(t, { 'pantry.md': '# Pantry\n' });
  const client = await openWindow(t, folder);
  const write = (word: string) => {
    const file = path.join(folder.root, `${word}.md`);
    fs.writeFileSync(file, `# Note\n\nThe ${word} sleeps in the pantry.\n`);
    return { uri: uriOf(file), type: 1 };
  };
  // A sweep of the folder would find them all; it would also find this one, which nobody announces.
  write('weasel');
  const words = ['zephyr', 'alpaca', 'marmot', 'walrus'];
  const [first, second, ...others] = words.map(write);
  // In one message, and in several before the update begins.
  await client.notify('workspace/didChangeWatchedFiles', { changes: [first, second] });
  for (const change of others) await client.notify('workspace/didChangeWatchedFiles', { changes: [change] });
  // Only the report: a question would index by itself what it finds to have changed.
  await until('the notes', async () => (await client.ask(reportRequest, {})).folders[0]?.files === 5, 30_000);
  for (const word of words) assert.equal((await found(client, word))[0], `${word}.md`);
});
