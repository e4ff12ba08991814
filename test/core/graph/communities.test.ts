import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { communityLimits, findCommunities } from '../../../src/core/graph/communities.ts';
import { isTelling } from '../../../src/core/retrieve/telling.ts';
import { createLexicons } from '../../../src/index/lexicon.ts';
import { LivingIndex } from '../../../src/index/livingIndex.ts';
import { indexed, indexOf, placesOf } from '../../support/memoryIndex.ts';

const topics = ['Sandra Dee', 'Bobby Darin', 'Harlem Opera', 'Connie Francis', 'Marie Curie', 'Pierre Curie', 'Radium Institute'];

/** Notes that each speak of some topics. */
function filesOf(mentions: readonly (readonly number[])[]): Record<string, string> {
  return Object.fromEntries(
    mentions.map((list, i) => [`notes/${String(i).padStart(2, '0')}.md`, `note, ${list.map((topic) => topics[topic]).join(', ')}.\n`]),
  );
}

async function communitiesOf(index: LivingIndex) {
  const reader = index.reader();
  const { communities, coverage } = await findCommunities(reader);
  return {
    coverage,
    communities: await Promise.all(communities.map(async (one) => ({ ...one, chunks: await placesOf(reader, one.chunks) }))),
  };
}

const anyMentions = fc.array(fc.uniqueArray(fc.nat(topics.length - 1), { maxLength: 4 }), { maxLength: 25 });

test('communities are a function of the content, whatever the order of arrival', async () => {
  await fc.assert(
    fc.asyncProperty(anyMentions, fc.infiniteStream(fc.nat(1000)), async (mentions, random) => {
      const files = filesOf(mentions);
      const shuffled = Object.entries(files)
        .map((entry) => ({ entry, at: random.next().value as number }))
        .sort((a, b) => a.at - b.at);
      const index = new LivingIndex(createLexicons());
      for (const { entry } of shuffled) index.apply([indexed(entry[0], 'Bobby Darin, Marie Curie.')]);
      for (const { entry } of shuffled) index.apply([indexed(...entry)]);
      assert.deepEqual(await communitiesOf(index), await communitiesOf(indexOf(files)));
    }),
    { numRuns: 40 },
  );
});

test('names and ids differ, sizes fall, members are ordered by place, coverage is their share', async () => {
  await fc.assert(
    fc.asyncProperty(anyMentions, async (mentions) => {
      const { communities, coverage } = await communitiesOf(indexOf(filesOf(mentions)));
      assert.equal(new Set(communities.map(({ name }) => name.toLowerCase())).size, communities.length);
      assert.equal(new Set(communities.map(({ id }) => id)).size, communities.length);
      for (const [i, { chunks, entities, name }] of communities.entries()) {
        assert.ok(chunks.length >= communityLimits.fewestChunks);
        assert.ok(i === 0 || chunks.length <= (communities[i - 1]?.chunks.length ?? 0));
        assert.deepEqual(chunks, [...chunks].sort());
        assert.equal(new Set(chunks).size, chunks.length);
        assert.ok(name !== '' && entities.length > 0 && entities.length <= communityLimits.entities);
      }
      const covered = new Set(communities.flatMap(({ chunks }) => chunks)).size;
      assert.equal(coverage, mentions.length === 0 ? 0 : covered / mentions.length);
    }),
    { numRuns: 60 },
  );
});

test('two topics make two communities, and a note of both is in both', async () => {
  const { communities } = await communitiesOf(
    indexOf(
      filesOf([
        [0, 1],
        [0, 1],
        [0, 1],
        [0, 1, 4, 5],
        [4, 5],
        [4, 5],
        [4, 5],
      ]),
    ),
  );
  assert.equal(communities.length, 2);
  for (const { chunks } of communities) assert.ok(chunks.includes('notes/03.md:1-1'));
});

test('a key alone holds nothing together', async () => {
  assert.deepEqual((await communitiesOf(indexOf(filesOf([[0], [0], [0], [0]])))).communities, []);
});

test('a search for communities can be given up', async () => {
  const index = indexOf(
    filesOf([
      [0, 1],
      [0, 1],
      [0, 1],
    ]),
  );
  await assert.rejects(findCommunities(index.reader(), AbortSignal.abort(new Error('given up'))), /given up/);
});

test('dates, nationalities, paths and short keys lead nothing', () => {
  for (const key of ['n:monday', 'n:12 may 1969', 'n:may 1969', 'n:1990s', 'n:french', 'p:server', 'n:ab'])
    assert.equal(isTelling(key), false, key);
  for (const key of ['n:sandra dee', 's:loadIndex', 'n:may day parade', 'l:https://x.org']) assert.equal(isTelling(key), true, key);
});
