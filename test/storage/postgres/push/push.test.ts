/** What a push reports, writes and leaves behind, in numbers. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { readAddress } from '../../../../src/storage/postgres/address.ts';
import { Connection } from '../../../../src/storage/postgres/connection.ts';
import { collect } from '../../../../src/storage/postgres/push/lease.ts';
import { sketchContents } from '../../../../src/storage/postgres/push/sharing.ts';
import type { Pushed } from '../../../../src/storage/published.ts';
import { sharedServer, type Texts } from '../../../support/publishedIndex.ts';

const shared = await sharedServer(['-c', 'autovacuum=off']);
const { skip } = shared;
after(() => shared.server?.stop());

/** Files of one passage each. */
const texts = (count: number, word = 'tide', from = 0): Map<string, string> =>
  new Map(Array.from({ length: count }, (_, i) => [`${from + i}.md`, `# ${word} ${from + i}\n\nThe ${word} ${from + i} rises.\n`]));

/** As it became visible, and in the end. */
async function pushed(name: string, own: Texts): Promise<{ readonly visible: Pushed; readonly done: Pushed }> {
  const seen: Pushed[] = [];
  const done = await shared.push(name, own, undefined, { onVisible: (one) => seen.push(one) });
  assert.equal(seen.length, 1);
  return { visible: seen[0] as Pushed, done };
}

const rows = async (sql: string, ...values: readonly unknown[]) =>
  (await shared.server.query(shared.address, sql, values)) as readonly Record<string, unknown>[];
const commitsOf = (name: string) =>
  rows(
    'select c.id::integer, c.replaced is null as now, c.segments from meshrag.commit c join meshrag.repository r on r.id = c.repository where r.name = $1 order by c.id',
    name,
  );

/** How many passages each segment of the current commit has, those with counts of what is deleted left out. */
const sizesOf = async (name: string) =>
  (
    await rows(
      `select s.chunks from meshrag.head h join meshrag.commit c on c.id = h.commit join meshrag.segment s on s.id = any(c.segments)
where h.name = $1 and s.chunks > 0 order by s.id`,
      name,
    )
  ).map(({ chunks }) => chunks);

test('a push counts what it has added and removed, and one without a change writes nothing', { skip }, async () => {
  const own = texts(10);
  assert.deepEqual((await pushed('counts', own)).done, { files: 10, chunks: 10, segments: 1, added: 10, removed: 0 });
  const before = await commitsOf('counts');
  assert.equal(before.length, 1);
  assert.deepEqual((await pushed('counts', own)).done, { files: 10, chunks: 10, segments: 1, added: 0, removed: 0 });
  assert.deepEqual(await commitsOf('counts'), before);
  own.set('3.md', '# Ebb\n\nThe ebb falls.\n');
  own.delete('4.md');
  const { visible } = await pushed('counts', own);
  assert.deepEqual(visible, { files: 9, chunks: 9, segments: 3, added: 1, removed: 2 });
  assert.deepEqual((await commitsOf('counts')).map(({ now }) => now).filter(Boolean), [true], 'one is current');
  assert.deepEqual(await rows('select 1 from meshrag.lease'), [], 'nothing is held');
  own.clear();
  assert.deepEqual((await pushed('counts', own)).done, { files: 0, chunks: 0, segments: 0, added: 0, removed: 9 });
  assert.deepEqual((await pushed('nothing', own)).done, { files: 0, chunks: 0, segments: 0, added: 0, removed: 0 });
});

test('a segment of which more than half is deleted is written again at once, one of which half is deleted is kept', { skip }, async () => {
  for (const [gone, segments] of [
    [3, 2],
    [4, 2],
    [5, 1],
  ] as const) {
    const own = texts(8, `eighth${gone}`);
    await pushed(`half ${gone}`, own);
    for (let i = 0; i < gone; i++) own.delete(`${i}.md`);
    const { visible } = await pushed(`half ${gone}`, own);
    assert.deepEqual(visible, { files: 8 - gone, chunks: 8 - gone, segments, added: 0, removed: gone }, `${gone} of 8`);
    assert.deepEqual(await sizesOf(`half ${gone}`), [8 - gone], 'what is worn is written again once it is visible');
  }
});

test('a fifth of deleted passages is left where it is, more are written again afterwards', { skip }, async () => {
  for (const [gone, size] of [
    [2, 10],
    [3, 7],
  ] as const) {
    const own = texts(10, `tenth${gone}`);
    await pushed(`fifth ${gone}`, own);
    for (let i = 0; i < gone; i++) own.delete(`${i}.md`);
    await pushed(`fifth ${gone}`, own);
    assert.deepEqual(await sizesOf(`fifth ${gone}`), [size], `${gone} of 10`);
  }
});

test('a new repository starts from the one with which it has more than half of its contents in common', { skip }, async () => {
  const origin = texts(10, 'origin');
  await pushed('origin', origin);
  const [{ segments: [first] = [] } = {}] = (await commitsOf('origin')) as readonly { readonly segments?: readonly number[] }[];
  const taken = (count: number, word = 'own'): Map<string, string> =>
    new Map([...[...origin].slice(0, count), ...texts(10 - count, word, 20)]);
  const half = await pushed('half', taken(5));
  assert.deepEqual([half.visible.added, half.visible.removed], [10, 0]);
  const more = await pushed('more', taken(6, 'other'));
  assert.deepEqual([more.visible.added, more.visible.removed, more.visible.files], [4, 4, 10]);
  const whole = await pushed('whole', taken(10));
  assert.deepEqual([whole.visible.added, whole.visible.removed], [0, 0]);
  assert.deepEqual(
    (await commitsOf('whole')).map(({ segments }) => segments),
    [[first]],
  );
  const branch = await pushed('origin@next', taken(9));
  assert.deepEqual([branch.visible.added, branch.visible.removed], [1, 1]);
});

test('a sketch is the smallest hashes, each once, ascending, at most 64', () => {
  const contents = (hashes: readonly number[]) =>
    new Map(hashes.map((hash, i) => [`${i}`, { hash: (hash >>> 0).toString(16).padStart(8, '0').padEnd(64, 'f'), language: 'text' }]));
  assert.deepEqual(sketchContents(contents([5, -3, 5, 0x7fffffff, 1])), [-3, 1, 5, 0x7fffffff]);
  assert.deepEqual(sketchContents(new Map()), []);
  const many = Array.from({ length: 65 }, (_, i) => 64 - i);
  assert.deepEqual(
    sketchContents(contents(many)),
    Array.from({ length: 64 }, (_, i) => i),
  );
});

test('what was replaced is kept for a while, then collected: its commit first, its segments, then their rows', { skip }, async () => {
  const own = texts(10, 'old');
  await pushed('collected', own);
  const [{ id, segments } = {}] = await commitsOf('collected');
  const [segment] = segments as readonly number[];
  await pushed('collected', texts(10, 'new'));
  const left = async () => {
    const counts = await Promise.all([
      rows('select 1 from meshrag.commit where id = $1', id),
      rows('select 1 from meshrag.segment where id = $1 and gone is null', segment),
      rows('select 1 from meshrag.segment where id = $1', segment),
      rows('select 1 from meshrag.chunk where id >> 32 = $1', segment),
    ]);
    return counts.map(({ length }) => length);
  };
  assert.deepEqual(await left(), [1, 1, 1, 10], 'a push that has just replaced it keeps it');
  const connection = new Connection(readAddress(shared.address, {}), {
    password: shared.env.PGPASSWORD,
    isReader: false,
    statementMs: 5000,
  });
  await collect(connection, { kept: 0, grace: 5 });
  assert.deepEqual(await left(), [0, 0, 1, 10]);
  await collect(connection, { kept: 0, grace: 0 });
  assert.deepEqual(await left(), [0, 0, 0, 0]);
  assert.deepEqual(await rows('select 1 from meshrag.posting where segment = $1', segment), []);
  assert.equal((await commitsOf('collected')).length, 1);
  await connection.close();
});
