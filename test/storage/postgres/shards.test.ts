/** Chunks and posting lists on four servers behind a coordinator, as `docs/shared-index.md` sets them up. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { createLexicons, type Lexicons } from '../../../src/engine/text/words/lexicon.ts';
import { readAddress } from '../../../src/storage/postgres/address.ts';
import { Connection } from '../../../src/storage/postgres/connection.ts';
import { publish } from '../../../src/storage/postgres/openPublished.ts';
import { collect } from '../../../src/storage/postgres/push/lease.ts';
import { type SharedFault, SharedIndexError } from '../../../src/storage/sharedIndexError.ts';
import { anyChange, change } from '../../support/changes.ts';
import { signalServer } from '../../support/postgresServer.ts';
import { localIndex, openPublished, overlaid, sourceOf, type Texts } from '../../support/publishedIndex.ts';
import { answers } from '../../support/readerAnswers.ts';
import { rounds } from '../../support/sample.ts';
import { startShards } from '../../support/shards.ts';

const shardCount = 4;
const { skip, coordinator, shards, as, stop } = await startShards(shardCount);
after(() => stop?.());

const push = (name: string, texts: Texts, yieldThread = async (): Promise<void> => undefined) =>
  publish({ address: as('writer').address, name }, sourceOf(texts, createLexicons()), as('writer').env, yieldThread);
const open = (name: string, lexicons: Lexicons = createLexicons()) =>
  openPublished({ address: as('reader').address, name }, lexicons, as('reader').env);

const isFault = (fault: SharedFault) => (error: unknown) => error instanceof SharedIndexError && error.fault === fault;

/** Enough words to have some on each shard. */
const texts = new Map(
  Array.from({ length: 50 }, (_, i) => [`buoy${i}.md`, `# Buoy ${i}\n\nThe buoy of Port Ansel marks channel${i}. Its chain is long.\n`]),
);
const words = ['port', 'ansel', 'mark', 'chain', 'long', ...Array.from({ length: 50 }, (_, i) => `channel${i}`)];
if (!skip) await push('buoys', texts);

async function sizes(published: Awaited<ReturnType<typeof open>>): Promise<readonly number[]> {
  return (await published.reader([], 1).termPostings(words)).map(({ size }) => size);
}

const expected = words.map((_, i) => (i < 5 ? 50 : 1));

async function withMost<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  try {
    return await work();
  } finally {
    const took = performance.now() - start;
    assert.ok(took < ms, `${took} ms instead of ${ms}`);
  }
}

test('over four shards, the published index answers like a local one after any history', { skip, timeout: 300_000 }, async () => {
  let serial = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(anyChange, { minLength: 1, maxLength: 4 }), anyChange, async (history, local) => {
      const name = `history ${serial++}`;
      const own = new Map<string, string>();
      for (const one of history) {
        change(own, one);
        await push(name, own);
      }
      const lexicons = createLexicons();
      const published = await open(name, lexicons);
      try {
        assert.deepEqual(await answers(published.reader([], 1)), await answers(localIndex(own, createLexicons()).reader()));
        change(own, local);
        assert.deepEqual(await answers(overlaid(published, own, lexicons)), await answers(localIndex(own, createLexicons()).reader()));
      } finally {
        await published.close();
      }
    }),
    { numRuns: rounds(6, 20) },
  );
});

test('each shard has a part, and is queried at the same time as the others', { skip, timeout: 60_000 }, async () => {
  for (const { server, address } of shards) {
    const [row] = await server.query(
      address,
      'select (select count(*) from meshrag.posting)::integer as postings, (select count(*) from meshrag.chunk)::integer as chunks',
    );
    assert.ok(Number(row?.postings) > 0 && Number(row?.chunks) > 0);
  }
  const published = await open('buoys');
  const { connection } = published;
  const query = connection.query.bind(connection);
  const plans: string[] = [];
  connection.query = async (sql, values) => {
    const plan = await query(`explain (costs off) ${sql}`, values);
    plans.push(plan.map((row) => row['QUERY PLAN']).join('\n'));
    return query(sql, values);
  };
  const reader = published.reader([], 1);
  assert.deepEqual(await sizes(published), expected);
  const keys = await reader.chunkKeys([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.ok(keys.flat().length > 0);
  // Posting lists; then keys of chunks, and their counts.
  assert.deepEqual(
    plans.map((plan) => plan.match(/Async Foreign Scan on posting_\d/g)?.length),
    [shardCount, 2 * shardCount],
  );
  await published.close();
});

test('privileges and row policies are those of the whole tables', { skip, timeout: 60_000 }, async () => {
  await push('secret', new Map([['pier.md', '# Pier\n\nThe pier is secret.\n']]));
  const { query } = coordinator.server;
  const reader = new Connection(readAddress(as('reader').address, {}), { password: 'meshrag_reader', isReader: false, statementMs: 5000 });
  const rows = async (): Promise<unknown> =>
    (
      await reader.query(
        `select (select count(distinct id >> 32)::integer from meshrag.chunk) as chunks, (select count(distinct segment)::integer from meshrag.posting) as postings`,
      )
    )[0];
  const all = await rows();
  await query(coordinator.address, `update meshrag.repository set roles = '{meshrag_writer}' where name = 'secret'`);
  assert.notDeepEqual(await rows(), all);
  await assert.rejects(open('secret'), isFault('sharedUnknownName'));
  for (const statement of ['delete from meshrag.posting', 'select id from meshrag_shards.posting_0', 'create table meshrag_shards.t ()'])
    await assert.rejects(reader.query(statement), isFault('sharedRights'), statement);
  await query(coordinator.address, 'update meshrag.repository set roles = null');
  await reader.close();
  // On a shard itself, the role of readers can only read.
  const [{ address } = { address: '' }] = shards;
  const direct = new Connection(readAddress(address.replace(/\/\/[^@]*@/, '//meshrag_reader@'), {}), {
    ...{ password: 'meshrag_reader', isReader: false, statementMs: 5000 },
  });
  await assert.rejects(direct.query('delete from meshrag.posting'), isFault('sharedRights'));
  await direct.close();
});

test('if a shard is killed, the question fails within a second, and the shard is used again once it is back', {
  skip,
  timeout: 60_000,
}, async () => {
  const { server } = shards[1] as (typeof shards)[number];
  const published = await open('buoys');
  assert.deepEqual(await sizes(published), expected);
  const asked = Promise.allSettled(Array.from({ length: 5 }, () => sizes(published)));
  signalServer(server, 'SIGKILL');
  await withMost(1000, async () => {
    for (const answer of await asked) {
      if (answer.status === 'rejected') assert.ok(isFault('sharedShard')(answer.reason), String(answer.reason));
      else assert.deepEqual(answer.value, expected);
    }
  });
  await withMost(1000, () => assert.rejects(sizes(published), isFault('sharedShard')));
  await server.restart();
  assert.deepEqual(await sizes(published), expected);
  await published.close();
});

test('if a shard stops, questions fail within the time limit of a statement', {
  skip,
  timeout: 60_000,
}, async () => {
  const { server } = shards[2] as (typeof shards)[number];
  const published = await open('buoys');
  assert.deepEqual(await sizes(published), expected);
  signalServer(server, 'SIGSTOP');
  try {
    // The second one opens another connection, for which PostgreSQL 18 has no limit of its own.
    for (let i = 0; i < 2; i++) await withMost(7000, () => assert.rejects(sizes(published), isFault('sharedTooSlow')));
  } finally {
    signalServer(server, 'SIGCONT');
  }
  assert.deepEqual(await sizes(published), expected);
  await published.close();
});

test('a push that loses a shard changes nothing visible, and succeeds when it is repeated', {
  skip,
  timeout: 120_000,
}, async () => {
  const { server } = shards[3] as (typeof shards)[number];
  const piers = (word: string): Texts =>
    new Map(Array.from({ length: 40 }, (_, i) => [`pier${i}.md`, `# Pier ${i}\n\nThe ${word} pier of channel${i}.\n`]));
  const [before, now] = [piers('old'), piers('new')];
  const visible = async (): Promise<unknown> => {
    const published = await open('piers');
    const counts = await published.reader([], 1).termCounts(['old', 'new', 'pier']);
    await published.close();
    return [...counts];
  };
  await push('piers', before);
  let turns = 0;
  // A yield once the segment is cut from the index, then one for the posting lists that were written.
  const lose = async (): Promise<void> => {
    if (++turns === 2) signalServer(server, 'SIGKILL');
  };
  await assert.rejects(push('piers', now, lose), isFault('sharedShard'));
  await server.restart();
  assert.deepEqual(await visible(), [40, 0, 40]);
  await push('piers', now);
  assert.deepEqual(await visible(), [0, 40, 40]);
  // What the lost push has written is collected once its lease has expired.
  const writer = new Connection(readAddress(as('writer').address, {}), { password: 'meshrag_writer', isReader: false, statementMs: 5000 });
  const segments = async (sql: string): Promise<readonly unknown[]> => (await writer.query(sql)).map(({ segment }) => segment);
  const own = `where repository = (select id from meshrag.repository where name = 'piers')`;
  assert.equal((await segments(`select id as segment from meshrag.segment ${own} and digest is null and gone is null`)).length, 1);
  await writer.query('update meshrag.lease set until = now()');
  await collect(writer, { kept: 0, grace: 0 });
  const left = await segments(`select id as segment from meshrag.segment ${own}`);
  for (const rows of ['chunk', 'posting']) {
    const segment = rows === 'chunk' ? 'id >> 32' : 'segment';
    const found = await segments(`select distinct (${segment})::integer as segment from meshrag.${rows}`);
    const others = await segments(`select id as segment from meshrag.segment where id not in (select id from meshrag.segment ${own})`);
    assert.deepEqual(new Set(found.filter((one) => !others.includes(one))), new Set(left));
  }
  await writer.close();
});
