import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CommunityGraph, findCommunities } from '../../../src/engine/graph/communityGraph.ts';
import { maxEntities } from '../../../src/engine/graph/groups.ts';
import { bucketLimits } from '../../../src/engine/graph/keyTable.ts';
import { MemoryIndex } from '../../../src/engine/index/memoryIndex.ts';
import type { IndexReader } from '../../../src/engine/index/reader.ts';
import { createLexicons } from '../../../src/engine/text/words/lexicon.ts';
import { isSubjectKey } from '../../../src/engine/vocabulary/subjectKeys.ts';
import { indexed, indexOf, placesOf } from '../../support/memoryIndex.ts';
import { rounds } from '../../support/sample.ts';

const topics = ['Sandra Dee', 'Bobby Darin', 'Harlem Opera', 'Connie Francis', 'Marie Curie', 'Pierre Curie', 'Radium Institute'];

/** Notes on some topics each. */
function filesOf(mentions: readonly (readonly number[])[]): Record<string, string> {
  return Object.fromEntries(
    mentions.map((list, i) => [`notes/${String(i).padStart(2, '0')}.md`, `note, ${list.map((topic) => topics[topic]).join(', ')}.\n`]),
  );
}

async function communitiesOf(index: MemoryIndex, find: (reader: IndexReader) => ReturnType<typeof findCommunities> = findCommunities) {
  const reader = index.reader();
  const { communities, coverage } = await find(reader);
  return {
    coverage,
    communities: await Promise.all(communities.map(async (one) => ({ ...one, chunks: await placesOf(reader, [...one.chunks]) }))),
  };
}

const anyMentions = fc.array(fc.uniqueArray(fc.nat(topics.length - 1), { maxLength: 4 }), { maxLength: 25 });

test('communities depend on the content alone, not on the order of insertion', async () => {
  await fc.assert(
    fc.asyncProperty(anyMentions, fc.infiniteStream(fc.nat(1000)), async (mentions, random) => {
      const files = filesOf(mentions);
      const shuffled = Object.entries(files)
        .map((entry) => ({ entry, at: random.next().value as number }))
        .sort((a, b) => a.at - b.at);
      const lexicons = createLexicons();
      const index = new MemoryIndex(lexicons);
      for (const { entry } of shuffled) index.apply([indexed(entry[0], 'Bobby Darin, Marie Curie.', lexicons)]);
      for (const { entry } of shuffled) index.apply([indexed(...entry, lexicons)]);
      assert.deepEqual(await communitiesOf(index), await communitiesOf(indexOf(files)));
    }),
    { numRuns: rounds(15, 40) },
  );
});

test('names and ids differ, sizes fall, members are ordered by place, coverage is their share', async () => {
  await fc.assert(
    fc.asyncProperty(anyMentions, async (mentions) => {
      const { communities, coverage } = await communitiesOf(indexOf(filesOf(mentions)));
      assert.equal(new Set(communities.map(({ name }) => name.toLowerCase())).size, communities.length);
      assert.equal(new Set(communities.map(({ id }) => id)).size, communities.length);
      for (const [i, { chunks, entities, name }] of communities.entries()) {
        assert.ok(chunks.length >= bucketLimits.minChunks);
        assert.ok(i === 0 || chunks.length <= (communities[i - 1]?.chunks.length ?? 0));
        assert.deepEqual(chunks, [...chunks].sort());
        assert.equal(new Set(chunks).size, chunks.length);
        assert.ok(name !== '' && entities.length > 0 && entities.length <= maxEntities);
      }
      const covered = new Set(communities.flatMap(({ chunks }) => chunks)).size;
      assert.equal(coverage, mentions.length === 0 ? 0 : covered / mentions.length);
    }),
    { numRuns: rounds(20, 60) },
  );
});

test('two topics form two communities, and a note about both is in both', async () => {
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

test('a change log belongs to communities, but neither forms nor names one', async () => {
  const names = 'Harlem Opera, Connie Francis, Marie Curie';
  const lists = Object.fromEntries([1, 2, 3].map((i) => [`changelogs/${i}.md`, `note, ${names}, Radium Institute, Pierre Curie.\n`]));
  assert.deepEqual((await communitiesOf(indexOf(lists))).communities, []);
  const notes = Object.fromEntries([1, 2, 3].map((i) => [`notes/${i}.md`, `note, ${names}.\n`]));
  const [one, ...others] = (await communitiesOf(indexOf({ ...lists, ...notes }))).communities;
  assert.deepEqual(others, []);
  assert.equal(one?.chunks.length, 6);
  assert.deepEqual([...(one?.entities ?? [])].sort(), ['connie francis', 'harlem opera', 'marie curie']);
});

test('a single key forms no community', async () => {
  assert.deepEqual((await communitiesOf(indexOf(filesOf([[0], [0], [0], [0]])))).communities, []);
});

/** Notes on few topics, so that some topics exceed the size of a bucket, and files that define and use symbols. */
const manyNotes = Array.from({ length: 90 }, (_, i): readonly [string, string] => [
  `notes/${String(i).padStart(2, '0')}.md`,
  noteOf([i % 7, (i * 3) % 7, i % 11 === 0 ? 4 : 5]),
]);

function noteOf(list: readonly number[]): string {
  return `# ${topics[(list[0] ?? 0) % topics.length]}\n\nnote, ${list.map((topic) => topics[topic]).join(', ')}.\n`;
}

const anyEdit = fc.record(
  {
    /** A note, or for larger numbers a change log, a source file, a test. */
    file: fc.nat(105),
    topics: fc.option(fc.uniqueArray(fc.nat(topics.length - 1), { minLength: 1, maxLength: 5 }), { freq: 4 }),
  },
  { noNullPrototype: true },
);

function edited({ file, topics: list }: { file: number; topics: readonly number[] | null }): readonly [string, string | undefined] {
  if (file < 90 || file === 94) return [`notes/${String(file).padStart(2, '0')}.md`, list === null ? undefined : noteOf(list)];
  if (file < 94) return [`CHANGELOG-${file}.md`, list === null ? undefined : noteOf(list)];
  const path = `${file < 103 ? 'src' : 'test'}/part${file % 4}/file${file}.ts`;
  if (list === null) return [path, undefined];
  return [
    path,
    list.map((one) => `export function openPart${one}() {\n  closePart${(one + 1) % 3}(readPart${one % 2}());\n}\n`).join('\n'),
  ];
}

type Edit = Parameters<typeof edited>[0];

/** A chunk is removed and another one gets its id. */
const reusedId: [Edit[][], boolean] = [
  [
    [
      { file: 78, topics: [1] },
      { file: 0, topics: [2] },
    ],
    [
      { file: 78, topics: null },
      { file: 4, topics: null },
    ],
  ],
  false,
];

test('communities repaired after every change equal those from scratch, names and overlap included', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(anyEdit, { minLength: 1, maxLength: 5 }), { maxLength: 12 }),
      fc.boolean(),
      async (changes, atOnce) => {
        const lexicons = createLexicons();
        const index = new MemoryIndex(lexicons, atOnce ? undefined : 8);
        const content = new Map(manyNotes);
        index.apply(manyNotes.map(([path, text]) => indexed(path, text, lexicons)));
        const graph = new CommunityGraph();
        await graph.update(index.reader());
        for (const change of changes) {
          const files = new Map(change.map(edited));
          index.apply(
            [...files].flatMap(([path, text]) => (text === undefined ? [] : [indexed(path, text, lexicons)])),
            [...files].flatMap(([path, text]) => (text === undefined ? [path] : [])),
          );
          if (!atOnce) index.mergeUntil(() => true);
          for (const [path, text] of files) {
            if (text === undefined) content.delete(path);
            else content.set(path, text);
          }
          const fresh = await communitiesOf(indexOf(Object.fromEntries([...content].sort())));
          assert.deepEqual(await communitiesOf(index, (reader) => graph.update(reader)), fresh);
        }
      },
    ),
    { numRuns: rounds(12, 60), examples: [reusedId] },
  );
});

test('the largest communities equal those among all, the rest is counted, and all are available afterwards', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 8 }), fc.array(anyEdit, { maxLength: 3 }), async (most, edits) => {
      const index = new MemoryIndex(createLexicons());
      index.apply([...manyNotes].map(([path, text]) => indexed(path, text)));
      const all = await findCommunities(index.reader());
      const graph = new CommunityGraph();
      const reader = index.reader();
      const largest = await graph.update(reader, undefined, most);
      assert.deepEqual(largest.communities, all.communities.slice(0, most));
      const left = all.communities.slice(most);
      assert.deepEqual(largest.left, { communities: left.length, chunks: left.reduce((sum, { chunks }) => sum + chunks.length, 0) });
      const files = new Map(edits.map(edited));
      if (files.size === 0) {
        const { infos: _, ...whole } = await graph.update(reader);
        const { infos: __, ...wanted } = all;
        assert.deepEqual(whole, wanted);
        return;
      }
      index.apply(
        [...files].flatMap(([path, text]) => (text === undefined ? [] : [indexed(path, text)])),
        [...files].flatMap(([path, text]) => (text === undefined ? [path] : [])),
      );
      assert.deepEqual(await communitiesOf(index, (next) => graph.update(next)), await communitiesOf(index));
    }),
    { numRuns: rounds(15, 40) },
  );
});

test('a search for communities can be cancelled', async () => {
  const index = indexOf(
    filesOf([
      [0, 1],
      [0, 1],
      [0, 1],
    ]),
  );
  const graph = new CommunityGraph();
  const giveUp = (): Promise<void> => Promise.reject(new Error('given up'));
  await assert.rejects(graph.update(index.reader(), giveUp), /given up/);
  assert.deepEqual(await communitiesOf(index, (reader) => graph.update(reader)), await communitiesOf(index));
});

test('dates, nationalities, paths and short keys do not name a community', () => {
  for (const key of ['n:monday', 'n:12 may 1969', 'n:may 1969', 'n:1990s', 'n:french', 'p:server', 'n:ab'])
    assert.equal(isSubjectKey(key), false, key);
  for (const key of ['n:sandra dee', 's:loadIndex', 'n:may day parade', 'l:https://x.org']) assert.equal(isSubjectKey(key), true, key);
});
