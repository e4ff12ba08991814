// Passages by vectors where the user has had them embedded: recalled without a word of the question, and by words where the embedder fails or most vectors are missing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bind } from '../../../src/engine/retrieval/bind.ts';
import { createDerivedStore } from '../../../src/engine/retrieval/derived.ts';
import type { RetrievalSystem } from '../../../src/engine/retrieval/retrievalSystem.ts';
import { multiSemantic } from '../../../src/systems/multiSemantic/multiSemantic.ts';
import { topo } from '../../../src/systems/topo/topo.ts';
import { indexOf } from '../../support/memoryIndex.ts';
import { passageVectorsOf } from '../../support/passageVectors.ts';

const token = `ghp_${'aB3'.repeat(12)}`;
const files = {
  'a.md': '# Harbour\n\nA boat is moored by the pier.\n',
  'b.md': `# Mill\n\nFlour is ground there. ${'It grinds. '.repeat(400)}\n`,
  'c.md': `# Note ${token}\n\nVessels are tied up at the jetty.\n`,
  'd.md': '# Copy\n\nA boat is moored by the pier.\n',
};
const question = 'Where is a ship anchored?';

/** Vessels are near ships, boats less so, and a mill not at all. */
function vessels(isBroken = false) {
  const embedded: string[] = [];
  const cosineOf = (text: string): number => (text === question ? 1 : text.includes('Vessels') ? 0.9 : text.includes('boat') ? 0.6 : 0);
  return {
    embedded,
    name: 'vessels',
    async embed(texts: readonly string[]) {
      embedded.push(...texts);
      if (isBroken) throw new Error('out of order');
      return texts.map((text) => Float32Array.of(cosineOf(text), Math.sqrt(1 - cosineOf(text) ** 2)));
    },
  };
}

async function found<O extends object, B>(system: RetrievalSystem<O, B>, embedder?: ReturnType<typeof vessels>) {
  const reader = indexOf(files).reader();
  const texts = { chunkText: async ({ path }: { readonly path: string }) => files[path as keyof typeof files] };
  const given = embedder && { embedder, vectors: passageVectorsOf(embedder, texts) };
  const retriever = bind(system, {}, { texts, derived: createDerivedStore(), ...given });
  const { results } = await retriever.search(reader, question, { limit: 10 });
  const infos = await reader.chunkInfo(results.map(({ chunk }) => chunk));
  await retriever.search(reader, question, { limit: 10 });
  return { paths: infos.map(({ path }) => path), evidence: results[0]?.evidence ?? [] };
}

for (const system of [multiSemantic, topo] as readonly RetrievalSystem[])
  test(`${system.id} recalls passages by vectors where there is an embedder, ties by path`, async () => {
    assert.deepEqual((await found(system)).paths, []);
    const embedder = vessels();
    const { paths, evidence } = await found(system, embedder);
    assert.deepEqual(paths, ['c.md', 'a.md', 'd.md']);
    assert.ok(evidence.length > 0);
    const passages = embedder.embedded.filter((text) => text !== question);
    assert.equal(passages.length, Object.keys(files).length, 'each once');
    assert.ok(passages.every((text) => text.length <= 4000 && !text.includes(token)));
  });

test('where the embedder fails, words take the place of vectors, and the first result says so', async () => {
  const reader = indexOf(files).reader();
  const texts = { chunkText: async () => 'A boat.' };
  for (const system of [multiSemantic, topo] as readonly RetrievalSystem[]) {
    const asked = async (embedder?: ReturnType<typeof vessels>) =>
      (
        await bind(system, {}, { texts, ...(embedder && { embedder, vectors: passageVectorsOf(embedder, texts) }) }).search(
          reader,
          'boat pier',
          { limit: 10 },
        )
      ).results;
    const byWords = await asked();
    const failed = await asked(vessels(true));
    assert.deepEqual(
      failed.map(({ chunk, score }) => [chunk, score]),
      byWords.map(({ chunk, score }) => [chunk, score]),
    );
    assert.deepEqual(failed[0]?.evidence.at(-1)?.keys, ['out of order']);
  }
});

test('without vectors, or with those of a run that was broken off, no passage is embedded and words compare', async () => {
  const reader = indexOf(files).reader();
  const texts = { chunkText: async ({ path }: { readonly path: string }) => files[path as keyof typeof files] };
  for (const system of [multiSemantic, topo] as readonly RetrievalSystem[]) {
    const embedder = vessels();
    const few = { version: 'few', of: async (_: unknown, chunks: readonly number[]) => chunks.map(() => undefined) };
    for (const vectors of [undefined, few]) {
      const { results } = await bind(system, {}, { texts, embedder, ...(vectors && { vectors }) }).search(reader, question, { limit: 10 });
      assert.deepEqual(results, []);
    }
    assert.deepEqual(embedder.embedded, []);
  }
});
