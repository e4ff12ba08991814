import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { bind } from '../../src/engine/retrieval/bind.ts';
import type { RetrievalSystem } from '../../src/engine/retrieval/retrievalSystem.ts';
import { flag } from '../../src/engine/retrieval/systemOptions.ts';
import { defaultSystem } from '../../src/engine/retrieval/systemRegistry.ts';
import { registry } from '../../src/systems/registry.ts';
import { indexOf, pathsFound } from '../support/memoryIndex.ts';
import { createRetriever, retrievers, systems } from '../support/systems.ts';

test('every retriever finds a document by its name and words', async () => {
  const reader = indexOf({
    'Marta Quill.md': '# Marta Quill\n\nMarta Quill directed The Salt Garden at Port Wexley.\n',
    'Ansel Brook.md': '# Ansel Brook\n\nAnsel Brook was a composer in Tarrow.\n',
    'Corin College.md': '# Corin College\n\nCorin College was founded by Ines Vale.\n',
  }).reader();
  for (const [name, retriever] of retrievers) {
    assert.equal(retriever.name, name);
    if (!name.startsWith('mesh-paper') || name === 'mesh-paper-ints') {
      assert.equal((await pathsFound(reader, retriever, 'What did Marta Quill direct?'))[0], 'Marta Quill.md', name);
    }
  }
  assert.ok(retrievers.has(defaultSystem));
});

test('createRetriever() parses options and reports invalid ones', () => {
  assert.equal(createRetriever('mesh', { seeds: '5', file: '0.2' }).name, 'mesh');
  assert.throws(() => createRetriever('nothing', {}), /There is no system "nothing"; there are mesh, bm25/);
  assert.throws(() => createRetriever('mesh', { nothing: '1' }), /mesh has no option "nothing"; it has pool/);
  assert.throws(
    () => createRetriever('mesh', { seeds: 'many' }),
    /The option seeds of mesh is "many"; it must be a whole number, 0 or more/,
  );
  assert.throws(() => createRetriever('unweavr', {}), /There is no system "unweavr"; there are unweaver, mesh/);
  assert.throws(() => createRetriever('multi-semantic', { vote: 'plain' }), /no option "vote"; it has votes, /);
  assert.throws(() => createRetriever('bm25', { k1: '1' }), /bm25 has no option "k1"; it has none/);
});

test('each system has the id of its entry', () => {
  assert.deepEqual(
    systems.map(({ id }) => id),
    registry.entries.map(({ id }) => id),
  );
});

test('the setting of the editor lists the systems that are offered', () => {
  const { contributes } = JSON.parse(fs.readFileSync('package.json', 'utf8'));
  const setting = contributes.configuration[0].properties['meshrag.system'];
  assert.deepEqual(
    setting.enum,
    registry.entries.filter(({ isOffered }) => isOffered).map(({ id }) => id),
  );
  assert.deepEqual(
    setting.enumDescriptions,
    setting.enum.map((id: string) => `%config.system.${id}%`),
  );
});

test('a system builds once for an index, when it is first asked, and gets the data that it requests', async () => {
  let builds = 0;
  const lengths: RetrievalSystem<{ readonly longest: boolean }, readonly number[]> = {
    id: 'lengths',
    needs: ['texts'],
    options: { longest: flag(true) },
    builder: () => ({
      id: 'lengths',
      async build({ reader, texts }) {
        builds++;
        const infos = await reader.chunkInfo([...(await reader.liveChunks())]);
        return Promise.all(infos.map(async (info) => (await texts?.chunkText(info))?.length ?? 0));
      },
      encode: (lengths) => Uint8Array.from(lengths),
      decode: async (bytes) => [...bytes],
    }),
    async search(_, built, { options, limit }) {
      const sign = options.longest ? 1 : -1;
      const ranked = built.map((length, chunk) => ({ chunk, score: sign * length })).sort((a, b) => b.score - a.score);
      const results = ranked
        .slice(0, limit)
        .map((one) => ({ ...one, evidence: [{ kind: 'length', label: 'length', keys: [String(one.score)] }] }));
      return { results, unknownTerms: [] };
    },
  };
  const files = { 'a.md': 'One.\n', 'b.md': 'One, two, three.\n' };
  const index = indexOf(files);
  const texts = { chunkText: async ({ path }: { readonly path: string }) => files[path as keyof typeof files] };
  const longest = bind(lengths, {}, { texts });
  assert.deepEqual(await pathsFound(index.reader(), longest, 'anything'), ['b.md', 'a.md']);
  assert.deepEqual(await pathsFound(index.reader(), bind(lengths, { longest: false }, { texts }), 'anything'), ['a.md', 'b.md']);
  assert.equal(builds, 2);
  const reader = index.reader();
  await Promise.all([longest.search(reader, 'one', { limit: 1 }), longest.search(reader, 'two', { limit: 1 })]);
  assert.equal(builds, reader === index.reader() ? 2 : 3);
  await assert.rejects(bind(lengths).search(reader, 'one', { limit: 1 }), /Cannot ask lengths: it needs texts/);
});
