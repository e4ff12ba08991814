// A 1 MB file with every name changed, on the real server: other requests are answered meanwhile.
import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { test } from 'node:test';
import { driftRequest } from '../../../src/protocol/drift.ts';
import { searchRequest } from '../../../src/protocol/server.ts';
import { git, gitEnvironment } from '../../support/gitTrees.ts';
import { workFolder } from '../../support/workFolder.ts';
import { startLspClient, uriOf } from '../lspClient.ts';

const declaration = (i: number): string =>
  `export function createServer${i}(port: number): void {\n  listenOn(port, ${i});\n  announce(port);\n}\n`;
const source = Array.from({ length: 10_000 }, (_, i) => declaration(i)).join('');
const guide = Array.from({ length: 15_000 }, (_, i) => `Call \`createServer${i % 100}\` with a port, or with ${i}.\n\n`).join('');

test('a request is answered while a 1 MB file is searched for removed names', async (t) => {
  assert.ok(source.length > 900_000 && source.length < 1024 * 1024, `${source.length} bytes`);
  const folder = workFolder(t, { 'src/server.ts': source, 'docs/guide.md': guide, 'docs/tides.md': '# Tides\n\nThe tide table.\n' });
  const env = gitEnvironment(folder.parent);
  git(folder.root, env, 'init', '-q');
  git(folder.root, env, 'add', '.');
  git(folder.root, env, 'commit', '-qm', 'one');
  folder.write('src/server.ts', source.replaceAll('createServer', 'openServer'));
  const root = fs.realpathSync(folder.root);
  const client = await startLspClient();
  t.after(() => client.stop());
  const opened = { uri: uriOf(root), name: 'folder', enabled: true, runGit: true, settings: {} };
  await client.configure([], { folders: [opened], patienceMs: 120_000 });

  let isOver = false;
  const drift = client.ask(driftRequest, {}).finally(() => {
    isOver = true;
  });
  let answered = 0;
  while (!isOver) {
    const { sources } = await client.ask(searchRequest, { query: 'tide table', limit: 5 });
    assert.match(sources[0]?.path ?? '', /tides\.md$/);
    if (!isOver) answered++;
  }
  const mentions = (await drift).folders.flatMap((one) => one.mentions);
  assert.equal(mentions.length, 15_000);
  assert.equal(mentions[0]?.retired.newName, 'openServer0');
  assert.ok(answered >= 3, `${answered} questions were answered meanwhile`);
});
