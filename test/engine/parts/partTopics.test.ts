import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partTopics } from '../../../src/engine/parts/partTopics.ts';
import { indexOf, placesOf } from '../../support/memoryIndex.ts';

const german = '# Gezeiten\n\nDer Mond zieht das Wasser an, und die Schiffe warten im Hafen auf die Flut.\n';
const english = '# Tides\n\nThe moon moves the water, and the ships wait in the harbour for the flood.\n';

test('a topic is the share of a group in a part, in one language and at least two files; the largest first', async () => {
  const files = {
    'docs/a.md': english,
    'docs/b.md': english,
    'docs/c.md': english,
    'docs/d.md': german,
    'docs/e.md': german,
    'src/f.md': english,
  };
  const reader = indexOf(files).reader();
  const all = await reader.documents();
  const inDocs = all.filter(({ path }) => path.startsWith('docs/'));
  const chunks = [...(await reader.liveChunks())].reverse();
  const [first] = inDocs;
  const groups = [
    { name: 'one file', chunks: [first?.firstChunk as number] },
    { name: 'all', chunks },
    { name: 'elsewhere', chunks: [] },
  ];
  const topics = await partTopics(reader, inDocs, groups, 9);
  assert.deepEqual(
    await Promise.all(
      topics.map(async ({ group, language, chunks: own, files: count }) => [group.name, language, count, await placesOf(reader, own)]),
    ),
    [
      ['all', undefined, 3, ['docs/a.md:1-3', 'docs/b.md:1-3', 'docs/c.md:1-3']],
      ['all', 'de', 2, ['docs/d.md:1-3', 'docs/e.md:1-3']],
    ],
  );
  assert.equal((await partTopics(reader, inDocs, groups, 1)).length, 1);
});
