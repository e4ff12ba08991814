/** Names of one repository, and what keeps their commits and segments. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import path from 'node:path';
import { after, test } from 'node:test';
import { createLexicons } from '../../../src/engine/text/words/lexicon.ts';
import { readAddress } from '../../../src/storage/postgres/address.ts';
import { Connection } from '../../../src/storage/postgres/connection.ts';
import { publish } from '../../../src/storage/postgres/openPublished.ts';
import { collect } from '../../../src/storage/postgres/push/lease.ts';
import {
  isFault,
  localIndex,
  type OpenPublished,
  openPublished,
  sharedServer,
  sourceOf,
  type Texts,
} from '../../support/publishedIndex.ts';

const shared = await sharedServer();
const { skip } = shared;
after(() => shared.server?.stop());

/** Files that share words and names. */
function texts(count: number, word: string): Map<string, string> {
  const text = (i: number): string => `# Buoy ${i}\n\nThe ${word} buoy ${i} of Port Ansel marks the channel ${i % 7}.\n`;
  return new Map(Array.from({ length: count }, (_, i) => [`docs/${i}.md`, text(i)]));
}

async function count(sql: string, ...values: readonly unknown[]): Promise<number> {
  const [row] = await shared.server.query(shared.address, `select (${sql})::integer as count`, values);
  return Number(row?.count);
}

const ofRepository = 'repository = (select r.id from meshrag.repository r where r.name = $1)';
const segments = (repository: string, also = 'true') =>
  count(`select count(*) from meshrag.segment where ${ofRepository} and ${also}`, repository);

/** Collects as if each commit had been replaced long ago. */
async function collectAll(): Promise<void> {
  const writer = new Connection(readAddress(shared.address, {}), { password: shared.env.PGPASSWORD, isReader: false, statementMs: 5000 });
  await collect(writer, { kept: 0, grace: 0 });
  await writer.close();
}

/** Compares the counts of what is published with those of the same files in memory. */
async function assertCounts(published: OpenPublished, own: Texts): Promise<void> {
  const words = ['red', 'green', 'blue', 'port', 'channel', '3'];
  const [reader, local] = [published.reader([], 1), localIndex(own, createLexicons()).reader()];
  assert.deepEqual([...(await reader.termCounts(words))], [...(await local.termCounts(words))]);
  const sizes = async (of: typeof reader): Promise<readonly number[]> => (await of.termPostings(words)).map(({ size }) => size);
  assert.deepEqual(await sizes(reader), await sizes(local));
}

async function assertPublished(name: string, own: Texts): Promise<void> {
  const published = await shared.open(name);
  const { contents } = sourceOf(own, createLexicons());
  const hashes = new Map([...published.files].map(([file, { content }]) => [file, content.hash]));
  assert.deepEqual(hashes, new Map([...contents].map(([file, { hash }]) => [file, hash])));
  await assertCounts(published, own);
  await published.close();
}

test('a branch writes what differs from the repository, and each keeps its own files', { skip, timeout: 120_000 }, async () => {
  const main = texts(200, 'red');
  await shared.push('fleet', main);
  const rows = () =>
    count(`select count(*) from meshrag.chunk c join meshrag.segment s on s.id = c.id >> 32 where s.${ofRepository}`, 'fleet');
  const before = await rows();
  assert.equal((await shared.push('fleet@same', main)).added, 0);
  assert.equal(await rows(), before);
  const branch = new Map(main).set('docs/3.md', '# Anchor\n\nA green anchor.\n');
  branch.delete('docs/4.md');
  const pushed = await shared.push('fleet@feature', branch, undefined, { maxChunks: 1000 });
  assert.deepEqual([pushed.files, pushed.added, pushed.removed], [199, 1, 2]);
  await shared.push('fleet', main.set('docs/9.md', '# Rope\n\nA blue rope.\n'), undefined, { maxChunks: 1000 });
  await collectAll();
  for (const [name, own] of [
    ['fleet', main],
    ['fleet@same', texts(200, 'red')],
    ['fleet@feature', branch],
  ] as const)
    await assertPublished(name, own);
});

test('branches that are pushed at once all arrive, with what was deleted while segments were merged', {
  skip,
  timeout: 240_000,
}, async () => {
  const names = ['busy', 'busy@a', 'busy@b', 'busy'];
  const all = names.map(() => texts(60, 'red'));
  await shared.push('busy', texts(60, 'red'));
  for (let round = 0; round < 6; round++) {
    const pushes = names.map((name, i) => {
      const own = all[i] as Map<string, string>;
      for (let k = 0; k < 5; k++) own.set(`docs/${(round * 11 + i * 7 + k) % 60}.md`, `# Pier ${round}\n\nThe green pier ${i} ${k}.\n`);
      own.delete(`docs/${(round * 13 + i) % 60}.md`);
      return shared.push(name, own, undefined, { maxChunks: 20 });
    });
    await Promise.all(pushes);
    await assertPublished('busy@a', all[1] as Texts);
    await assertPublished('busy@b', all[2] as Texts);
    const last = await Promise.allSettled([all[0] as Texts, all[3] as Texts].map((own) => assertPublished('busy', own)));
    assert.ok(
      last.some(({ status }) => status === 'fulfilled'),
      String((last[0] as PromiseRejectedResult).reason),
    );
  }
});

test('what another push deletes in segments while they are merged is deleted in the merged one, and counted', {
  skip,
  timeout: 60_000,
}, async () => {
  await shared.push('merging', texts(30, 'red'), undefined, { maxChunks: 100 });
  const [mine, theirs] = [texts(70, 'red'), texts(70, 'red').set('docs/33.md', '# Hull\n\nA blue hull.\n')];
  for (const i of [3, 4, 35]) theirs.delete(`docs/${i}.md`);
  let isVisible = false;
  let others = 0;
  const onVisible = (): void => {
    isVisible = true;
  };
  const yieldThread = async (): Promise<void> => {
    // So few that it merges nothing itself.
    if (isVisible && others++ === 0) await shared.push('merging', theirs, undefined, { maxChunks: 30 });
  };
  const { segments: segmentsLeft } = await shared.push('merging', mine, yieldThread, { maxChunks: 100, onVisible });
  assert.ok(others > 1);
  await assertPublished('merging', theirs);
  // The merged one and the other's, and what each push has counted as deleted.
  assert.equal(segmentsLeft, 4);
});

test('those who may read a repository may read its branches, and nobody else', { skip, timeout: 60_000 }, async () => {
  const { query } = shared.server;
  await query(
    shared.address,
    `create role outsider login password 'outsider'; create role crew login password 'crew';
grant usage on schema meshrag to outsider, crew; grant select on all tables in schema meshrag to outsider, crew`,
  );
  await shared.push('secret', texts(3, 'red'));
  await shared.push('secret@branch', texts(4, 'red'));
  await query(shared.address, `update meshrag.repository set roles = '{crew}' where name = 'secret'`);
  const open = async (role: string): Promise<number> => {
    const place = { address: shared.address.replace(/\/\/[^@]*@/, `//${role}@`), name: 'secret@branch' };
    const published = await openPublished(place, createLexicons(), { PGPASSWORD: role });
    const size = (await published.reader([], 1).termCounts(['port']))[0] as number;
    const leases = await published.connection.query('select * from meshrag.lease');
    await published.close();
    return published.files.size + size + leases.length;
  };
  assert.equal(await open('crew'), 8);
  await assert.rejects(open('outsider'), isFault('sharedUnknownName'));
});

test('commits that have a name, a lease or are recent are not collected', { skip, timeout: 120_000 }, async () => {
  const [red, green] = [texts(30, 'red'), texts(30, 'green')];
  await shared.push('kept', red);
  await shared.push('kept@release', red);
  await shared.push('kept', green);
  // Young: replaced a moment ago.
  await shared.push('kept', texts(30, 'blue'));
  const commits = () => count(`select count(*) from meshrag.commit where ${ofRepository}`, 'kept');
  assert.equal(await commits(), 4);
  await shared.server.query(
    shared.address,
    `insert into meshrag.lease (commit, until)
select c.id, now() + interval '1 hour' from meshrag.commit c join meshrag.repository r on r.id = c.repository
where r.name = 'kept' and c.replaced is not null order by c.id desc limit 1`,
  );
  await collectAll();
  // Both names, and the one that is held.
  assert.equal(await commits(), 3);
  const whole = await segments('kept');
  await shared.server.query(shared.address, `update meshrag.lease set until = now() - interval '1 second'`);
  await collectAll();
  assert.equal(await commits(), 2);
  assert.ok((await segments('kept')) < whole);
  await assertPublished('kept@release', red);
  // A deleted name holds nothing anymore.
  await shared.server.query(shared.address, `delete from meshrag.head where name = 'kept@release'`);
  await collectAll();
  assert.equal(await commits(), 1);
  await assertPublished('kept', texts(30, 'blue'));
});

test('a push in progress keeps what it has written from being collected; once it is killed, until its lease expires', {
  skip,
  timeout: 120_000,
}, async () => {
  const own = texts(60, 'red');
  let yields = 0;
  const during = async (): Promise<void> => {
    yields++;
    if (yields === 20) await shared.server.query(shared.address, `update meshrag.lease set until = now() + interval '1 minute'`);
    if (yields !== 50) return;
    // Renewed with the segments in between.
    assert.equal(await count(`select count(*) from meshrag.lease where until > now() + interval '23 hours'`), 1);
    await collectAll();
  };
  const source = sourceOf(own, createLexicons());
  await publish({ address: shared.address, name: 'slow' }, source, shared.env, during, { maxChunks: 10 });
  await assertPublished('slow', own);
  assert.equal(await count('select count(*) from meshrag.lease'), 0);

  // What the push has merged.
  await collectAll();
  const script = path.join(import.meta.dirname, '../../support/pushUntilKilled.ts');
  const child = spawn(process.execPath, [script, shared.address, 'slow@killed', '3000'], {
    env: { ...process.env, ...shared.env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  while ((await segments('slow', 'digest is null and chunks > 0')) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('exit', resolve));
  const left = await segments('slow');
  await collectAll();
  assert.equal(await segments('slow'), left);
  await shared.server.query(shared.address, `update meshrag.lease set until = now() - interval '1 second'`);
  // A statement that has ended on this side may still be running.
  await new Promise((resolve) => setTimeout(resolve, 200));
  await collectAll();
  assert.ok((await segments('slow')) < left);
  for (const [table, segment] of Object.entries({ chunk: 'id >> 32', posting: 'segment', dead: 'segment' }))
    assert.equal(await count(`select count(*) from meshrag.${table} where ${segment} not in (select s.id from meshrag.segment s)`), 0);
  await assertPublished('slow', own);
});
