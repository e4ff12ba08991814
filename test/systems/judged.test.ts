import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bind } from '../../src/engine/retrieval/bind.ts';
import type { Judge } from '../../src/engine/retrieval/modelSources/enrichment.ts';
import { bm25 } from '../../src/engine/retrieval/systems/bm25.ts';
import { judgedRetriever } from '../../src/systems/judged.ts';
import { indexOf } from '../support/memoryIndex.ts';

/** Thirty notes that have the word less and less often. */
const notes = Object.fromEntries(
  Array.from({ length: 30 }, (_, i) => [`${String(i).padStart(2, '0')}.md`, `# Note ${i}\n\n${'kettle '.repeat(31 - i)}and more.\n`]),
);
const texts = { chunkText: async ({ path }: { readonly path: string }) => notes[path] };

async function found(judge: Judge['judge'], limit = 30): Promise<readonly [paths: readonly string[], scores: readonly number[]]> {
  const reader = indexOf(notes).reader();
  const { results } = await judgedRetriever(bind(bm25), { judge: { judge }, texts }).search(reader, 'kettle', { limit });
  const infos = await reader.chunkInfo(results.map(({ chunk }) => chunk));
  return [infos.map(({ path }) => path), results.map(({ score }) => score)];
}

test('the first twenty come in the order of their grades, ties by rank; the scores stay', async () => {
  const [paths, scores] = await found(async () => undefined);
  let judged = 0;
  const [ordered, after] = await found(async (_, passages) => {
    judged = passages.length;
    return passages.map(({ text }) => Number(text === notes[paths[19] as string]) + Number(text === notes[paths[7] as string]) / 2);
  });
  const others = paths.filter((_, i) => i !== 19 && i !== 7);
  assert.deepEqual(ordered, [paths[19], paths[7], ...others]);
  assert.deepEqual([judged, after], [20, scores]);
  const [few] = await found(async (_, passages) => passages.map((_one, i) => i), 5);
  assert.deepEqual(few, paths.slice(15, 20).reverse());
});

test('a judge that cannot tell changes nothing', async () => {
  const [paths] = await found(async () => undefined);
  assert.deepEqual((await found(async (_, passages) => passages.map(() => 0)))[0], paths);
});
