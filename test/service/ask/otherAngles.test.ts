import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bind } from '../../../src/engine/retrieval/bind.ts';
import { bm25 } from '../../../src/engine/retrieval/systems/bm25.ts';
import { otherAngles } from '../../../src/service/ask/otherAngles.ts';
import { indexOf } from '../../support/memoryIndex.ts';

/** Eight notes on a harbour by the same two people, and three by others that rank lower. */
const notes = {
  ...Object.fromEntries(
    Array.from({ length: 8 }, (_, i) => [
      `quill${i}.md`,
      `The harbour of Tarrow was drawn by Marta Quill and Ansel Brook in the harbour year ${i}.\n`,
    ]),
  ),
  'vale.md': 'Ines Vale measured the harbour and its tide, its wall and its light, in a long and careful account.\n',
  'corin.md': 'Corin Hask sold the harbour to the town, with its wall and its light, by a long and careful contract.\n',
  'plain.md': 'the harbour is deep\n',
};

async function angles(files: Record<string, string>, question: string) {
  const reader = indexOf(files).reader();
  const { results } = await otherAngles((limit) => bind(bm25).search(reader, question, { limit }), reader, question, {});
  const infos = await reader.chunkInfo(results.map(({ chunk }) => chunk));
  return infos.map(({ path }) => path);
}

test('five of the first twenty are elected so that each name near the question has its share', async () => {
  const reader = indexOf(notes).reader();
  const first = await bind(bm25).search(reader, 'the harbour', { limit: 5 });
  const infos = await reader.chunkInfo(first.results.map(({ chunk }) => chunk));
  assert.ok(infos.every(({ path }) => path.startsWith('quill') || path === 'plain.md'));
  const elected = await angles(notes, 'the harbour');
  assert.equal(new Set(elected).size, 5);
  for (const path of ['vale.md', 'corin.md']) assert.ok(elected.includes(path), `${path} of ${elected}`);
});

test('without names they are the first results; without results there are none', async () => {
  assert.deepEqual(await angles({ 'a.md': 'rain fell on the pier\n', 'b.md': 'the kettle is warm\n' }, 'rain on the pier'), ['a.md']);
  assert.deepEqual(await angles({}, 'rain'), []);
});
