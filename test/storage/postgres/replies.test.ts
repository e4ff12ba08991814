// What models have said, pushed with an index: whose it is, who reads it, and that pushes add to it.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { LazyBytes } from '../../../src/engine/index/codec/lazyBytes.ts';
import { createLexicons } from '../../../src/engine/text/words/lexicon.ts';
import { replyKinds } from '../../../src/storage/modelReplies.ts';
import { readAddress } from '../../../src/storage/postgres/address.ts';
import { Connection } from '../../../src/storage/postgres/connection.ts';
import { publish, SharedConnections } from '../../../src/storage/postgres/openPublished.ts';
import { collect } from '../../../src/storage/postgres/push/lease.ts';
import { isFault, sharedServer, sourceOf } from '../../support/publishedIndex.ts';

const shared = await sharedServer(['-c', 'autovacuum=off']);
const { skip } = shared;
after(() => shared.server?.stop());

const texts = new Map([['gate.md', '# Gate\n\nThe gate is open.\n']]);
const toBytes = (lines: readonly string[]) => new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''));

/** Pushes lines of the first two kinds under a name. */
async function push(name: string, ...kinds: readonly (readonly string[])[]): Promise<void> {
  const replies = kinds.length === 0 ? undefined : replyKinds.map((_, at) => toBytes(kinds[at] ?? []));
  const source = { ...sourceOf(texts, createLexicons()), ...(replies && { replies }) };
  await publish({ address: shared.address, name }, source, shared.env, async () => undefined);
}

/** The lines of each kind that a reader finds; undefined if there are none at all. */
async function linesOf(name: string): Promise<readonly string[][] | undefined> {
  const opened = await shared.open(name);
  try {
    const { replies } = opened;
    if (replies === undefined) return undefined;
    const found = await Promise.all(replyKinds.map((_, at) => replies(at)));
    return found.map((lines) =>
      lines instanceof LazyBytes ? Buffer.from(lines.read()).toString().split('\n').filter(Boolean).sort() : [],
    );
  } finally {
    await opened.close();
  }
}

test('replies are those of a repository and its branches; each push adds to them, and one without leaves them', { skip }, async () => {
  await push('app');
  assert.equal(await linesOf('app'), undefined);
  await push('app', ['["a",1]', '["b",2]'], ['["v",3]']);
  const first = [['["a",1]', '["b",2]'], ['["v",3]'], [], []];
  assert.deepEqual(await linesOf('app'), first);
  await push('app@next', ['["b",2]', '["c",4]']);
  const both = [['["a",1]', '["b",2]', '["c",4]'], ['["v",3]'], [], []];
  assert.deepEqual([await linesOf('app@next'), await linesOf('app')], [both, both]);
  await push('app');
  assert.deepEqual(await linesOf('app'), both);
  await push('other');
  assert.equal(await linesOf('other'), undefined);
});

test('many replies lie in parts, all of which are read', { skip }, async () => {
  const many = Array.from({ length: 30 }, () => randomBytes(300_000).toString('base64'));
  await push('many', many);
  const [row] = await shared.server.query(
    shared.address,
    "select count(*)::integer as parts from meshrag.reply p join meshrag.repository r on r.id = p.repository where r.name = 'many'",
  );
  assert.ok(Number(row?.parts) >= 3, String(row?.parts));
  assert.deepEqual((await linesOf('many'))?.[0], [...many].sort());
});

test('a state is another one once it has replies; damaged ones are refused, and without the right to read them there are none', {
  skip,
}, async () => {
  await push('state');
  const name = new SharedConnections().name({ address: shared.address, name: 'state' }, async () => shared.env);
  const one = await name.current();
  assert.equal(await name.current(), one);
  await push('state', ['["a",1]']);
  const two = await name.current();
  assert.deepEqual([two === one, two.commit === one.commit, one.replies], [false, true, undefined]);
  await shared.server.query(shared.address, "update meshrag.reply set lines = '\\x00ff'");
  await assert.rejects(async () => two.replies?.(0), isFault('sharedDamaged'));
  await shared.server.query(shared.address, 'alter table meshrag.reply rename to hidden');
  assert.equal((await name.current()).replies, undefined);
  await shared.server.query(shared.address, 'alter table meshrag.hidden rename to reply');
  await name.close();
});

test('replies go with the last name of their repository', { skip }, async () => {
  await push('gone', ['["a",1]']);
  await shared.server.query(shared.address, "delete from meshrag.head where name = 'gone'");
  const connection = new Connection(readAddress(shared.address, shared.env), {
    password: shared.env.PGPASSWORD,
    isReader: false,
    statementMs: 10_000,
  });
  await collect(connection);
  await connection.close();
  await push('gone');
  assert.equal(await linesOf('gone'), undefined);
});
