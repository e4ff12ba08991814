/** Pushes that are concurrent, interrupted, and collected. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import path from 'node:path';
import { after, test } from 'node:test';
import { MemoryIndex } from '../../../src/engine/index/memoryIndex.ts';
import { createLexicons } from '../../../src/engine/text/words/lexicon.ts';
import { readAddress } from '../../../src/storage/postgres/address.ts';
import { Connection } from '../../../src/storage/postgres/connection.ts';
import { publish, SharedConnections } from '../../../src/storage/postgres/openPublished.ts';
import { collect, lockCommits } from '../../../src/storage/postgres/push/lease.ts';
import { push } from '../../../src/storage/postgres/push/push.ts';
import type { Pushed } from '../../../src/storage/published.ts';
import { isFault, sharedServer, sourceOf, type Texts } from '../../support/publishedIndex.ts';

const shared = await sharedServer();
const { skip } = shared;
after(() => shared.server?.stop());

/** Files that share words and names. */
function texts(count: number, word: string): Map<string, string> {
  return new Map(
    Array.from({ length: count }, (_, i) => [
      `docs/${i}.md`,
      `# Buoy ${i}\n\nThe ${word} buoy ${i} of Port Ansel marks the channel ${i % 7}.\n\n## Chain\n\n${'The chain is long. '.repeat(30)}\n`,
    ]),
  );
}

/** The contents that are visible under a name. */
async function visible(name: string): Promise<ReadonlyMap<string, string>> {
  const published = await shared.open(name);
  const reader = published.reader([], 1);
  const [postings] = await reader.termPostings(['chain']);
  assert.equal(postings?.size, (await reader.termCounts(['chain']))[0]);
  await published.close();
  return new Map([...published.files].map(([file, { content }]) => [file, content.hash]));
}

function hashes(own: Texts): ReadonlyMap<string, string> {
  return new Map([...sourceOf(own, createLexicons()).contents].map(([file, { hash }]) => [file, hash]));
}

const sorted = (map: ReadonlyMap<string, string>): unknown => [...map].sort();

test('many small pushes keep few segments, and exact counts', { skip, timeout: 240_000 }, async () => {
  const own = texts(60, 'red');
  let most = 0;
  for (let round = 0; round < 40; round++) {
    for (let i = 0; i < 3; i++) own.set(`docs/${(round * 7 + i) % 60}.md`, `# Pier ${round}\n\nThe pier ${i} of Port Ansel has a chain.\n`);
    own.delete(`docs/${(round * 11) % 60}.md`);
    const { segments, files } = await shared.push('many', own);
    assert.equal(files, own.size);
    most = Math.max(most, segments);
  }
  assert.ok(most <= 8, `${most} segments`);
  assert.deepEqual(sorted(await visible('many')), sorted(hashes(own)));
});

test('concurrent pushes under one name all succeed, and one of them is visible', { skip, timeout: 120_000 }, async () => {
  await shared.push('at once', texts(20, 'grey'));
  const all = ['red', 'green', 'blue', 'white'].map((word) => texts(25, word));
  const pushed = await Promise.all(all.map((own) => shared.push('at once', own)));
  assert.deepEqual(
    pushed.map(({ files }) => files),
    [25, 25, 25, 25],
  );
  const now = JSON.stringify(sorted(await visible('at once')));
  assert.ok(all.some((own) => JSON.stringify(sorted(hashes(own))) === now));
  const [row] = await shared.server.query(
    shared.address,
    `select count(*)::integer as count from meshrag.commit c
join meshrag.repository r on r.id = c.repository where r.name = 'at once' and c.replaced is null`,
  );
  assert.equal(row?.count, 1);
});

test('a push whose connection is cut anywhere changes nothing that is visible, and succeeds when it is repeated', {
  skip,
  timeout: 240_000,
}, async () => {
  const before = texts(30, 'old');
  await shared.push('cut', before);
  // A yield for each document, then one for each batch of rows.
  for (const [i, at] of [41, 42, 1, 40, undefined].entries()) {
    const own = texts(40, `new ${i}`);
    let turns = 0;
    const cut = async (): Promise<void> => {
      if (++turns !== at) return;
      await shared.server.query(
        shared.address,
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'meshrag' and datname = current_database()`,
      );
    };
    const pushed = await shared.push('cut', own, cut).catch((error) => {
      assert.ok(isFault('sharedUnreachable')(error), String(error));
      return undefined;
    });
    assert.deepEqual(sorted(await visible('cut')), sorted(hashes(pushed === undefined ? before : own)));
    // Between two statements it connects again, if it has detected the end.
    if (at === undefined) assert.ok(pushed !== undefined);
    if (pushed !== undefined) await shared.push('cut', before);
  }
  assert.equal(await orphans(), 0);
});

/** Rows of segments that are not there. */
async function orphans(): Promise<unknown> {
  const missing = (segment: string): string => `not exists (select 1 from meshrag.segment s where s.id = ${segment})`;
  const [row] = await shared.server.query(
    shared.address,
    `select ((select count(*) from meshrag.posting where ${missing('segment')}) + (select count(*) from meshrag.chunk c where ${missing('c.id >> 32')})
 + (select count(*) from meshrag.dead where ${missing('segment')}))::integer as count`,
  );
  return row?.count;
}

test('a push that is killed changes nothing that is visible, and succeeds when it is repeated', { skip, timeout: 240_000 }, async () => {
  const script = path.join(import.meta.dirname, '../../support/pushUntilKilled.ts');
  const env = { ...process.env, ...shared.env };
  await shared.push('killed', texts(5, 'old'));
  for (let round = 0; round < 3; round++) {
    const child = spawn(process.execPath, [script, shared.address, 'killed', '3000'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise<void>((resolve) => {
      child.stdout.once('data', () => setTimeout(resolve, 40 * round));
      child.once('exit', () => resolve());
    });
    child.kill('SIGKILL');
    await new Promise((resolve) =>
      child.exitCode !== null || child.signalCode !== null ? resolve(undefined) : child.once('exit', resolve),
    );
    const now = await visible('killed');
    assert.ok([5, 3000].includes(now.size), `${now.size} files`);
  }
  const last = spawn(process.execPath, [script, shared.address, 'killed', '3000'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  assert.equal(await new Promise((resolve) => last.once('exit', resolve)), 0);
  assert.equal((await visible('killed')).size, 3000);
});

test('a push that was interrupted resumes with the segments that it has written', { skip, timeout: 120_000 }, async () => {
  const own = texts(60, 'red');
  const connection = new Connection(readAddress(shared.address, {}), {
    password: shared.env.PGPASSWORD,
    isReader: false,
    statementMs: 5000,
  });
  let turns = 0;
  // Three yields for each segment: once it is cut from the index, after its postings, after its chunks.
  const interrupt = async (): Promise<void> => {
    if (++turns === 7) throw new Error('interrupted');
  };
  await assert.rejects(push(connection, 'resumed', sourceOf(own, createLexicons()), interrupt, { maxChunks: 20 }), /interrupted/);
  const segments = async (): Promise<readonly unknown[]> =>
    (
      await connection.query(
        `select s.id from meshrag.segment s join meshrag.repository r on r.id = s.repository where r.name = 'resumed' order by s.id`,
      )
    ).map(({ id }) => id);
  const written = await segments();
  assert.ok(written.length > 1);
  await assert.rejects(shared.open('resumed'), isFault('sharedUnknownName'));
  const pushed = await push(connection, 'resumed', sourceOf(own, createLexicons()), async () => undefined, { maxChunks: 20 });
  const all = await segments();
  assert.deepEqual(all.slice(0, written.length), written);
  assert.equal(all.length, pushed.segments);
  assert.deepEqual(sorted(await visible('resumed')), sorted(hashes(own)));
  await connection.close();
});

test('a push that was suspended until its segments were collected leaves no rows behind', { skip, timeout: 120_000 }, async () => {
  const own = texts(60, 'suspended');
  const connection = new Connection(readAddress(shared.address, {}), {
    ...{ password: shared.env.PGPASSWORD, isReader: false, statementMs: 5000 },
  });
  const unfinished =
    "select s.id from meshrag.segment s join meshrag.repository r on r.id = s.repository where r.name = 'suspended' and s.digest is null";
  const isWriting = async (): Promise<boolean> => (await connection.query(unfinished)).length > 0;
  /** At this yield of those that count. */
  const suspendedAt = (at: number, counts = async () => true) => {
    let turns = 0;
    return async (): Promise<void> => {
      if (!(await counts()) || ++turns !== at) return;
      await shared.server.query(shared.address, 'delete from meshrag.lease');
      await collect(connection, { kept: 0, grace: 0 });
    };
  };
  // While a segment is written, a yield for each batch of its rows.
  for (const at of [1, 2]) {
    await assert.rejects(shared.push('suspended', own, suspendedAt(at, isWriting), { maxChunks: 30 }), isFault('sharedGone'));
    assert.equal(await orphans(), 0);
  }
  await shared.push('suspended', own, undefined, { maxChunks: 30 });
  // A yield for each segment with deletions. It starts over.
  for (const path of ['docs/3.md', 'docs/40.md', 'docs/59.md']) own.set(path, '# Rope\n\nA suspended rope.\n');
  await shared.push('suspended', own, suspendedAt(1), { maxChunks: 30 });
  assert.equal(await orphans(), 0);
  assert.deepEqual(sorted(await visible('suspended')), sorted(hashes(own)));
  await connection.close();
});

test('a push that is suspended in its last step does not hold up others', { skip, timeout: 60_000 }, async () => {
  const suspended = new Connection(readAddress(shared.address, {}), {
    password: shared.env.PGPASSWORD,
    isReader: false,
    statementMs: 1000,
  });
  let other: Promise<Pushed> | undefined;
  const last = suspended.transaction(async () => {
    await lockCommits(suspended);
    other = shared.push('other', texts(3, 'other'));
    await other;
  });
  await assert.rejects(last, isFault('sharedUnreachable'));
  assert.equal((await other)?.files, 3);
  await suspended.close();
});

test('what is no longer referred to is collected, and a reader of it fails instead of getting a part', {
  skip,
  timeout: 120_000,
}, async () => {
  await shared.push('old', texts(30, 'red'));
  const published = await shared.open('old');
  const reader = published.reader([], 1);
  assert.ok(((await reader.termPostings(['chain']))[0]?.size ?? 0) > 0);
  await shared.push('old', texts(30, 'green'));
  const writer = new Connection(readAddress(shared.address, {}), { password: shared.env.PGPASSWORD, isReader: false, statementMs: 5000 });
  // Recent ones are kept for current readers.
  await collect(writer);
  assert.ok(((await reader.termPostings(['chain']))[0]?.size ?? 0) > 0);
  await collect(writer, { kept: 0, grace: 0 });
  await assert.rejects(reader.termPostings(['chain']), isFault('sharedGone'));
  assert.deepEqual(sorted(await visible('old')), sorted(hashes(texts(30, 'green'))));
  assert.equal(await orphans(), 0);
  await Promise.all([writer.close(), published.close()]);
});

test('tables of a newer version are left alone, older ones brought up to date, dropped ones reported', {
  skip,
  timeout: 60_000,
}, async () => {
  const address = await shared.server.createDatabase();
  const pushThere = () => publish({ address, name: 'x' }, sourceOf(texts(3, 'red'), createLexicons()), shared.env, async () => undefined);
  await pushThere();
  await shared.server.query(address, 'update meshrag.schema set version = version + 1');
  await assert.rejects(pushThere(), isFault('sharedNewer'));
  await assert.rejects(shared.open('x', undefined, address), isFault('sharedNewer'));
  await shared.server.query(address, 'update meshrag.schema set version = version - 1');
  // As the first version had them; a reader takes them as they are, a push brings them up to date.
  for (const table of ['repository', 'head', 'lease', 'commit', 'segment', 'chunk', 'posting', 'dead']) {
    await shared.server.query(address, `drop policy if exists readable on meshrag.${table}`);
    await shared.server.query(address, `alter table meshrag.${table} disable row level security`);
  }
  await shared.server.query(address, 'drop function meshrag.readable');
  await shared.server.query(address, 'create table meshrag.communities (repository integer not null)');
  await shared.server.query(address, 'drop table meshrag.reply');
  await shared.server.query(address, 'update meshrag.schema set version = 1');
  await (await shared.open('x', undefined, address)).close();
  await pushThere();
  assert.deepEqual(
    await shared.server.query(
      address,
      `select version, (select count(*)::integer from pg_policies where schemaname = 'meshrag') as policies,
to_regclass('meshrag.communities') is null as dropped from meshrag.schema`,
    ),
    [{ version: 4, policies: 8, dropped: true }],
  );
  const published = await shared.open('x', undefined, address);
  await shared.server.query(address, 'drop table meshrag.posting');
  await assert.rejects(published.reader([], 1).termPostings(['chain']), isFault('sharedEmpty'));
  await published.close();
});

test('tables that were dropped and made again are read again, though their numbers are the same', { skip, timeout: 60_000 }, async () => {
  const address = await shared.server.createDatabase();
  const place = { address, name: 'x' };
  const pushThere = (word: string) => publish(place, sourceOf(texts(3, word), createLexicons()), shared.env, async () => undefined);
  await pushThere('red');
  const name = new SharedConnections().name(place, async () => shared.env);
  const before = (await name.current()).commit;
  await shared.server.query(address, 'drop schema meshrag cascade');
  await pushThere('green');
  const { commit } = await name.current();
  assert.equal(commit.id, before.id);
  assert.deepEqual(new Map([...commit.files].map(([file, { content }]) => [file, content.hash])), hashes(texts(3, 'green')));
  await name.close();
});

test('a folder whose index lacks a document publishes nothing', { skip }, async () => {
  const source = sourceOf(texts(3, 'red'), createLexicons());
  const place = { address: shared.address, name: 'incomplete' };
  await assert.rejects(
    publish(place, { ...source, index: new MemoryIndex(createLexicons()).frozen() }, shared.env, async () => undefined),
    isFault('sharedIncomplete'),
  );
  await assert.rejects(shared.open('incomplete'), isFault('sharedUnknownName'));
});
