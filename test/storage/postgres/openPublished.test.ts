/** Names as they are opened: which state is current, which connection they are read through, and which names there are. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { publishedNames, SharedConnections } from '../../../src/storage/postgres/openPublished.ts';
import { isFault, sharedServer, type Texts } from '../../support/publishedIndex.ts';

const shared = await sharedServer(['-c', 'autovacuum=off']);
const { skip } = shared;
after(() => shared.server?.stop());

const texts = (word: string): Texts => new Map([[`${word}.md`, `# ${word}\n\nThe ${word} is open.\n`]]);

test('there are no names before the first push, then those of the repositories, sorted', { skip }, async () => {
  const { address, env } = shared;
  await assert.rejects(publishedNames(address, env), isFault('sharedEmpty'));
  for (const name of ['b', 'a', 'B', 'a@next', 'ä']) await shared.push(name, texts('gate'));
  assert.deepEqual(await publishedNames(address, env), ['B', 'a', 'b', 'ä']);
  await shared.server.query(address, 'delete from meshrag.head');
  await assert.rejects(publishedNames(address, env), isFault('sharedEmpty'));
});

test('a state is the same object until another is published, and each failure names its cause', { skip }, async () => {
  await shared.push('state', texts('lock'));
  const connections = new SharedConnections();
  const name = connections.name({ address: shared.address, name: 'state' }, async () => shared.env);
  const one = await name.current();
  assert.equal(await name.current(), one);
  await shared.push('state', texts('sluice'));
  const two = await name.current();
  assert.notEqual(two, one);
  assert.deepEqual([[...one.files.keys()], [...two.files.keys()]], [['lock.md'], ['sluice.md']]);
  await shared.server.query(shared.address, `update meshrag.commit set version = 'another' where id = $1`, [two.commit.id]);
  assert.equal(await name.current(), two, 'what was read is used');
  await shared.push('state', texts('weir'));
  const three = await name.current();
  assert.deepEqual([...three.files.keys()], ['weir.md']);
  await shared.server.query(shared.address, `update meshrag.commit set version = 'another' where id = $1`, [three.commit.id]);
  const other = connections.name({ address: shared.address, name: 'state' }, async () => shared.env);
  await assert.rejects(other.current(), isFault('sharedOtherVersion'));
  const unknown = connections.name({ address: shared.address, name: 'none' }, async () => shared.env);
  await assert.rejects(unknown.current(), isFault('sharedUnknownName'));
  assert.throws(() => connections.name({ address: shared.address, name: '' }, async () => shared.env), isFault('sharedName'));
  await shared.server.query(shared.address, 'update meshrag.schema set version = version + 1');
  await assert.rejects(name.current(), isFault('sharedNewer'));
  await shared.server.query(shared.address, 'update meshrag.schema set version = version - 1');
  await Promise.all([name.close(), other.close(), unknown.close()]);
});

test('names of a server share a connection until the last is closed; another password opens another', { skip }, async () => {
  for (const one of ['left', 'right']) await shared.push(one, texts(one));
  let password: string | undefined = shared.env.PGPASSWORD;
  const connections = new SharedConnections();
  const open = (name: string) => connections.name({ address: shared.address, name }, async () => ({ PGPASSWORD: password }));
  const [left, right] = [open('left'), open('right')];
  const [a, b] = [await left.current(), await right.current()];
  assert.equal(a.connection, b.connection);
  await left.close();
  await left.close();
  assert.equal((await right.current()).connection, b.connection, 'closing one twice closes no other');
  password = 'wrong';
  await assert.rejects(right.current(), isFault('sharedCredentials'));
  password = shared.env.PGPASSWORD;
  const again = await right.current();
  assert.notEqual(again.connection, b.connection);
  assert.deepEqual([...again.files.keys()], ['right.md']);
  await assert.rejects(b.connection.query('select 1'), isFault('sharedUnreachable'));
  await right.close();
  await assert.rejects(again.connection.query('select 1'), isFault('sharedUnreachable'));
  await assert.rejects(right.current(), isFault('sharedUnreachable'), 'one that was closed opens nothing');
});
