/** A shared index in the language server and the MCP server: a clone without any analysis, faults, and what is not offered. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, describe, type TestContext, test } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import pg from 'pg';
import { figuresRequest } from '../../src/protocol/figures.ts';
import { askRequest, evidenceRequest, rebuildRequest, relatedRequest, sharedPasswordRequest } from '../../src/protocol/server.ts';
import { toolRequest } from '../../src/protocol/tools.ts';
import { createService } from '../../src/service/createService.ts';
import { publish } from '../../src/storage/postgres/openPublished.ts';
import type { SharedFault } from '../../src/storage/sharedIndexError.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { blockable } from '../support/blockable.ts';
import { makeCertificates, useCertificate } from '../support/certificates.ts';
import { git, gitEnvironment } from '../support/gitTrees.ts';
import { readTrace, traceInto } from '../support/networkTrace.ts';
import { type PostgresServer, signalServer, startPostgres } from '../support/postgresServer.ts';
import { commandLine } from '../support/programs.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { type WorkFolder, workFolder } from '../support/workFolder.ts';
import { type LspClient, startLspClient, uriOf } from './lspClient.ts';

const started = await startPostgres();
const skip = 'skip' in started ? started.skip : false;
const server = 'server' in started ? started.server : (undefined as unknown as PostgresServer);
after(() => server?.stop());

const name = 'harbour';
const files = {
  'src/tide.ts': `/** Reads the tide table of a harbour. */\nexport function readTideTable(harbour: string): number[] {\n  return tables.get(harbour) ?? [];\n}\n`,
  'docs/guide.md': '# Guide\n\nThe pilot asks `readTideTable` before the ship leaves the quay.\n',
  'docs/quay.md': '# Quay\n\nShips are moored at the quay with two lines.\n',
};

interface Shared {
  readonly folder: WorkFolder;
  readonly address: string;
}

/** A folder whose index was published and exists nowhere else. */
async function published(t: TestContext): Promise<Shared> {
  const folder = workFolder(t);
  for (const [file, text] of Object.entries(files)) folder.write(file, text);
  const address = await server.createDatabase();
  const service = createService();
  await service.openFolder(folder.root, { settings: defaultSettings, runGit: false });
  await service.idle();
  await service.publishIndex(folder.root, (source, yieldThread) =>
    publish({ address, name }, source, { PGPASSWORD: server.password }, yieldThread),
  );
  await service.close();
  return { folder, address };
}

interface Editor {
  readonly client: LspClient;
  /** The stored password. */
  password: string;
}

async function editor(
  t: TestContext,
  { folder, address }: Shared,
  password = server.password,
  through?: readonly string[],
): Promise<Editor> {
  const client = await startLspClient({ through });
  t.after(() => client.stop());
  const own = { client, password };
  client.connection.onRequest(sharedPasswordRequest as string, (asked: { address: string }) => {
    assert.equal(asked.address, address);
    return { password: own.password };
  });
  const config = { uri: uriOf(folder.root), name, enabled: true, indexDirectory: path.join(folder.parent, 'index.index'), runGit: false };
  await client.configure([], { folders: [{ ...config, shared: { address, name }, settings: {} }] });
  return own;
}

const ask = ({ client }: Editor) => client.ask(askRequest, { question: 'What does the pilot ask before leaving?' });

async function answersFromGuide(own: Editor): Promise<void> {
  const { sources, found } = await ask(own);
  assert.ok(found);
  assert.equal(sources[0]?.path, 'docs/guide.md');
}

test('the editor is answered from a published index, overlaid with changed files', { skip, timeout: 120_000 }, async (t) => {
  const shared = await published(t);
  const { folder } = shared;
  const own = await editor(t, shared);
  const { client } = own;
  const status = await client.status(({ folders: [one] }) => one?.shared === 'used' && one.state === 'ready');
  assert.deepEqual([status.folders[0]?.files, status.folders[0]?.entities], [3, 0]);
  await answersFromGuide(own);
  const tide = uriOf(path.join(folder.root, 'src/tide.ts'));
  const guide = uriOf(path.join(folder.root, 'docs/guide.md'));
  assert.match(await client.hover(tide, 1, 18), /guide\.md/);
  const related = await client.ask(relatedRequest, { uri: tide, line: 1, character: 18 });
  assert.deepEqual(
    related.sources.map(({ path: place }) => place),
    ['docs/guide.md'],
  );
  const range = { startLine: 1, endLine: 3 };
  const evidence = await client.ask(evidenceRequest, { question: 'readTideTable', to: { uri: guide, path: 'docs/guide.md', ...range } });
  assert.match(JSON.stringify(evidence), /readTideTable/);
  assert.match(JSON.stringify(await client.ask(toolRequest, { name: 'mesh_search', input: { question: 'readTideTable' } })), /tide\.ts/);
  // What needs all documents says so.
  await assert.rejects(client.ask(figuresRequest, {}), /needs the whole index/);
  folder.write('docs/lighthouse.md', '# Lighthouse\n\nThe lighthouse asks nobody before the pilot leaves.\n');
  fs.rmSync(path.join(folder.root, 'docs/guide.md'));
  await client.notify('workspace/didChangeWatchedFiles', {
    changes: ['docs/lighthouse.md', 'docs/guide.md'].map((file) => ({ uri: uriOf(path.join(folder.root, file)), type: 2 })),
  });
  await client.status(({ folders: [one] }) => (one?.entities ?? 0) > 0 && one?.state === 'ready');
  const { sources } = await ask(own);
  assert.deepEqual([sources[0]?.path, sources.some((one) => one.path === 'docs/guide.md')], ['docs/lighthouse.md', false]);
  await client.ask(rebuildRequest, {});
  assert.equal((await ask(own)).sources[0]?.path, 'docs/lighthouse.md');
});

test('the only socket that the language server opens leads to the server that the user has named', {
  skip,
  timeout: 120_000,
}, async (t) => {
  const shared = await published(t);
  const trace = path.join(shared.folder.parent, 'trace');
  const through = traceInto(trace);
  if (through === undefined) return t.skip('strace is not there');
  const own = await editor(t, shared, server.password, through);
  await answersFromGuide(own);
  await own.client.stop();
  const calls = readTrace(trace);
  assert.equal(calls.filter(({ call }) => call === 'socket').length, 1);
  assert.deepEqual([...new Set(calls.flatMap(({ address }) => address ?? []))], [server.host]);
});

test('a server that is killed is reported, the local index answers, and the published one again once the server is back', {
  skip,
  timeout: 120_000,
}, async (t) => {
  if (server.pid === undefined) return t.skip('the server is not one of this test');
  const shared = await published(t);
  const own = await editor(t, shared);
  await answersFromGuide(own);
  try {
    signalServer(server, 'SIGKILL');
    // The question that detects it is answered from the local index: nothing yet.
    await ask(own);
    await reported(own, 'sharedUnreachable', 3);
    await answersFromGuide(own);
  } finally {
    // The tests that follow need it too.
    await server.restart();
  }
  await untilUsed(own);
  await answersFromGuide(own);
});

/** The status bar says why the published index is not used, and counts the files that were analysed instead. */
async function reported({ client }: Editor, code: SharedFault, files: number): Promise<void> {
  const { folders } = await client.status(({ folders: [one] }) => one?.shared === 'lost' && one.state === 'ready');
  assert.deepEqual(
    folders[0]?.messages?.map((one) => one.code),
    [code, 'sharedFallback'],
  );
  assert.equal(folders[0]?.files, files);
}

async function untilUsed(own: Editor): Promise<void> {
  for (;;) {
    await ask(own);
    const isUsed = await own.client.status(({ folders: [one] }) => one?.shared === 'used', 1000).catch(() => undefined);
    if (isUsed) return;
  }
}

const faults: readonly (readonly [what: string, code: SharedFault, spoil: string, mend: string])[] = [
  [
    'a newer schema',
    'sharedNewer',
    'update meshrag.schema set version = version + 100',
    'update meshrag.schema set version = version - 100',
  ],
  ['a dropped table', 'sharedEmpty', 'alter table meshrag.segment rename to gone', 'alter table meshrag.gone rename to segment'],
];

// Each has its own database and waits most of the time.
describe('at once', { skip, concurrency: true }, () => {
  for (const [what, code, spoil, mend] of faults) {
    test(`${what} is reported, and the published index is used again once it is repaired`, { skip, timeout: 120_000 }, async (t) => {
      const shared = await published(t);
      await server.query(shared.address, spoil);
      const own = await editor(t, shared);
      await reported(own, code, 3);
      await answersFromGuide(own);
      await server.query(shared.address, mend);
      await untilUsed(own);
    });
  }

  test('a wrong password is reported without being shown, and the right one is used once it is stored', {
    skip,
    timeout: 120_000,
  }, async (t) => {
    const shared = await published(t);
    const own = await editor(t, shared, 'hunter2');
    await reported(own, 'sharedCredentials', 3);
    assert.doesNotMatch(JSON.stringify([own.client.statuses, own.client.logs]), /hunter2/);
    own.password = server.password;
    await untilUsed(own);
    await answersFromGuide(own);
  });

  test('a connection that stops responding is reported, and used again without a restart', {
    skip,
    timeout: 120_000,
  }, async (t) => {
    const shared = await published(t);
    const way = await blockable(t, server);
    const own = await editor(t, { ...shared, address: shared.address.replace(`:${server.port}`, `:${way.port}`) });
    await answersFromGuide(own);
    shared.folder.write('docs/fog.md', '# Fog\n\nThe fog horn sounds thrice.\n');
    way.block(true);
    const started = performance.now();
    await ask(own);
    assert.ok(performance.now() - started < 10_000);
    await reported(own, 'sharedTooSlow', 4);
    await answersFromGuide(own);
    way.block(false);
    await untilUsed(own);
    await answersFromGuide(own);
    const { sources } = await own.client.ask(askRequest, { question: 'How often does the fog horn sound?' });
    assert.equal(sources[0]?.path, 'docs/fog.md');
  });

  test('a sweep detects another commit', { skip, timeout: 120_000 }, async (t) => {
    const shared = await published(t);
    const own = await editor(t, shared);
    const other = workFolder(t);
    other.write('docs/fog.md', '# Fog\n\nThe fog horn sounds.\n');
    const service = createService();
    await service.openFolder(other.root, { settings: defaultSettings, runGit: false });
    await service.idle();
    const place = { address: shared.address, name };
    await service.publishIndex(other.root, (source, yieldThread) => publish(place, source, { PGPASSWORD: server.password }, yieldThread));
    await service.close();
    await new Promise((resolve) => setTimeout(resolve, 5200));
    await own.client.notify('meshrag/sweep', {});
    // The files differ from that commit, so they are analysed here.
    await own.client.status(({ folders: [one] }) => (one?.entities ?? 0) > 0 && one?.state === 'ready');
    await answersFromGuide(own);
  });
});

test('an expired certificate is reported, and its successor used without a restart', { skip, timeout: 120_000 }, async (t) => {
  if (server.pid === undefined) return t.skip('the server is not one of this test');
  const shared = await published(t);
  const directory = temporaryDirectory(t);
  if (!makeCertificates(directory)) return t.skip('there is no openssl to make certificates');
  await useCertificate(t, server, directory, 'expired');
  const encrypted = `${shared.address.replace(server.host, 'localhost')}?sslmode=verify-full&sslrootcert=${directory}/ca.pem`;
  const own = await editor(t, { ...shared, address: encrypted });
  await reported(own, 'sharedCertificate', 3);
  await answersFromGuide(own);
  await useCertificate(t, server, directory, 'good');
  await untilUsed(own);
  await answersFromGuide(own);
});

test('a server whose connections are all in use is reported, and used once one is free', { skip, timeout: 120_000 }, async (t) => {
  const shared = await published(t);
  const { host, port, user, password } = server;
  const clients: pg.Client[] = [];
  const connectAnother = async (): Promise<void> => {
    const client = new pg.Client({ host, port, user, password, database: 'postgres' });
    client.on('error', () => undefined);
    await client.connect();
    clients.push(client);
  };
  await assert.rejects(async () => {
    for (;;) await connectAnother();
  }, /too many|slots/);
  const own = await editor(t, shared);
  await reported(own, 'sharedConnections', 3);
  await answersFromGuide(own);
  await Promise.all(clients.map((client) => client.end()));
  await untilUsed(own);
  await answersFromGuide(own);
});

test('agents are answered from a published index while an editor keeps the folder', { skip, timeout: 120_000 }, async (t) => {
  const shared = await published(t);
  const { folder, address } = shared;
  await answersFromGuide(await editor(t, shared));
  const args = [commandLine, 'mcp', '--dir', folder.root, '--index', path.join(folder.parent, 'index.index'), '--read-only'];
  const client = new Client({ name: 'test', version: '0' });
  const env = { ...(process.env as Record<string, string>), PGPASSWORD: server.password };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [...args, '--shared', address, '--name', name], env }));
  t.after(() => client.close());
  const { content } = await client.callTool({ name: 'mesh_search', arguments: { question: 'readTideTable' } });
  assert.match(JSON.stringify(content), /guide\.md/);
  for (const [tool, input, expected] of [
    ['mesh_symbol', { name: 'docs/guide.md:3' }, /tide\.ts/],
    ['mesh_overview', {}, /3 files/],
    ['mesh_overview', { path: 'docs/guide.md' }, /Guide/],
    ['mesh_symbol', { name: 'readTideTable', to: 'docs/guide.md' }, /guide\.md/],
    ['mesh_impact', { of: 'readTideTable' }, /guide\.md/],
    ['mesh_symbol', { name: 'readTideTable' }, /tide\.ts/],
  ] as const) {
    const { content: found } = await client.callTool({ name: tool, arguments: input });
    assert.match(JSON.stringify(found), expected, tool);
  }
  const { contents } = await client.readResource({ uri: 'meshrag://communities' });
  assert.match(JSON.stringify(contents), /communities/);
});

test('files that git reports as unchanged since the push are not read in a clone, and others are', {
  skip,
  timeout: 120_000,
}, async (t) => {
  const folder = workFolder(t);
  const gitEnv = gitEnvironment(folder.parent);
  // More than are read without asking git.
  for (let i = 0; i < 20; i++) folder.write(`docs/berth${i}.md`, `# Berth ${i}\n\nBerth number${i} is free.\n`);
  git(folder.root, gitEnv, 'init', '-q');
  git(folder.root, gitEnv, 'add', '-A');
  git(folder.root, gitEnv, 'commit', '-q', '-m', 'berths');
  const place = { address: await server.createDatabase(), name };
  const own = createService();
  await own.openFolder(folder.root, { settings: defaultSettings, runGit: true });
  await own.idle();
  await own.publishIndex(folder.root, (source, yieldThread) => publish(place, source, { PGPASSWORD: server.password }, yieldThread));
  await own.close();
  const clone = path.join(folder.parent, 'clone');
  git(folder.parent, gitEnv, 'clone', '-q', folder.root, clone);
  // Other content with the stat that git has recorded: reading it would reveal the change.
  git(clone, gitEnv, 'config', 'core.trustctime', 'false');
  const unread = path.join(clone, 'docs/berth3.md');
  const past = new Date(Date.now() - 60_000);
  fs.utimesSync(unread, past, past);
  git(clone, gitEnv, 'update-index', '--refresh');
  fs.writeFileSync(unread, fs.readFileSync(unread, 'utf8').replace('number3', 'numberX'));
  fs.utimesSync(unread, past, past);
  fs.appendFileSync(path.join(clone, 'docs/berth4.md'), 'It has a crane.\n');
  fs.writeFileSync(path.join(clone, 'new.md'), '# New\n\nA new berth.\n');
  const shared = { ...place, environment: async () => ({ PGPASSWORD: server.password }), isRequired: true };
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(clone, { settings: defaultSettings, runGit: true, shared });
  await service.idle();
  const found = async (query: string) => (await service.search(query)).results.map(({ path: one }) => one);
  assert.deepEqual(await found('numberX'), []);
  assert.equal((await found('crane'))[0], 'docs/berth4.md');
  assert.equal((await found('new berth'))[0], 'new.md');
  assert.equal((await found('number7'))[0], 'docs/berth7.md');
  // Once its stat has changed it is read.
  fs.utimesSync(unread, new Date(), new Date());
  await service.update(clone);
  assert.equal((await found('numberX'))[0], 'docs/berth3.md');
  const local = createService();
  t.after(() => local.close());
  await local.openFolder(clone, { settings: defaultSettings, runGit: true });
  await local.idle();
  const docs = [path.join(clone, 'docs')];
  assert.deepEqual(await service.countsWithin(clone, docs), await local.countsWithin(clone, docs));
});
