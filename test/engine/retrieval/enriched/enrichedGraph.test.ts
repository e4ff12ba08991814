import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CorruptBytesError } from '../../../../src/engine/index/codec/bytes.ts';
import { enrichedGraphs, graphOf } from '../../../../src/engine/retrieval/enriched/enrichedGraph.ts';
import type { Enrichment } from '../../../../src/engine/retrieval/enriched/enrichment.ts';
import { bind } from '../../../../src/engine/retrieval/retrievers.ts';
import { unweaver } from '../../../../src/engine/retrieval/systems/unweaver.ts';
import { indexOf, pathsFound } from '../../../support/memoryIndex.ts';

const enrichmentOf = (...entities: readonly (readonly [name: string, description: string, ...aliases: string[]])[]): Enrichment => ({
  entities: entities.map(([name, description, ...aliases]) => ({ name, description, aliases })),
  triples: entities.length > 1 ? [{ subject: entities[0]?.[0] ?? '', relation: 'knows', object: entities[1]?.[0] ?? '' }] : [],
  summary: '',
});
const pause = async (): Promise<void> => undefined;
const passages = [
  { chunk: 0, title: 'Ida Fenn', enrichment: enrichmentOf(['Ida Fenn', 'A pilot.', 'Miss Fenn']) },
  { chunk: 1, title: 'Quay', enrichment: enrichmentOf(['Miss Fenn', 'She lives by the lock.'], ['The Quay', 'A quay.']) },
  { chunk: 2, title: 'Lock', enrichment: enrichmentOf(['ida  FENN', '']) },
];

test('names that are equal when folded, or aliases, are one entity with all descriptions', async () => {
  const { keys, holders, descriptions, relations, statements } = await graphOf(passages, pause);
  assert.deepEqual(keys, ['n:ida fenn', 'n:the quay']);
  assert.deepEqual([...(holders[0]?.chunks ?? [])], [0, 1, 2]);
  assert.equal(descriptions.texts[0], 'ida fenn. A pilot.. She lives by the lock.');
  assert.deepEqual([relations, statements.texts], [[{ chunk: 1, entities: [0, 1] }], ['Miss Fenn knows The Quay']]);
  assert.deepEqual([...(holders[0]?.places ?? [])], [0, 1, 0]);
});

test('is the same whatever the order of the passages, and after being kept', async () => {
  const source = { version: '1', of: async () => undefined };
  const builder = enrichedGraphs(source, undefined);
  const order = { chunks: Int32Array.of(0, 1, 2), positions: Int32Array.of(0, 1, 2) };
  const graph = await graphOf(passages, pause);
  const { passages: _, ...whole } = await graphOf([...passages].reverse(), pause);
  const { passages: __, ...read } = await builder.decode(await builder.encode(graph, order, pause), order, pause);
  const { passages: ___, ...made } = graph;
  assert.deepEqual(read, made);
  assert.deepEqual(whole.holders, made.holders);
  assert.deepEqual(whole.statements, made.statements);
  for (const bytes of [new Uint8Array([1, 2, 3]), (await builder.encode(graph, order, pause)).subarray(0, 40)])
    await assert.rejects(builder.decode(bytes, order, pause), CorruptBytesError);
});

test('vectors are kept with it, also where the bytes are part of a larger buffer', async () => {
  const embedder = { name: 'lengths', embed: async (texts: readonly string[]) => texts.map(({ length }) => Float32Array.of(length, 1, 2)) };
  const builder = enrichedGraphs(
    { version: '1', of: async ({ title }) => passages.find((one) => one.title === title)?.enrichment },
    embedder,
  );
  const reader = indexOf({ 'a.md': '# Ida Fenn\n\nOne.\n', 'b.md': '# Quay\n\nTwo.\n' }).reader();
  const graph = await builder.build({ reader, texts: undefined, pause: async () => undefined });
  const order = { chunks: Int32Array.of(0, 1), positions: Int32Array.of(0, 1) };
  const bytes = Buffer.concat([Buffer.of(0, 0, 0), await builder.encode(graph, order, pause)]).subarray(3);
  const read = await builder.decode(bytes, order, pause);
  assert.ok((graph.descriptions.vectors?.length ?? 0) > 1);
  assert.deepEqual([read.descriptions.vectors, read.statements.vectors], [graph.descriptions.vectors, graph.statements.vectors]);
});

test('a passage that no model has read takes part with its stored keys and the lines that hold them', async () => {
  const files = {
    'a.md': '# Salt Garden\n\nMarta Quill staged it.\n',
    'b.md': '# Pier\n\nThe pier of Port Wexley was rebuilt by Ansel Brook.\n',
  };
  const reader = indexOf(files).reader();
  const sources = {
    enrichment: {
      version: '1',
      of: async ({ path }: { path: string }) => (path === 'a.md' ? enrichmentOf(['Marta Quill', 'A composer of operas.']) : undefined),
    },
    texts: { chunkText: async ({ path }: { path: string }) => files[path as keyof typeof files] },
  };
  assert.deepEqual(await pathsFound(reader, bind(unweaver, {}, sources), 'Who composed operas?'), ['a.md']);
  assert.deepEqual(await pathsFound(reader, bind(unweaver, {}, sources), 'Who rebuilt the pier?'), ['b.md']);
  assert.deepEqual(await pathsFound(reader, bind(unweaver), 'Who composed operas?'), []);
});
