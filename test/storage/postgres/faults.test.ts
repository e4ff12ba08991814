/** What can go wrong between a reader and its server, with real ones: each is one sentence, within a time, and over without a restart. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { after, type TestContext, test } from 'node:test';
import pg from 'pg';
import { createLexicons } from '../../../src/engine/text/words/lexicon.ts';
import { readAddress } from '../../../src/storage/postgres/address.ts';
import { Connection } from '../../../src/storage/postgres/connection.ts';
import { startOwnPostgres } from '../../support/postgresServer.ts';
import { isFault, makeRole, makeRoles, openPublished, sharedServer } from '../../support/publishedIndex.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const shared = await sharedServer(['-c', 'max_connections=10', '-c', 'superuser_reserved_connections=2', '-c', 'autovacuum=off']);
const { skip } = shared;
after(() => shared.server?.stop());

const texts = new Map([
  ['quay.md', '# Quay\n\nShips are moored at the quay.\n'],
  ['pier.ts', 'export function pier() {\n  return quay();\n}\n'],
]);
if (!skip) await shared.push('harbour', texts);

async function sizeOf(published: Awaited<ReturnType<typeof openPublished>>): Promise<number | undefined> {
  return (await published.reader([], 1).termPostings(['pier']))[0]?.size;
}

/** A way to the server that can be blocked: bytes are then neither passed on nor refused. */
async function blockable(t: TestContext): Promise<{ readonly port: number; block(isBlocked: boolean): void }> {
  const sockets = new Set<net.Socket>();
  let blocked = false;
  const proxy = net.createServer((socket) => {
    const other = net.connect(shared.server.port, shared.server.host);
    for (const [from, to] of [
      [socket, other],
      [other, socket],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
      from.on('data', (data) => void (blocked || to.write(data)));
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  const block = (isBlocked: boolean): void => {
    blocked = isBlocked;
  };
  return { port: (proxy.address() as net.AddressInfo).port, block };
}

test('a server that is killed while it is asked is reported, and asked again once it is back', { skip, timeout: 120_000 }, async (t) => {
  if (shared.server.pid === undefined) return t.skip('the server is not one of this test');
  const published = await shared.open('harbour');
  assert.equal(await sizeOf(published), 1);
  const asked = Promise.allSettled(Array.from({ length: 20 }, () => sizeOf(published)));
  process.kill(shared.server.pid, 'SIGKILL');
  for (const answer of await asked) {
    if (answer.status === 'rejected') assert.ok(isFault('sharedUnreachable')(answer.reason), String(answer.reason));
    else assert.equal(answer.value, 1);
  }
  // A process that the server has started for the connection may outlive it for a moment.
  await assert.rejects(async () => {
    for (let left = 100; left > 0; left--) {
      await sizeOf(published);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }, isFault('sharedUnreachable'));
  await shared.server.restart();
  assert.equal(await sizeOf(published), 1);
  await published.close();
});

test('a connection that carries nothing any more is given up within seconds', { skip, timeout: 60_000 }, async (t) => {
  const way = await blockable(t);
  const address = shared.address.replace(`:${shared.server.port}`, `:${way.port}`);
  const published = await openPublished({ address, name: 'harbour' }, createLexicons(), shared.env);
  assert.equal(await sizeOf(published), 1);
  way.block(true);
  const started = performance.now();
  await assert.rejects(sizeOf(published), isFault('sharedTooSlow'));
  assert.ok(performance.now() - started < 9000);
  // A new connection is not answered either.
  const again = performance.now();
  await assert.rejects(sizeOf(published), isFault('sharedTooSlow'));
  assert.ok(performance.now() - again < 5000);
  way.block(false);
  assert.equal(await sizeOf(published), 1);
  await published.close();
});

test('without a free connection the question says so, and the next one has it', { skip, timeout: 60_000 }, async () => {
  const { host, port, user, password } = shared.server;
  await makeRole(shared.server, shared.address, 'meshrag_guest', 'guest');
  const clients: pg.Client[] = [];
  try {
    for (;;) {
      const client = new pg.Client({ host, port, user, password, database: new URL(shared.address).pathname.slice(1) });
      client.on('error', () => undefined);
      clients.push(client);
      await client.connect();
    }
  } catch {
    // That was the last one.
  }
  const address = shared.address.replace(/\/\/[^@]*@/, '//meshrag_guest@');
  const open = () => openPublished({ address, name: 'harbour' }, createLexicons(), { PGPASSWORD: 'guest' });
  await assert.rejects(open(), isFault('sharedConnections'));
  await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  // The server needs a moment to notice.
  for (let left = 50; left > 0; left--) {
    const error = await open().then(
      () => undefined,
      (reason) => reason,
    );
    if (isFault('sharedRights')(error)) return;
    assert.ok(isFault('sharedConnections')(error), String(error));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail('connections stay in use');
});

const readerAddress = (): string => shared.address?.replace(/\/\/[^@]*@/, '//meshrag_reader@');
const openAsReader = (name: string) => openPublished({ address: readerAddress(), name }, createLexicons(), { PGPASSWORD: 'reader' });
/** Connected as a writer would be, so that nothing but the rights of the role hold it. */
const readerDirectly = () => new Connection(readAddress(readerAddress(), {}), { password: 'reader', isReader: false, statementMs: 5000 });

test('a reader with the rights that the documentation grants reads and can do nothing else', { skip, timeout: 60_000 }, async () => {
  await makeRoles(shared, 'reader');
  const published = await openAsReader('harbour');
  assert.equal(await sizeOf(published), 1);
  const direct = readerDirectly();
  const refused = [
    `insert into meshrag.repository (name) values ('x')`,
    'delete from meshrag.posting',
    `insert into meshrag.access (name, role) values ('harbour', 'meshrag_reader')`,
    'create temporary table t (a integer)',
    'create table meshrag.t (a integer)',
    'create table public.t (a integer)',
    'create function pg_temp.f() returns integer language sql as $$ select 1 $$',
  ];
  for (const statement of refused) {
    await assert.rejects(published.connection.query(statement), isFault('sharedRights'), statement);
    await assert.rejects(direct.query(statement), isFault('sharedRights'), statement);
  }
  await Promise.all([published.close(), direct.close()]);
});

test('a name with an access list is read by its roles alone, row by row', { skip, timeout: 60_000 }, async () => {
  await shared.push('secret', new Map([['pier.md', '# Pier\n\nThe pier is secret.\n']]));
  const allow = (name: string, role: string) =>
    shared.server.query(shared.address, 'insert into meshrag.access (name, role) values ($1, $2)', [name, role]);
  await makeRole(shared.server, shared.address, 'harbour_team', 'team');
  await shared.server.query(shared.address, 'revoke harbour_team from meshrag_reader');
  await allow('secret', 'harbour_team');
  await allow('secret', 'a role that is gone');
  const direct = readerDirectly();
  const rows = async (): Promise<unknown> =>
    (
      await direct.query(`select (select count(*) from meshrag.repository)::integer as repositories, (select count(*) from meshrag.commit)::integer as commits,
(select count(*) from meshrag.segment)::integer as segments, (select count(distinct id >> 32) from meshrag.chunk)::integer as chunks,
(select count(distinct segment) from meshrag.posting)::integer as postings`)
    )[0];
  await assert.rejects(openAsReader('secret'), isFault('sharedUnknownName'));
  assert.deepEqual(await rows(), { repositories: 1, commits: 1, segments: 1, chunks: 1, postings: 1 });
  // Partitions give nothing away.
  for (const table of ['chunk_local', 'posting_local']) assert.deepEqual(await direct.query(`select id from meshrag.${table}`), []);
  const harbour = await openAsReader('harbour');
  assert.equal(await sizeOf(harbour), 1);
  await shared.server.query(shared.address, 'grant harbour_team to meshrag_reader');
  const secret = await openAsReader('secret');
  assert.equal(await sizeOf(secret), 1);
  assert.deepEqual(await rows(), { repositories: 2, commits: 2, segments: 2, chunks: 2, postings: 2 });
  await Promise.all([harbour.close(), secret.close(), direct.close()]);
});

test('a certificate must be valid for its server', { skip, timeout: 60_000 }, async (t) => {
  const directory = temporaryDirectory(t);
  const files = certificates(directory);
  if (files === undefined) return t.skip('there is no openssl to make certificates');
  const address = (name: string, ca: string): string =>
    `postgres://u@${name}:PORT/d?sslmode=verify-full&sslrootcert=${path.join(directory, ca)}`;
  const cases = [
    { certificate: 'good', ca: 'ca.pem', host: 'localhost', fault: 'sharedCredentials' },
    { certificate: 'good', ca: 'other.pem', host: 'localhost', fault: 'sharedCertificate' },
    { certificate: 'good', ca: 'ca.pem', host: '127.0.0.1', fault: 'sharedCertificate' },
    { certificate: 'expired', ca: 'ca.pem', host: 'localhost', fault: 'sharedCertificate' },
  ] as const;
  for (const certificate of ['good', 'expired']) {
    const key = path.join(directory, `${certificate}.key`);
    const started = await startOwnPostgres([
      '-c',
      'ssl=on',
      '-c',
      `ssl_cert_file=${path.join(directory, certificate)}.pem`,
      '-c',
      `ssl_key_file=${key}`,
    ]);
    if ('skip' in started) return t.skip(started.skip);
    const { server } = started;
    try {
      for (const one of cases.filter((each) => each.certificate === certificate)) {
        const place = { address: address(one.host, one.ca).replace('PORT', String(server.port)), name: 'x' };
        await assert.rejects(openPublished(place, createLexicons(), { PGPASSWORD: 'x' }), isFault(one.fault), JSON.stringify(one));
      }
    } finally {
      await server.stop();
    }
  }
});

/** A certificate for localhost, and one that has expired, by an authority; another authority. Undefined without openssl. */
function certificates(directory: string): true | undefined {
  const openssl = (...args: readonly string[]): void => void execFileSync('openssl', args, { cwd: directory, stdio: 'ignore' });
  try {
    for (const name of ['ca', 'other'])
      openssl(
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-subj',
        `/CN=${name}`,
        '-days',
        '2',
        '-keyout',
        `${name}.key`,
        '-out',
        `${name}.pem`,
      );
  } catch {
    return undefined;
  }
  fs.writeFileSync(path.join(directory, 'names'), 'subjectAltName=DNS:localhost\n');
  const signing = [
    '[ca]',
    'default_ca=d',
    '[d]',
    'database=index',
    'serial=serial',
    'new_certs_dir=.',
    'certificate=ca.pem',
    'private_key=ca.key',
  ];
  fs.writeFileSync(
    path.join(directory, 'ca.cnf'),
    [...signing, 'default_md=sha256', 'policy=p', '[p]', 'commonName=supplied', ''].join('\n'),
  );
  fs.writeFileSync(path.join(directory, 'index'), '');
  fs.writeFileSync(path.join(directory, 'serial'), '02\n');
  for (const [name, from, to] of [
    ['good', '20200101000000Z', '20991231000000Z'],
    ['expired', '20200101000000Z', '20200102000000Z'],
  ] as const) {
    openssl('req', '-newkey', 'rsa:2048', '-nodes', '-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.csr`);
    const times = ['-startdate', from, '-enddate', to];
    openssl('ca', '-batch', '-config', 'ca.cnf', '-in', `${name}.csr`, '-out', `${name}.pem`, '-extfile', 'names', ...times);
  }
  fs.chmodSync(directory, 0o755);
  for (const file of fs.readdirSync(directory)) {
    fs.chmodSync(path.join(directory, file), 0o600);
    // Root's server runs as another user, who must own the key; certificates are read by both.
    if (process.getuid?.() === 0) execFileSync('chown', ['postgres', path.join(directory, file)]);
  }
  return true;
}
