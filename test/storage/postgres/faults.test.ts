/** What can go wrong between a reader and its server, with real ones: each fault is reported in one sentence, within a time limit, and ends without a restart. */

import assert from 'node:assert/strict';
import path from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import { createLexicons } from '../../../src/engine/text/words/lexicon.ts';
import { readAddress } from '../../../src/storage/postgres/address.ts';
import { Connection } from '../../../src/storage/postgres/connection.ts';
import { publish } from '../../../src/storage/postgres/openPublished.ts';
import { blockable } from '../../support/blockable.ts';
import { makeCertificates, useCertificate } from '../../support/certificates.ts';
import { signalServer } from '../../support/postgresServer.ts';
import { isFault, makeRole, makeRoles, openPublished, sharedServer, sourceOf } from '../../support/publishedIndex.ts';
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

test('a server that is killed during a question is reported, and used again once it is back', { skip, timeout: 120_000 }, async (t) => {
  if (shared.server.pid === undefined) return t.skip('the server is not one of this test');
  const published = await shared.open('harbour');
  assert.equal(await sizeOf(published), 1);
  const asked = Promise.allSettled(Array.from({ length: 20 }, () => sizeOf(published)));
  signalServer(shared.server, 'SIGKILL');
  for (const answer of await asked) {
    if (answer.status === 'rejected') assert.ok(isFault('sharedUnreachable')(answer.reason), String(answer.reason));
    else assert.equal(answer.value, 1);
  }
  await assert.rejects(sizeOf(published), isFault('sharedUnreachable'));
  await shared.server.restart();
  assert.equal(await sizeOf(published), 1);
  await published.close();
});

test('a connection that stops responding is given up within seconds', { skip, timeout: 60_000 }, async (t) => {
  const way = await blockable(t, shared.server);
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

test('without a free connection the question says so, and the next one gets one', { skip, timeout: 60_000 }, async () => {
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
/** Connected like a writer, so that only the privileges of the role restrict it. */
const readerDirectly = () => new Connection(readAddress(readerAddress(), {}), { password: 'reader', isReader: false, statementMs: 5000 });

test('a reader with the privileges that the documentation grants can read and nothing else', { skip, timeout: 60_000 }, async () => {
  await makeRoles(shared, 'reader');
  const published = await openAsReader('harbour');
  assert.equal(await sizeOf(published), 1);
  const direct = readerDirectly();
  const refused = [
    `insert into meshrag.repository (name) values ('x')`,
    'delete from meshrag.posting',
    `update meshrag.repository set roles = null`,
    'create temporary table t (a integer)',
    'create table meshrag.t (a integer)',
    'create table public.t (a integer)',
    'create function pg_temp.f() returns integer language sql as $$ select 1 $$',
  ];
  for (const statement of refused) {
    await assert.rejects(published.connection.query(statement), isFault('sharedRights'), statement);
    await assert.rejects(direct.query(statement), isFault('sharedRights'), statement);
  }
  const pushing = publish(
    { address: readerAddress(), name: 'harbour' },
    sourceOf(new Map(), createLexicons()),
    { PGPASSWORD: 'reader' },
    async () => undefined,
  );
  await assert.rejects(pushing, isFault('sharedRights'));
  await Promise.all([published.close(), direct.close()]);
});

test('a name with an access list can be read only by its roles, row by row', { skip, timeout: 60_000 }, async () => {
  await shared.push('secret', new Map([['pier.md', '# Pier\n\nThe pier is secret.\n']]));
  await makeRole(shared.server, shared.address, 'harbour_team', 'team');
  await shared.server.query(shared.address, 'revoke harbour_team from meshrag_reader');
  await shared.server.query(
    shared.address,
    `update meshrag.repository set roles = '{harbour_team, "a role that is gone"}' where name = 'secret'`,
  );
  const direct = readerDirectly();
  const rows = async (): Promise<unknown> =>
    (
      await direct.query(`select (select count(*) from meshrag.repository)::integer as repositories, (select count(*) from meshrag.commit)::integer as commits,
(select count(*) from meshrag.segment)::integer as segments, (select count(distinct id >> 32) from meshrag.chunk)::integer as chunks,
(select count(distinct segment) from meshrag.posting)::integer as postings`)
    )[0];
  await assert.rejects(openAsReader('secret'), isFault('sharedUnknownName'));
  assert.deepEqual(await rows(), { repositories: 1, commits: 1, segments: 1, chunks: 1, postings: 1 });
  assert.doesNotMatch(
    JSON.stringify(await direct.query('select r::text, h::text from meshrag.repository r cross join meshrag.head h')),
    /secret/,
  );
  // Partitions reveal nothing.
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
  if (shared.server.pid === undefined) return t.skip('the server is not one of this test');
  const directory = temporaryDirectory(t);
  if (!makeCertificates(directory)) return t.skip('there is no openssl to make certificates');
  for (const [certificate, ca, host, fault] of [
    ['good', 'ca.pem', 'localhost', 'sharedCredentials'],
    ['good', 'other.pem', 'localhost', 'sharedCertificate'],
    ['good', 'ca.pem', '127.0.0.1', 'sharedCertificate'],
    ['expired', 'ca.pem', 'localhost', 'sharedCertificate'],
  ] as const) {
    await useCertificate(t, shared.server, directory, certificate);
    const address = `postgres://u@${host}:${shared.server.port}/d?sslmode=verify-full&sslrootcert=${path.join(directory, ca)}`;
    const opened = openPublished({ address, name: 'x' }, createLexicons(), { PGPASSWORD: 'x' });
    await assert.rejects(opened, isFault(fault), [certificate, ca, host].join());
  }
});
