/** A shared index on the command line: a clone that was never indexed gives the same answers as one that was. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { git, gitEnvironment } from '../support/gitTrees.ts';
import { cacheIn, type RanProgram, runHere } from '../support/inProcess.ts';
import { type PostgresServer, startPostgres } from '../support/postgresServer.ts';
import { runProgram } from '../support/programs.ts';
import { serveProxy } from '../support/proxyServer.ts';
import { serveRanges } from '../support/rangeServer.ts';
import { type WorkFolder, workFolder } from '../support/workFolder.ts';

const started = await startPostgres();
const skip = 'skip' in started ? started.skip : false;
const server = 'server' in started ? started.server : (undefined as unknown as PostgresServer);
after(() => server?.stop());

const files = {
  'src/tide.ts': `/** Reads the tide table of a harbour. */\nexport function readTideTable(harbour: string): number[] {\n  return tables.get(harbour) ?? [];\n}\n`,
  'docs/guide.md': '# Guide\n\nThe pilot asks `readTideTable` before the ship leaves the quay.\n',
  'docs/quay.md': '# Quay\n\nShips are moored at the quay with two lines.\n',
  'docs/buoys.md': '# Buoys\n\nA red buoy marks the channel of the harbour. The pilot passes it on the left.\n',
  'Überblick.md': '# Überblick\n\n重新 laden\n',
};
const questions = [
  'What does the pilot ask before leaving?',
  'readTideTable',
  'Where is the lighthouse?',
  'red buoy',
  'How are ships moored?',
];

const run = (args: readonly string[], env: Readonly<Record<string, string>>) => runHere(args, { PGPASSWORD: server?.password, ...env });

interface Published {
  readonly folder: WorkFolder;
  readonly clone: string;
  readonly address: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A repository, and a clone of it. */
function cloned(t: TestContext, own: Readonly<Record<string, string>> = files): Omit<Published, 'address'> {
  const folder = workFolder(t);
  const gitEnv = gitEnvironment(folder.parent);
  for (const [file, text] of Object.entries(own)) folder.write(file, text);
  git(folder.root, gitEnv, 'init', '-q');
  git(folder.root, gitEnv, 'add', '-A');
  git(folder.root, gitEnv, 'commit', '-q', '-m', 'harbour');
  const clone = path.join(folder.parent, 'clone');
  git(folder.parent, gitEnv, 'clone', '-q', folder.root, clone);
  return { folder, clone, env: cacheIn(folder.parent) };
}

/** A published repository, and a clone of it. */
async function published(t: TestContext, own: Readonly<Record<string, string>> = files, name = 'harbour'): Promise<Published> {
  const { folder, clone, env } = cloned(t, own);
  const address = await server.createDatabase();
  const { status, stdout, stderr } = await run(['push', '--to', address, '--name', name, '--dir', folder.root, '--text'], env);
  assert.equal(status, 0, stderr);
  const commit = git(folder.root, gitEnvironment(folder.parent), 'rev-parse', 'HEAD').trim();
  assert.equal(stdout.split('\n')[0], `Published ${name}: 5 files of commit ${commit.slice(0, 12)}, 5 chunks.`);
  return { folder, clone, address, env };
}

/** The results of all questions, two answers and what is related to a line, without times. */
async function answers(folder: WorkFolder, args: readonly string[], env: Readonly<Record<string, string>>): Promise<unknown> {
  const batch = path.join(folder.parent, 'questions');
  fs.writeFileSync(batch, questions.join('\n'));
  const all: unknown[] = [];
  for (const command of [
    ['search', '--batch', batch, '--explain'],
    ['ask', questions[0] as string],
    ['ask', 'How is the code organised?'],
    ['related', 'docs/guide.md:3'],
  ]) {
    const { status, stdout, stderr } = await run([...command, ...args, '--json'], env);
    assert.equal(status, 0, stderr);
    for (const line of stdout.trim().split('\n')) {
      const { ms, openMs, ...rest } = JSON.parse(line);
      all.push(rest);
    }
  }
  assert.equal(all.length, questions.length + 3);
  return all;
}

/** Asks the same of a clone that has no index and of one that has its own: as it is, with changes of its own, and without them again. */
async function asIndexed({ folder, clone, address, env }: Published): Promise<void> {
  const shared = ['--dir', clone, '--shared', address, '--name', 'harbour'];
  const local = ['--dir', clone, '--index', path.join(folder.parent, 'built.index')];
  const same = async (): Promise<void> => {
    const [published, built] = await Promise.all([shared, local].map((args) => answers(folder, args, env)));
    assert.deepEqual(published, built);
  };
  await same();
  fs.writeFileSync(path.join(clone, 'docs/quay.md'), '# Quay\n\nThe quay was closed, and `readTideTable` with it.\n');
  fs.writeFileSync(path.join(clone, 'lighthouse.md'), '# Lighthouse\n\nThe lighthouse stands on the red rock.\n');
  fs.rmSync(path.join(clone, 'docs/buoys.md'));
  await same();
  // The changes are reverted to what was published.
  git(clone, gitEnvironment(folder.parent), 'checkout', '-q', '.');
  await same();
}

test(
  'a clone gives the same answers from what was published, including its own changes, as if it had been indexed',
  {
    skip,
    timeout: 240_000,
  },
  async (t) => asIndexed(await published(t)),
);

test('so it does from an export on a web server, which is asked for parts of it', { timeout: 240_000 }, async (t) => {
  const { folder, clone, env } = cloned(t);
  const root = path.join(folder.parent, 'served');
  assert.equal((await run(['export', path.join(root, 'harbour'), '--dir', folder.root], env)).status, 0);
  const web = await serveRanges(t, root);
  web.faults.token = 'open sesame';
  await asIndexed({ folder, clone, address: web.address, env: { ...env, MESHRAG_SHARED_TOKEN: 'open sesame' } });
  assert.ok(web.taken().requests > 10);

  const search = ['search', 'red buoy', '--shared', web.address, '--json'];
  const named = await run([...search, '--name', 'harbour'], { ...env, MESHRAG_SHARED_TOKEN: 'open sesame' });
  assert.equal(JSON.parse(named.stdout).results[0].path, 'docs/buoys.md');
  const nameless = await run(search, env);
  assert.deepEqual([nameless.status, /--name NAME names the one to ask/.test(nameless.stderr)], [2, true]);
  const refused = await run([...search, '--name', 'harbour'], env);
  assert.deepEqual([refused.status, refused.stdout.includes('open sesame')], [1, false]);
});

test('so it does from an export in a folder, whose names are found', { timeout: 240_000 }, async (t) => {
  const { folder, clone, env } = cloned(t);
  const root = path.join(folder.parent, 'team drive');
  assert.equal((await run(['export', path.join(root, 'harbour'), '--dir', folder.root], env)).status, 0);
  await asIndexed({ folder, clone, address: root, env });

  for (const address of [root, pathToFileURL(root).href]) {
    const nameless = await run(['search', 'red buoy', '--shared', address, '--json'], env);
    assert.equal(JSON.parse(nameless.stdout).results[0].path, 'docs/buoys.md', nameless.stderr);
  }
  const unknown = await run(['search', 'red buoy', '--shared', root, '--name', 'quay', '--json'], env);
  assert.deepEqual([unknown.status, /No index has been published there under that name/.test(unknown.stderr)], [1, true]);
  const empty = await run(['search', 'red buoy', '--shared', path.join(root, 'harbour'), '--json'], env);
  assert.deepEqual([empty.status, /meshrag export writes one/.test(empty.stderr)], [1, true]);
  const gone = await run(['search', 'red buoy', '--shared', path.join(root, 'away'), '--json'], env);
  assert.deepEqual([gone.status, /folder of the shared index cannot be read/.test(gone.stderr)], [1, true]);
});

test('a web server is reached through the proxy of the environment once Node is told to; before, a line says how', async (t) => {
  const { folder, env } = cloned(t);
  const root = path.join(folder.parent, 'served');
  assert.equal((await run(['export', path.join(root, 'harbour'), '--dir', folder.root], env)).status, 0);
  const web = await serveRanges(t, root);
  const { address: HTTP_PROXY, seen } = await serveProxy(t, Number(new URL(web.address).port));
  // Nothing listens there any more: the proxy alone knows the way.
  const gone = net.createServer().listen(0, '127.0.0.1');
  await once(gone, 'listening');
  const { port } = gone.address() as net.AddressInfo;
  gone.close();
  const search = ['search', 'red buoy', '--shared', `http://127.0.0.1:${port}`, '--name', 'harbour', '--json'];
  const proxied = { ...env, HTTP_PROXY, NO_PROXY: '', no_proxy: '' };
  const direct = await runProgram(search, { ...proxied, NODE_USE_ENV_PROXY: '' });
  assert.equal(direct.status, 1);
  assert.match(direct.stderr, /cannot be reached.* HTTP_PROXY is set and not used: NODE_USE_ENV_PROXY=1 makes Node go through it\.\n$/);
  assert.deepEqual(seen, []);
  const through = await runProgram(search, { ...proxied, NODE_USE_ENV_PROXY: '1' });
  assert.equal(JSON.parse(through.stdout).results?.[0].path, 'docs/buoys.md', through.stderr);
  assert.ok(seen.length > 0);
});

test('a push sends what has changed, and nothing if nothing has', { skip, timeout: 120_000 }, async (t) => {
  const { folder, address, env } = await published(t);
  const push = async (): Promise<Record<string, unknown>> =>
    JSON.parse((await run(['push', '--to', address, '--name', 'harbour', '--dir', folder.root, '--json'], env)).stdout);
  const { added, removed, files: count } = await push();
  assert.deepEqual({ added, removed, count }, { added: 0, removed: 0, count: 5 });
  const [row] = await server.query(address, 'select count(*)::integer as count from meshrag.commit');
  assert.equal(row?.count, 1);
  folder.write('docs/quay.md', '# Quay\n\nThe quay is new.\n');
  folder.write('docs/pier.md', '# Pier\n\nThe pier is old.\n');
  fs.rmSync(path.join(folder.root, 'docs/buoys.md'));
  const next = await push();
  assert.deepEqual([next.added, next.removed, next.files], [2, 2, 5]);
});

test('the communities of a clone are those of an index of its files, differing ones included', {
  skip,
  timeout: 120_000,
}, async (t) => {
  const person = (i: number): string => `# Person ${i}\n\nSandra Dee met Bobby Darin at the Harlem Opera.\n`;
  const places = { 'quay.md': '# Quay\n\nThe quay is closed.\n', 'buoys.md': '# Buoys\n\nTwo are red.\n' };
  const people = Object.fromEntries(Array.from({ length: 3 }, (_, i) => [`person${i}.md`, person(i)]));
  const { folder, clone, address, env } = await published(t, { ...people, ...places });
  const shared = ['--dir', clone, '--shared', address, '--name', 'harbour'];
  const communities = async (...args: readonly string[]): Promise<string> => {
    const { status, stdout, stderr } = await run(['communities', ...args], env);
    assert.equal(status, 0, stderr);
    return stdout.replace(/"ms":.*/, '');
  };
  const local = await communities('--dir', clone, '--index', path.join(folder.parent, 'built.index'));
  assert.match(local, /Harlem Opera/);
  assert.equal(await communities(...shared), local);
  fs.appendFileSync(path.join(clone, 'person2.md'), '\nNobody else was there.\n');
  const indexed = await communities('--dir', clone, '--index', path.join(folder.parent, 'built.index'));
  assert.match(indexed, /person2/);
  assert.notEqual(indexed, local);
  assert.equal(await communities(...shared), indexed);
});

test('two published repositories are searched as one, and results name theirs', { skip, timeout: 120_000 }, async (t) => {
  const one = await published(t);
  const other = workFolder(t);
  other.write(
    'client.ts',
    'import { readTideTable } from "harbour";\n\n/** Shows the tides on a board. */\nexport function showTides() {\n  return readTideTable("Ansel");\n}\n',
  );
  const pushed = await run(['push', '--to', one.address, '--name', 'board', '--dir', other.root], one.env);
  assert.equal(pushed.status, 0, pushed.stderr);
  const names = ['--dir', one.clone, '--name', 'harbour', '--dir', other.root, '--name', 'board'];
  const shared = await run(['search', 'readTideTable', ...names, '--shared', one.address, '--json'], one.env);
  const local = await run(['search', 'readTideTable', '--dir', one.clone, '--dir', other.root, '--json'], one.env);
  const places = ({ stdout }: RanProgram): unknown[] =>
    JSON.parse(stdout)
      .results.map((result: object) => JSON.stringify(result))
      .sort();
  assert.deepEqual(places(shared), places(local));
  assert.ok(new Set(JSON.parse(shared.stdout).results.map(({ folder }: { folder: string }) => folder)).size === 2);
});

test('an error is one line, without a password', { skip, timeout: 120_000 }, async (t) => {
  const { clone, address, env } = await published(t);
  const { hostname, port, username, pathname } = new URL(address);
  const withPassword = `postgres://${username}:hunter2@${hostname}:${port}${pathname}`;
  const cases: readonly (readonly [args: readonly string[], env: Readonly<Record<string, string>>, line: RegExp])[] = [
    [['--shared', withPassword, '--name', 'harbour'], env, /must not contain a password; set PGPASSWORD/],
    [['--shared', address, '--name', 'harbor'], env, /No index has been published there under that name/],
    [['--shared', address, '--name', 'harbour'], { ...env, PGPASSWORD: 'wrong' }, /rejected the user or the password/],
    [['--shared', 'postgres://u@example.org/db?sslmode=disable', '--name', 'harbour'], env, /Only a server on this machine/],
    [['--shared', `postgres://${username}@127.0.0.1:1/x`, '--name', 'harbour'], env, /cannot be reached/],
    [['--shared', await server.createDatabase(), '--name', 'harbour'], env, /There is no shared index in this database/],
    [['--shared', address], env, /there are 0 names for 1 folders/],
    [['--shared', address, '--name', 'harbour', '--no-update'], env, /--no-update cannot be used with --shared/],
    [['--name', 'harbour'], env, /--name requires --shared/],
    [['--shared', address, '--name', 'harbour', '--system', 'topo'], env, /needs the whole index/],
  ];
  const ran = await Promise.all(cases.map(([args, own]) => run(['search', 'quay', '--dir', clone, ...args], own)));
  for (const [i, { status, stderr }] of ran.entries()) {
    const line = cases[i]?.[2] ?? /$^/;
    assert.notEqual(status, 0);
    assert.match(stderr, line);
    assert.doesNotMatch(stderr, /hunter2|wrong/);
    assert.ok(stderr.trim().split('\n').length <= 2, stderr);
  }
});
