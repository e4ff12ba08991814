/** The communities of published commits equal those of a local index, also overlaid with files, whatever was pushed before. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import zlib from 'node:zlib';
import fc from 'fast-check';
import { type Communities, findCommunities } from '../../../src/engine/graph/communityGraph.ts';
import { communitiesAt, type PlacedCommunities, placeCommunities } from '../../../src/engine/graph/placedCommunities.ts';
import { joinReaders } from '../../../src/engine/index/joinedReader.ts';
import { createLexicons } from '../../../src/engine/text/words/lexicon.ts';
import { readAddress } from '../../../src/storage/postgres/address.ts';
import {
  packCommunities,
  type ReadCommunities,
  readCommunities,
  unpackCommunities,
} from '../../../src/storage/postgres/communityColumns.ts';
import { Connection } from '../../../src/storage/postgres/connection.ts';
import { publish } from '../../../src/storage/postgres/openPublished.ts';
import { collect } from '../../../src/storage/postgres/push/lease.ts';
import { damaged } from '../../support/damage.ts';
import { isFault, localIndex, sharedServer, sourceOf, type Texts } from '../../support/publishedIndex.ts';
import { anyContent, randomNumbers } from '../../support/randomEdits.ts';
import { wrongValues } from '../../support/wrongValues.ts';

const shared = await sharedServer();
const { skip } = shared;
after(() => shared.server?.stop());

/** Without ids. */
function described({ communities, coverage, infos, left }: Communities): unknown {
  const listed = communities.map(({ chunks, ...one }) => ({
    ...one,
    chunks: Array.from(chunks, (id) => {
      const info = infos[id];
      return { ...info, title: info?.title };
    }),
  }));
  return { communities: listed, coverage, left };
}

async function localCommunities(texts: Texts): Promise<Communities> {
  return findCommunities(localIndex(texts, createLexicons()).reader());
}

/** What is left of communities without the chunks of some paths. */
function without(hidden: ReadonlySet<string>, { communities, infos, ...rest }: Communities, liveCount: number): Communities {
  const isShown = (id: number): boolean => !hidden.has(infos[id]?.path as string);
  const left = communities
    .map((one) => {
      const chunks = one.chunks.filter(isShown);
      return { ...one, chunks, files: new Set(Array.from(chunks, (id) => infos[id]?.path)).size };
    })
    .filter(({ chunks }) => chunks.length > 0)
    .sort((a, b) => b.chunks.length - a.chunks.length || (a.id < b.id ? -1 : 1));
  const covered = new Set(left.flatMap(({ chunks }) => [...chunks])).size;
  return { ...rest, infos, communities: left, coverage: liveCount === 0 ? 0 : covered / liveCount };
}

const folders = ['docs', 'src', 'test', 'src/deep', 'changelogs'];

const words = ['Anchor', 'Harbour', 'Tide', 'Capstan', 'Windlass', 'Fairlead', 'Bollard', 'Hawser', 'Samovar', 'Kettle', 'Ledger', 'Quay'];

/** A name of two words, by its number. */
function nameOf(number: number): string {
  const [first, last] = [words[number % 12], words[Math.floor(number / 12) % 12]];
  return `${first} ${last}${String.fromCharCode(97 + (Math.floor(number / 144) % 26))}son`;
}

/** A file that shares names with some eight others. */
function content(files: number, random: () => number): string {
  const group = Math.floor((random() * files) / 8);
  const name = (): string => nameOf(3 * group + Math.floor(random() * 3));
  const section = (): string => `# ${name()}\n\n${name()} met ${name()} at the quay. ${name()} was there.\n\n${anyContent(random)}`;
  return random() < 0.3 ? `${section()}\n${section()}` : section();
}

/** Writes, replaces and removes files at random. */
function edit(texts: Map<string, string>, files: number, edits: number, random: () => number): void {
  for (let i = 0; i < edits; i++) {
    const number = Math.floor(random() * files);
    const path = `${folders[number % folders.length]}/f${number}.${number % 4 === 0 ? 'ts' : 'md'}`;
    if (random() < 0.2) texts.delete(path);
    else texts.set(path, content(files, random));
  }
}

const histories = process.env.MESHRAG_HISTORIES;
/** Of some 3,000 chunks; of 20,000 if many histories are requested. */
const largest = histories === undefined ? 600 : 4000;
let serial = 0;

test('after any history of pushes, the published communities equal those of a local index; overlaid files are in none', {
  skip,
  timeout: 3_600_000,
}, async () => {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.integer({ min: 10, max: 80 }), fc.integer({ min: 1, max: 4 }), async (seed, files, pushes) => {
      const random = randomNumbers(seed);
      const name = `history ${serial++}`;
      const texts = new Map<string, string>();
      for (let push = 0; push < pushes; push++) {
        edit(texts, files, push === 0 ? 3 * files : 4, random);
        await shared.push(name, texts);
      }
      const lexicons = createLexicons();
      const published = await shared.open(name, lexicons);
      try {
        const { communities: placed, ...how } = await readCommunities(published);
        assert.deepEqual(how, { others: [], isCurrent: true });
        const local = await localCommunities(texts);
        found += local.communities.length;
        assert.deepEqual(described(await communitiesAt(published.reader([], 1), placed, new Set())), described(local));
        const own = new Map(texts);
        edit(own, files, 1 + Math.floor(files / 10), random);
        const hidden = new Set([...texts.keys()].filter((path) => texts.get(path) !== own.get(path)));
        const changed = localIndex(new Map([...own].filter(([path, text]) => texts.get(path) !== text)), lexicons).reader();
        const parts = [published.reader([...hidden], 2), changed].map((reader) => ({ reader, folder: 0 }));
        const joined = joinReaders(parts, lexicons);
        const over = await communitiesAt(joined, placed, hidden);
        assert.deepEqual(described(over), described(without(hidden, local, joined.liveCount)));
      } finally {
        await published.close();
      }
    }),
    { numRuns: Number(histories ?? 30), examples: [[1, largest, 2]] },
  );
  assert.ok(found > 500, `${found} communities`);
});

test('equal contents have equal communities, whatever was pushed before, and branches share theirs', { skip }, async () => {
  const random = randomNumbers(5);
  const [one, other] = [new Map<string, string>(), new Map<string, string>()];
  edit(one, 40, 120, random);
  for (let push = 0; push < 3; push++) {
    edit(other, 40, 60, random);
    await shared.push('other way', other);
  }
  for (const name of ['same', 'same', 'same@branch', 'other way']) await shared.push(name, one);
  const rows = await shared.server.query(
    shared.address,
    `select h.name, o.id, o.data from meshrag.head h join meshrag.commit c on c.id = h.commit join meshrag.communities o on o.repository = c.repository and o.contents = c.contents
where h.name in ('same', 'same@branch', 'other way') order by h.name`,
  );
  const [way, same, branch] = rows;
  assert.equal(branch?.id, same?.id);
  assert.deepEqual(way?.data, same?.data);
});

test('a commit is visible before its communities are there; until then those of an earlier one are read, without files that differ', {
  skip,
  timeout: 60_000,
}, async () => {
  const random = randomNumbers(8);
  const before = new Map<string, string>();
  edit(before, 80, 240, random);
  const place = { address: shared.address, name: 'later' };
  const now = new Map(before);
  edit(now, 80, 12, random);
  const differs = [...before.keys()].filter((path) => before.get(path) !== now.get(path));
  const read = async (): Promise<{ readonly found: unknown; readonly liveCount: number } & Omit<ReadCommunities, 'communities'>> => {
    const published = await shared.open('later');
    const reader = published.reader([], 1);
    const { communities, ...how } = await readCommunities(published);
    const found = described(await communitiesAt(reader, communities, new Set(how.others)));
    await published.close();
    return { ...how, found, liveCount: reader.liveCount };
  };
  const pushUntilVisible = async (texts: Texts): Promise<void> => {
    const communities = async (): Promise<never> => {
      throw new Error('interrupted');
    };
    const source = { ...sourceOf(texts, createLexicons()), communities };
    await assert.rejects(
      publish(place, source, shared.env, async () => undefined),
      /interrupted/,
    );
  };
  await pushUntilVisible(before);
  const none = await read();
  assert.deepEqual([none.isCurrent, (none.found as Communities).communities], [false, []]);
  await shared.push('later', before);
  const local = await localCommunities(before);
  assert.deepEqual((await read()).found, described(local));
  await pushUntilVisible(now);
  const writer = new Connection(readAddress(shared.address, {}), { password: shared.env.PGPASSWORD, isReader: false, statementMs: 5000 });
  await collect(writer, { kept: 0, grace: 0 });
  const { found, liveCount, others, isCurrent } = await read();
  assert.equal(isCurrent, false);
  assert.ok(others.length > 0 && others.every((path) => differs.includes(path)));
  assert.deepEqual(found, described(without(new Set(differs), local, liveCount)));
  await shared.push('later', now);
  const last = await read();
  assert.deepEqual([last.isCurrent, last.found], [true, described(await localCommunities(now))]);
  await writer.query('delete from meshrag.lease');
  await collect(writer, { kept: 0, grace: 0 });
  const rows = await writer.query(
    `select 1 from meshrag.communities o join meshrag.repository r on r.id = o.repository where r.name = 'later'`,
  );
  assert.equal(rows.length, 1);
  await writer.close();
});

const sample: PlacedCommunities = {
  chunks: [
    { path: 'a b.md', ordinal: 0, title: 'Käse \ud83d', startLine: 1, endLine: 3, startColumn: 0, endColumn: 0 },
    { path: 'a b.md', ordinal: 2, title: '', startLine: 9, endLine: 9, startColumn: 40, endColumn: 80 },
    { path: 'src/z.ts', ordinal: 0, title: '重新', startLine: 1, endLine: 900, startColumn: 0, endColumn: 0 },
  ],
  communities: [
    { id: 'f0', name: 'a, b', labels: ['a', 'b'], entities: ['a', 'b', 'c'], chunks: Int32Array.of(0, 1, 2) },
    { id: 'e1', name: 'c', labels: [], entities: [], chunks: Int32Array.of(2, 0) },
  ],
};
const samplePaths = new Map(['a b.md', 'src/z.ts'].map((path, i) => [path, { hash: `${i}`.repeat(64), language: 'x' }]));
const chunksOf = (path: string, start: string): number | undefined =>
  start === '' || !samplePaths.get(path)?.hash.startsWith(start) ? undefined : path === 'a b.md' ? 3 : 1;

test('packed communities are unpacked, or an error is reported: damage, chunks that no file has, bytes that inflate to too much', () => {
  const packed = packCommunities(sample, samplePaths);
  assert.deepEqual(unpackCommunities(packed, chunksOf), { communities: sample, others: [] });
  assert.deepEqual(
    unpackCommunities(packed, (path) => (path === 'a b.md' ? undefined : 1)),
    { communities: sample, others: ['a b.md'] },
  );
  const isDamaged = isFault('sharedDamaged');
  assert.throws(() => unpackCommunities(packed, () => 1), isDamaged);
  assert.throws(() => unpackCommunities(zlib.deflateSync(Buffer.alloc(2 ** 25)), chunksOf), isFault('sharedExcess'));
  const random = randomNumbers(3);
  const plain = new Uint8Array(zlib.inflateSync(packed));
  for (let i = 0; i < 3000; i++) {
    const bytes = i % 3 === 0 ? damaged(new Uint8Array(packed), random) : zlib.deflateSync(damaged(plain, random));
    try {
      const { communities: placed, others } = unpackCommunities(Buffer.from(bytes), chunksOf);
      const { chunks, communities } = placed;
      const known: Readonly<Record<string, number>> = { 'a b.md': 3, 'src/z.ts': 1 };
      for (const { path, ordinal } of chunks)
        assert.ok(ordinal >= 0 && (others.includes(path) || ordinal < (known[path] as number)), `${path} ${ordinal}`);
      for (const one of communities) for (const position of one.chunks) assert.ok(chunks[position] !== undefined);
    } catch (error) {
      assert.ok(isDamaged(error), String(error));
    }
  }
  for (const wrong of wrongValues(JSON.parse(Buffer.from(plain).toString()))) {
    const bytes = zlib.deflateSync(JSON.stringify(wrong) ?? '');
    try {
      unpackCommunities(bytes, chunksOf);
    } catch (error) {
      assert.ok(isDamaged(error), String(error));
    }
  }
});

test('the places of communities do not depend on the ids of chunks', async () => {
  const random = randomNumbers(9);
  const texts = new Map<string, string>();
  edit(texts, 40, 120, random);
  const placedIn = async (order: readonly (readonly [string, string])[]): Promise<PlacedCommunities> => {
    const reader = localIndex(new Map(order), createLexicons()).reader();
    return placeCommunities(reader, await findCommunities(reader));
  };
  assert.deepEqual(await placedIn([...texts].reverse()), await placedIn([...texts]));
});
