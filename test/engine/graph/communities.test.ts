import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { communitiesOf, maxEntities } from '../../../src/engine/graph/communities.ts';
import { MemoryIndex } from '../../../src/engine/index/memoryIndex.ts';
import type { IndexReader } from '../../../src/engine/index/reader.ts';
import { withoutRepeats } from '../../../src/engine/naming/labelSet.ts';
import { partFiles } from '../../../src/engine/parts/findDivisions.ts';
import { createLexicons } from '../../../src/engine/text/words/lexicon.ts';
import { isSubjectKey } from '../../../src/engine/vocabulary/subjectKeys.ts';
import { indexed, indexOf, placesOf } from '../../support/memoryIndex.ts';
import { rounds } from '../../support/sample.ts';

const people = ['Sandra Dee', 'Bobby Darin', 'Harlem Opera', 'Connie Francis', 'Marie Curie', 'Pierre Curie', 'Radium Institute'];

function note(list: readonly number[]): string {
  return `note, ${list.map((one) => people[one]).join(', ')}.\n`;
}

/** Notes in one folder, which is one part. */
function notes(mentions: readonly (readonly number[])[]): Record<string, string> {
  return Object.fromEntries(mentions.map((list, i) => [`notes/${String(i).padStart(2, '0')}.md`, note(list)]));
}

/** The communities of each part, by places instead of ids. */
async function described(reader: IndexReader) {
  const found = await communitiesOf(reader, await partFiles(reader));
  return Promise.all(found.map(async (one) => ({ ...one, chunks: await placesOf(reader, [...one.chunks]) })));
}

const cinema = [0, 1, 2, 3];
const physics = [4, 5, 6];

test('two subjects in one part are two communities, named by what they share', async () => {
  const mentions = [cinema, physics].flatMap((list) => Array.from({ length: 10 }, () => list));
  const found = await described(indexOf(notes(mentions)).reader());
  assert.deepEqual(
    found.map(({ name, chunks, files, entities }) => [name, chunks.length, files, [...entities].sort()]),
    [
      ['Bobby Darin, Connie Francis', 10, 10, ['bobby darin', 'connie francis', 'harlem opera', 'sandra dee']],
      ['Marie Curie, Pierre Curie', 10, 10, ['marie curie', 'pierre curie', 'radium institute']],
    ],
  );
});

test('one name in common is no community, nor is a name and a part of it', async () => {
  assert.deepEqual(await described(indexOf(notes(Array.from({ length: 12 }, () => [0]))).reader()), []);
  const contained = Object.fromEntries([1, 2, 3, 4].map((i) => [`notes/${i}.md`, 'note, Sandra Dee.\n\nnote, Sandra Dee Darin.\n']));
  assert.deepEqual(await described(indexOf(contained).reader()), []);
});

test('a community is within one part, and change logs and tests are in none', async () => {
  const text = note(cinema);
  const files = Object.fromEntries(
    ['plays', 'songs', 'films'].flatMap((folder) =>
      Array.from({ length: 12 }, (_, i) => [`${folder}/${i}.md`, i < 4 ? text : `# ${folder}${i}\n`]),
    ),
  );
  const logs = Object.fromEntries([1, 2, 3, 4].map((i) => [`changelogs/${i}.md`, text]));
  const found = await described(indexOf({ ...files, ...logs }).reader());
  assert.equal(found.length, 3);
  for (const { chunks } of found) assert.equal(new Set(chunks.map((place) => place.split('/')[0])).size, 1);
  assert.ok(!found.some(({ chunks }) => chunks.some((place) => place.startsWith('changelogs'))));
});

test('a symbol that nothing defines holds nothing together', async () => {
  const using = (i: number): string => `export function open${i}() {\n  setTimeoutLater(pollForever());\n}\n`;
  const files = Object.fromEntries([1, 2, 3, 4].map((i) => [`src/${i}.ts`, using(i)]));
  assert.deepEqual(await described(indexOf(files).reader()), []);
  const defining = 'export function setTimeoutLater() {}\nexport function pollForever() {}\n';
  const [one] = await described(indexOf({ ...files, 'src/5.ts': defining }).reader());
  assert.deepEqual([...(one?.entities ?? [])].sort(), ['pollForever', 'setTimeoutLater']);
});

const anyMentions = fc.array(fc.uniqueArray(fc.nat(people.length - 1), { maxLength: 4 }), { maxLength: 45 });

test('names and ids differ, sizes fall, a chunk is in one at most, and each holds two names', async () => {
  await fc.assert(
    fc.asyncProperty(anyMentions, async (mentions) => {
      const files = notes(mentions);
      const found = await described(indexOf(files).reader());
      assert.ok(found.length <= Math.max(3, mentions.length / 10));
      assert.equal(new Set(found.map(({ name }) => name.toLowerCase())).size, found.length);
      assert.equal(new Set(found.map(({ id }) => id)).size, found.length);
      const all = found.flatMap(({ chunks }) => chunks);
      assert.equal(new Set(all).size, all.length);
      for (const [i, { chunks, entities, name }] of found.entries()) {
        assert.ok(chunks.length >= 3 && (i === 0 || chunks.length <= (found[i - 1]?.chunks.length ?? 0)));
        assert.deepEqual(chunks, [...chunks].sort());
        assert.ok(name !== '' && entities.length <= maxEntities);
        for (const place of chunks) {
          const text = (files[place.slice(0, place.indexOf(':'))] as string).toLowerCase();
          assert.ok(withoutRepeats(entities.filter((entity) => text.includes(entity))).length >= 2, place);
        }
      }
    }),
    { numRuns: rounds(20, 60) },
  );
});

const anyEdit = fc.record(
  {
    /** A note, or for larger numbers a change log, a source file, a test. */
    file: fc.nat(105),
    names: fc.option(fc.uniqueArray(fc.nat(people.length - 1), { minLength: 1, maxLength: 5 }), { freq: 4 }),
  },
  { noNullPrototype: true },
);

function edited({ file, names }: { file: number; names: readonly number[] | null }): readonly [string, string | undefined] {
  if (file < 90) return [`notes/${file % 3}/${file}.md`, names === null ? undefined : `# ${people[names[0] as number]}\n\n${note(names)}`];
  if (file < 94) return [`CHANGELOG-${file}.md`, names === null ? undefined : note(names)];
  const path = `${file < 103 ? 'src' : 'test'}/part${file % 4}/file${file}.ts`;
  if (names === null) return [path, undefined];
  const opening = (one: number): string => `export function openPart${one}() {\n  closePart${(one + 1) % 3}(readPart${one % 2}());\n}\n`;
  return [path, names.map(opening).join('\n')];
}

test('after any edits in any order, the communities and parts are those of a new index', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(anyEdit, { minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 6 }),
      fc.boolean(),
      async (changes, atOnce) => {
        const lexicons = createLexicons();
        const index = new MemoryIndex(lexicons, atOnce ? undefined : 8);
        const content = new Map<string, string>();
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
        }
        const fresh = indexOf(Object.fromEntries([...content].sort())).reader();
        const parts = async (reader: IndexReader) => (await partFiles(reader)).map((part) => part.map(({ path }) => path));
        assert.deepEqual(await parts(index.reader()), await parts(fresh));
        assert.deepEqual(await described(index.reader()), await described(fresh));
      },
    ),
    { numRuns: rounds(20, 100) },
  );
});

test('a search for communities can be cancelled', async () => {
  const reader = indexOf(notes([cinema, cinema, cinema])).reader();
  const giveUp = (): Promise<void> => Promise.reject(new Error('given up'));
  await assert.rejects(communitiesOf(reader, await partFiles(reader), giveUp), /given up/);
});

test('dates, nationalities, paths and short keys do not name a community', () => {
  for (const key of ['n:monday', 'n:12 may 1969', 'n:may 1969', 'n:1990s', 'n:french', 'p:server', 'n:ab'])
    assert.equal(isSubjectKey(key), false, key);
  for (const key of ['n:sandra dee', 's:loadIndex', 'n:may day parade', 'l:https://x.org']) assert.equal(isSubjectKey(key), true, key);
});
