import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findTopics, minSingleChunks, type TopicMember } from '../../../src/engine/graph/topics.ts';

const anyMember = fc.record(
  {
    id: fc.nat(1000).map((id) => id.toString(16).padStart(4, '0')),
    labels: fc.array(fc.constantFrom('openStore', 'loadIndex', 'Harlem', 'Opera'), { minLength: 1, maxLength: 3 }),
    paths: fc.array(fc.constantFrom('a/x.ts', 'a/y.ts', 'b/z.md', 'c.md'), { minLength: 3, maxLength: 30 }),
  },
  { noNullPrototype: true },
);
const anyMembers = fc.uniqueArray(anyMember, { selector: ({ id }) => id, maxLength: 20 });

test('every community is in one topic or none, no two topics have the same name, and order does not matter', () => {
  fc.assert(
    fc.property(anyMembers, (members) => {
      const { topics, apart } = findTopics(members);
      const placed = [...topics.flatMap(({ communities }) => communities), ...apart];
      assert.deepEqual(placed.sort(), members.map(({ id }) => id).sort());
      assert.equal(new Set(topics.map(({ name }) => name.toLowerCase())).size, topics.length);
      assert.deepEqual(findTopics([...members].reverse()).topics, topics);
    }),
  );
});

test('communities of the same files are one topic, named after both', () => {
  const at = (id: string, label: string, paths: readonly string[]): TopicMember => ({ id, labels: [label], paths });
  const store = ['src/store.ts', 'src/store.ts', 'src/store.ts', 'src/store.ts', 'docs/store.md'];
  const { topics, apart } = findTopics([
    at('1', 'openStore', store),
    at('2', 'readPages', store.slice(0, 3)),
    at('3', 'Harlem', ['harlem.md', 'opera.md', 'york.md']),
    at('4', 'Marie Curie', Array<string>(minSingleChunks).fill('curie.md')),
  ]);
  assert.deepEqual(
    topics.map(({ name, communities, files }) => [name, communities, files]),
    [
      ['openStore, readPages · src/store.ts', ['1', '2'], 2],
      ['Marie Curie · curie.md', ['4'], 1],
    ],
  );
  assert.deepEqual(apart, ['3']);
});

test('change logs form no topic and are not a place', () => {
  const changes = Array<string>(20).fill('CHANGELOG.md');
  const { topics, apart } = findTopics([
    { id: '1', labels: ['openStore'], paths: [...changes, 'src/a.ts', 'src/b.ts', 'src/c.ts'] },
    { id: '2', labels: ['Harlem'], paths: [...changes, 'docs/a.md', 'docs/b.md', 'docs/c.md'] },
  ]);
  assert.deepEqual(
    topics.map(({ name, files }) => [name, files]),
    [
      ['openStore · src', 4],
      ['Harlem · docs', 4],
    ],
  );
  assert.deepEqual(apart, []);
});
