/** Communities and map over a shared index: those of a folder that was indexed here, byte for byte, also if files differ. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { mapInsideRequest, mapRequest } from '../../src/protocol/map.ts';
import { communitiesRequest, communityRequest, evidenceRequest, sharedPasswordRequest } from '../../src/protocol/server.ts';
import { closenessRequest, overviewRequest, topicsRequest } from '../../src/protocol/treeRows.ts';
import { createService } from '../../src/service/createService.ts';
import { publish } from '../../src/storage/postgres/openPublished.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { copyFixture } from '../support/fixture.ts';
import { type PostgresServer, startPostgres } from '../support/postgresServer.ts';
import { workFolder } from '../support/workFolder.ts';
import { type LspClient, startLspClient, uriOf } from './lspClient.ts';

const started = await startPostgres();
const skip = 'skip' in started ? started.skip : false;
const server = 'server' in started ? started.server : (undefined as unknown as PostgresServer);
after(() => server?.stop());

const name = 'fixture';

/** A folder that is published and indexed nowhere else. */
async function published(t: TestContext): Promise<{ readonly root: string; readonly address: string }> {
  const root = copyFixture('workspace');
  t.after(() => fs.rmSync(root, { recursive: true, force: true }));
  const address = await server.createDatabase();
  const service = createService();
  await service.openFolder(root, { settings: defaultSettings, runGit: false });
  await service.idle();
  await service.publishIndex(root, (source, yieldThread) =>
    publish({ address, name }, source, { PGPASSWORD: server.password }, yieldThread),
  );
  await service.close();
  return { root, address };
}

/** An editor on the folder, with an index of its own or over what was published at an address. */
async function editor(t: TestContext, root: string, address?: string): Promise<LspClient> {
  const client = await startLspClient();
  t.after(() => client.stop());
  client.connection.onRequest(sharedPasswordRequest as string, () => ({ password: server.password }));
  const indexDirectory = path.join(workFolder(t).parent, 'index.index');
  const config = { uri: uriOf(root), name, enabled: true, indexDirectory, runGit: false, settings: {} };
  await client.configure([], { folders: [address === undefined ? config : { ...config, shared: { address, name } }] });
  await client.status(({ folders: [one] }) => one?.state === 'ready' && one.shared === (address === undefined ? undefined : 'used'));
  return client;
}

/** Everything that views request about communities. */
async function views(client: LspClient, root: string): Promise<Readonly<Record<string, unknown>>> {
  const { communities } = await client.ask(communitiesRequest, {});
  const details: unknown[] = [];
  for (const { id } of communities) details.push(await client.ask(communityRequest, { id }));
  const [first] = details as { chunks: { uri: string; path: string; startLine: number; endLine: number }[] }[];
  const chunk = first?.chunks[0];
  const inParts: unknown[] = [];
  for (const { parts } of (await client.ask(overviewRequest, {})).folders)
    for (const { id } of parts) inParts.push(await client.ask(topicsRequest, { id }), await client.ask(mapInsideRequest, { id }));
  return {
    ...{ communities, details, inParts },
    map: await client.ask(mapRequest, {}),
    closeness: await client.ask(closenessRequest, { uri: chunk?.uri ?? uriOf(root), line: (chunk?.startLine ?? 1) - 1 }),
    evidence: chunk && (await client.ask(evidenceRequest, { question: 'kettle', to: chunk })),
  };
}

test('every view of communities is that of an index of the folder, also if files differ from what was published', {
  skip,
  timeout: 120_000,
}, async (t) => {
  const { root, address } = await published(t);
  const local = await views(await editor(t, root), root);
  const shared = await views(await editor(t, root, address), root);
  assert.ok((local.communities as unknown[]).length > 0);
  for (const [view, shown] of Object.entries(local)) assert.equal(JSON.stringify(shared[view]), JSON.stringify(shown), view);
  fs.appendFileSync(path.join(root, 'README.md'), '\nAnother line, about the copper kettle.\n');
  const changed = await views(await editor(t, root), root);
  const over = await views(await editor(t, root, address), root);
  for (const [view, shown] of Object.entries(changed)) assert.equal(JSON.stringify(over[view]), JSON.stringify(shown), view);
});
