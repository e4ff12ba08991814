/** A question and a push through a pooler that gives each transaction another connection, and that leaves out or refuses startup options. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createLexicons } from '../../../src/engine/text/words/lexicon.ts';
import { publish } from '../../../src/storage/postgres/openPublished.ts';
import { startPooler } from '../../support/pooler.ts';
import { isFault, makeRole, makeRoles, openPublished, sharedServer, sourceOf } from '../../support/publishedIndex.ts';

const shared = await sharedServer();
const { skip } = shared;
after(() => shared.server?.stop());

const texts = (word: string) =>
  new Map(Array.from({ length: 30 }, (_, i) => [`docs/${i}.md`, `# Buoy ${i}\n\nThe ${word} buoy ${i} marks a channel.\n`]));
const env = { PGPASSWORD: 'role' };

/** The address of the server through a pooler that connects with the role's own settings alone. */
async function pooled(t: Parameters<typeof startPooler>[0], user: string, onOptions: 'ignore' | 'refuse' = 'ignore'): Promise<string> {
  const { host, port } = shared.server;
  const database = new URL(shared.address).pathname.slice(1);
  const pooler = await startPooler(t, { login: { host, port, database, user, password: 'role' }, onOptions });
  return `postgres://${user}@127.0.0.1:${pooler}/${database}`;
}

test('a push and questions need no session: each transaction may get another connection', { skip, timeout: 120_000 }, async (t) => {
  await makeRoles(shared, 'role');
  const [writer, reader] = [await pooled(t, 'meshrag_writer'), await pooled(t, 'meshrag_reader')];
  const push = (word: string) =>
    publish({ address: writer, name: 'harbour' }, sourceOf(texts(word), createLexicons()), env, async () => undefined);
  await Promise.all([push('red'), push('red')]);
  const published = await openPublished({ address: reader, name: 'harbour' }, createLexicons(), env);
  const count = async (word: string): Promise<number | undefined> => (await published.reader([], 1).termCounts([word]))[0];
  const pids = await Promise.all(Array.from({ length: 4 }, () => published.connection.query('select pg_catalog.pg_backend_pid() as pid')));
  assert.equal(new Set(pids.map(([row]) => row?.pid)).size, 2);
  assert.deepEqual(await Promise.all(['red', 'buoi', 'channel'].map(count)), [30, 30, 30]);
  await assert.rejects(published.connection.query('create temporary table t (a integer)'), isFault('sharedRights'));
  assert.deepEqual((await push('green')).added, 30);
  await published.close();
});

test('a connection without its settings is refused, and so is a pooler that refuses them', { skip, timeout: 60_000 }, async (t) => {
  await shared.push('quay', texts('red'));
  await makeRole(shared.server, shared.address, 'meshrag_bare', 'role');
  await shared.server.query(shared.address, 'grant meshrag_reader to meshrag_bare');
  for (const onOptions of ['ignore', 'refuse'] as const) {
    const address = await pooled(t, 'meshrag_bare', onOptions);
    await assert.rejects(openPublished({ address, name: 'quay' }, createLexicons(), env), isFault('sharedSettings'), onOptions);
  }
});
