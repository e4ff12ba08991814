import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bind } from '../../../src/engine/retrieval/bind.ts';
import type { Embedder } from '../../../src/engine/retrieval/modelSources/embedder.ts';
import { unweaver } from '../../../src/systems/unweaver/unweaver.ts';
import { indexOf } from '../../support/memoryIndex.ts';
import { pathKeys } from '../../support/pathKeys.ts';

const files = {
  'a.md': '# Salt Garden\n\nMarta Quill staged the opera.\n',
  'b.md': '# Pier\n\nThe pier of Port Wexley was rebuilt by Ansel Brook.\n',
};
const enrichment = {
  version: '1',
  keys: pathKeys,
  get: (path: string) => ({
    entities: path === 'a.md' ? [{ name: 'Marta Quill', description: 'A composer of operas.', aliases: [] }] : [],
    triples: [],
    summary: '',
  }),
};
const texts = { chunkText: async ({ path }: { path: string }) => files[path as keyof typeof files] };

function searchWith(embed: Embedder['embed'], signal?: AbortSignal) {
  const sources = { enrichment, texts, embedder: { name: 'faulty', embed } };
  return bind(unweaver, {}, sources).search(indexOf(files).reader(), 'Who composed operas?', { limit: 5, ...(signal && { signal }) });
}

test('where the embedder fails, words take its place, and the first result says why', async () => {
  const words = await bind(unweaver, {}, { enrichment, texts }).search(indexOf(files).reader(), 'Who composed operas?', { limit: 5 });
  const vector = (length: number) => new Float32Array(length).fill(1);
  let dimensions = 1;
  const faults: Readonly<Record<string, Embedder['embed']>> = {
    'input is too long': async () => Promise.reject(new Error('input is too long')),
    '0 vectors for': async () => [],
    'vectors of 2 and of': async (asked) => asked.map(() => vector(++dimensions)),
  };
  for (const [fault, embed] of Object.entries(faults)) {
    const { results } = await searchWith(embed);
    assert.deepEqual(
      results.map(({ chunk }) => chunk),
      words.results.map(({ chunk }) => chunk),
    );
    const note = results[0]?.evidence.at(-1);
    assert.equal(note?.label, 'by words alone: the embedder failed');
    assert.ok(note?.keys[0]?.startsWith(fault), note?.keys[0]);
  }
});

test('a question that is cancelled is not asked by words', async () => {
  const stop = new AbortController();
  const search = searchWith(async () => {
    stop.abort(new Error('enough'));
    throw new Error('cancelled');
  }, stop.signal);
  await assert.rejects(search, /enough/);
});
