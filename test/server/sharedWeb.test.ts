/** A shared index on a web server: the editor, which knows its proxy and certificates, sends the server's requests. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import {
  askRequest,
  type SharedReadParams,
  type SharedReadResult,
  sharedPasswordRequest,
  sharedReadRequest,
} from '../../src/protocol/server.ts';
import { createService } from '../../src/service/createService.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { openNetworkSockets } from '../support/networkTrace.ts';
import { serveRanges } from '../support/rangeServer.ts';
import { workFolder } from '../support/workFolder.ts';
import { startLspClient, uriOf } from './lspClient.ts';

test('the editor reads the parts of an export for the server, which connects to nothing; without them, the local index answers', async (t) => {
  const folder = workFolder(t);
  folder.write('docs/guide.md', '# Guide\n\nThe pilot asks the harbour master before the ship leaves the quay.\n');
  folder.write('docs/quay.md', '# Quay\n\nShips are moored at the quay with two lines.\n');
  const service = createService();
  await service.openFolder(folder.root, { settings: defaultSettings, runGit: false });
  await service.idle();
  await service.exportIndex(folder.root, path.join(folder.parent, 'web/harbour'));
  await service.close();
  const web = await serveRanges(t, path.join(folder.parent, 'web'));
  web.faults.token = 'open sesame';

  const client = await startLspClient();
  t.after(() => client.stop());
  let mayRead = true;
  const asked: string[] = [];
  client.connection.onRequest(sharedPasswordRequest as string, () => ({ password: 'open sesame' }));
  client.connection.onRequest(
    sharedReadRequest as string,
    async ({ address, headers, maxBytes }: SharedReadParams): Promise<SharedReadResult> => {
      asked.push(address);
      if (!mayRead) return {};
      const response = await fetch(address, { headers });
      const bytes = Buffer.from(await response.arrayBuffer());
      assert.ok(bytes.length <= maxBytes);
      return { status: response.status, body: bytes.toString('base64') };
    },
  );
  const place = { address: web.address, name: 'harbour' };
  const config = { uri: uriOf(folder.root), name: 'harbour', enabled: true, runGit: false, settings: {} };
  const own = { indexDirectory: path.join(folder.parent, 'index'), folderList: path.join(folder.parent, 'storage/folders') };
  await client.configure([], { folders: [{ ...config, ...own, shared: place }] });
  await client.status(({ folders: [one] }) => one?.shared === 'used' && one.state === 'ready');
  const { sources, found } = await client.ask(askRequest, { question: 'What does the pilot ask before leaving?' });
  assert.ok(found);
  assert.equal(sources[0]?.path, 'docs/guide.md');
  assert.ok(asked.length > 2 && asked.every((address) => address.startsWith(`${web.address}/harbour/`)), asked.join('\n'));
  if (process.platform === 'linux') assert.deepEqual(openNetworkSockets(client.process.pid ?? 0), []);
  // What opening has read is in the editor's storage, for the next window.
  assert.ok(fs.readdirSync(path.join(folder.parent, 'storage/opened')).length > 2);

  mayRead = false;
  await client.configure([], { folders: [{ ...config, shared: { ...place, name: 'quay' } }] });
  await client.status(({ folders: [one] }) => one?.shared !== 'used' && one?.state === 'ready' && one.files === 2);
  const local = await client.ask(askRequest, { question: 'How are ships moored?' });
  assert.equal(local.sources[0]?.path, 'docs/quay.md');
});
