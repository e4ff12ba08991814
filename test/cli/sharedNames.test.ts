/** Repositories that call each other, searched in one question: with all folders, with some, and with none. */

import assert from 'node:assert/strict';
import path from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { cacheIn, type RanProgram, runHere } from '../support/inProcess.ts';
import { type PostgresServer, startPostgres } from '../support/postgresServer.ts';
import { commandLine } from '../support/programs.ts';
import { until } from '../support/until.ts';
import { workFolder } from '../support/workFolder.ts';

const started = await startPostgres();
const skip = 'skip' in started ? started.skip : false;
const server = 'server' in started ? started.server : (undefined as unknown as PostgresServer);
after(() => server?.stop());

const files = {
  'harbour/src/routes.ts':
    "/** Registers the routes. */\nexport function register(app) {\n  app.get('/v1/tides/current', (request) => readTideTable(request.query.harbour));\n}\n",
  'harbour/src/tide.ts':
    '/** Reads the table of a harbour. */\nexport function readTideTable(harbour: string): number[] {\n  return tables.get(harbour) ?? [];\n}\n',
  'client/src/client.ts':
    "/** Asks the server. */\nexport async function currentTides(harbour: string) {\n  return this.fetch('/v1/tides/current', { harbour });\n}\n",
  'docs/guide.md': '# Guide\n\nBefore the ship leaves, the pilot calls `currentTides`, which ends in `readTideTable`.\n',
};
const names = ['client', 'docs', 'harbour'] as const;

interface Published {
  readonly address: string;
  readonly env: Readonly<Record<string, string>>;
  readonly folderOf: (name: string) => string;
  run(...args: readonly string[]): Promise<RanProgram>;
  /** Places of a search, as `name/path` or `path`. */
  places(...args: readonly string[]): Promise<readonly string[]>;
}

/** Three repositories, each published under its name. */
async function published(t: TestContext): Promise<Published> {
  const folder = workFolder(t, files);
  const address = await server.createDatabase();
  const env = { ...cacheIn(folder.parent), PGPASSWORD: server.password };
  const run: Published['run'] = (...args) => runHere(args, env, { cwd: folder.root });
  const folderOf = (name: string): string => path.join(folder.root, name);
  for (const name of names) {
    const { status, stderr } = await run('push', '--to', address, '--name', name, '--dir', folderOf(name));
    assert.equal(status, 0, stderr);
  }
  const places: Published['places'] = async (...args) => {
    const { stdout, stderr } = await run('search', ...args, '--shared', address, '--json');
    assert.ok(stdout.startsWith('{"query"'), stderr);
    return JSON.parse(stdout).results.map(({ name, folder: at, path: place }: Record<string, string>) =>
      [name ?? (at && path.basename(at)), place].filter(Boolean).join('/'),
    );
  };
  return { address, env, folderOf, run, places };
}

test('without a folder, a question searches all names that may be read', { skip, timeout: 120_000 }, async (t) => {
  const { address, run, places, folderOf } = await published(t);
  const all = ['harbour/src/tide.ts', 'docs/guide.md', 'harbour/src/routes.ts', 'client/src/client.ts'];
  assert.deepEqual(await places('readTideTable'), all);
  assert.deepEqual(await places('readTideTable', ...names.flatMap((name) => ['--name', name])), all);
  assert.deepEqual(await places('readTideTable', '--name', 'docs'), ['guide.md']);
  // A branch is searched by its name.
  await run('push', '--to', address, '--name', 'docs@feature', '--dir', folderOf('docs'));
  assert.deepEqual(await places('readTideTable'), all);
  // A row policy hides a name: it is not searched.
  const reader = address.replace(/\/\/[^@]*@/, '//passer@');
  await server.query(address, `create role passer login password '${server.password}'`);
  t.after(() => server.query(address, 'drop owned by passer; drop role passer'));
  await server.query(address, 'grant usage on schema meshrag to passer; grant select on all tables in schema meshrag to passer');
  await server.query(address, `update meshrag.repository set roles = '{postgres}' where name = 'docs'`);
  const { stdout } = await run('search', 'readTideTable', '--shared', reader, '--text');
  assert.match(stdout, /harbour\/src\/tide\.ts/);
  assert.doesNotMatch(stdout, /docs/);
  assert.match(
    (await run('search', 'quay', '--shared', reader, '--name', 'docs')).stderr,
    /No index has been published there under that name/,
  );
  const several = await run('communities', '--shared', address);
  assert.equal(several.status, 2);
  assert.match(several.stderr, /communities takes one --name, and there are 3/);
  assert.equal((await run('communities', '--shared', address, '--name', 'harbour')).status, 0);
});

test('results that are not on this machine have no quotes, and the answer says so', { skip, timeout: 120_000 }, async (t) => {
  const { address, run, folderOf } = await published(t);
  const asked = ['ask', 'What does the pilot call before the ship leaves?', '--shared', address];
  const without = await run(...asked, '--text');
  assert.match(without.stdout, /The text of what was found is not on this machine\.\n\nNearest places:\n1 {2}docs\/guide\.md:1/);
  assert.equal(without.stderr, 'Places without text: client, docs, harbour. A --dir for each --name, in the same order, shows quotes.\n');
  const some = await run(...asked, '--dir', folderOf('docs'), '--name', 'docs', '--name', 'client', '--json');
  const { found, blocks, seeAlso } = JSON.parse(some.stdout);
  assert.ok(found);
  assert.match(JSON.stringify(blocks), /the pilot calls `currentTides`/);
  assert.deepEqual(
    seeAlso.map(({ name, path: place }: Record<string, string>) => [name, place]),
    [['client', 'src/client.ts']],
  );
  assert.match(some.stderr, /^Places without text: client\./);
  const whole = await run(...asked, '--name', 'docs', '--dir', folderOf('docs'), '--json');
  assert.equal(whole.stderr, '');
});

test('shared names lead from one repository to another', { skip, timeout: 120_000 }, async (t) => {
  const { address, run, folderOf } = await published(t);
  for (const here of [['--dir', folderOf('client')], []]) {
    const place = ['related', 'src/client.ts:3', '--shared', address, ...here];
    const { stdout } = await run(...place, ...names.flatMap((name) => ['--name', name]), '--json');
    const links = JSON.parse(stdout).results.map(({ name, path: to, evidence }: Record<string, unknown>) => [name, to, evidence]);
    assert.deepEqual(links, [
      ['docs', 'guide.md', [{ kind: 'symbol', keys: ['currentTides'] }]],
      // The route that the client asks for, where the server defines it.
      ['harbour', 'src/routes.ts', [{ kind: 'literal', keys: ['/v1/tides/current'] }]],
    ]);
  }
});

test('agents can search what is not on this machine, whatever their roots are', { skip, timeout: 120_000 }, async (t) => {
  const { address, env, folderOf } = await published(t);
  const client = new Client({ name: 'test', version: '1' }, { capabilities: { roots: {} } });
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: pathToFileURL(folderOf('docs')).href }] }));
  const args = [
    commandLine,
    'mcp',
    '--shared',
    address,
    '--dir',
    folderOf('docs'),
    ...['docs', 'harbour'].flatMap((name) => ['--name', name]),
  ];
  const environment = { ...(process.env as Record<string, string>), ...env };
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env: environment }));
  t.after(() => client.close());
  const call = async (name: string, input: Record<string, unknown>): Promise<string> =>
    JSON.stringify((await client.callTool({ name, arguments: input })).content);
  const found = await call('mesh_search', { question: 'readTideTable' });
  assert.match(found, /docs\/guide\.md:3 Guide.*the pilot calls/);
  assert.match(found, /harbour\/src\/tide\.ts/);
  assert.match(found, /Places without text are of repositories that are not on this machine/);
  assert.doesNotMatch(await call('mesh_search', { question: 'readTideTable', paths: ['harbour/src'] }), /guide\.md/);
  assert.match(await call('mesh_symbol', { name: 'harbour/src/tide.ts:2' }), /docs\/guide\.md/);
  const connected = `select count(*)::integer as count from pg_stat_activity where application_name = 'meshrag' and datname = current_database()`;
  assert.equal((await server.query(address, connected))[0]?.count, 1);
  assert.match(await call('mesh_symbol', { name: 'readTideTabel' }), /readTideTable/);
  // Who uses a name is read from the files.
  assert.match(await call('mesh_symbol', { name: 'readTideTable' }), /2 files with the name could not be read/);
});

test('a name that cannot be read is reported to agents, and searched once it can be', { skip, timeout: 120_000 }, async (t) => {
  const { address, env, folderOf, run } = await published(t);
  const client = new Client({ name: 'test', version: '1' });
  const environment = { ...(process.env as Record<string, string>), ...env };
  const args = [commandLine, 'mcp', '--shared', address, '--name', 'lighthouse'];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env: environment }));
  t.after(() => client.close());
  const search = async (): Promise<string> =>
    JSON.stringify((await client.callTool({ name: 'mesh_search', arguments: { question: 'pilot' } })).content);
  assert.match(await search(), /cannot be searched: No index has been published there under that name/);
  const { status, stderr } = await run('push', '--to', address, '--name', 'lighthouse', '--dir', folderOf('docs'));
  assert.equal(status, 0, stderr);
  await until('the published name', async () => /guide\.md:1-3/.test(await search()));
});
