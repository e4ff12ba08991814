// The bytes of an enriched graph and of its proximity graph: equal after reading, free of lines of the workspace, and refused where they are damaged.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CorruptBytesError } from '../../../src/engine/index/codec/bytes.ts';
import { chunkOrder } from '../../../src/engine/retrieval/chunkOrder.ts';
import { createDerivedStore } from '../../../src/engine/retrieval/derived.ts';
import { ColumnReader, ColumnWriter } from '../../../src/engine/retrieval/derivedBytes.ts';
import { buildHnsw, readHnsw, writeHnsw } from '../../../src/systems/algorithms/hnsw.ts';
import { enrichedGraphs } from '../../../src/systems/entities/keptGraph.ts';
import { indexOf } from '../../support/memoryIndex.ts';
import { pathKeys } from '../../support/pathKeys.ts';

const files = {
  'a.md': '# Salt Garden\n\nMarta Quill staged it in a wet spring, and Ansel Brook paid.\n',
  'b.md': '# Pier\n\nAnsel Brook rebuilt the pier.\n',
  'c.md': '# Empty\n\nnothing is named here.\n',
};
const source = {
  version: '1',
  keys: pathKeys,
  get: (path: string) => ({
    entities: [{ name: 'Ansel Brook', description: `Said in ${path}.`, aliases: [] }],
    triples: Array.from({ length: 9 }, (_, i) => ({ subject: 'Ansel Brook', relation: `pays ${i}`, object: 'Marta Quill' })),
    summary: path === 'a.md' ? 'Of a garden.' : '',
  }),
};
const yieldThread = async (): Promise<void> => undefined;

async function builtGraph() {
  const reader = indexOf(files).reader();
  const builder = enrichedGraphs(source, createDerivedStore());
  const texts = { chunkText: async ({ path }: { readonly path: string }) => files[path as keyof typeof files] };
  const graph = await builder.build({ reader, texts, yieldThread });
  const order = await chunkOrder(reader);
  return { builder, graph, order, bytes: await builder.encode(graph, order, yieldThread) };
}

test('a graph is the same after it was stored, but for the texts, of which no line is stored', async () => {
  const { builder, graph, order, bytes } = await builtGraph();
  const read = await builder.decode(bytes, order, yieldThread);
  const dataOf = ({ texts, stated, entityGraph, ...data }: typeof graph) => data;
  assert.deepEqual(dataOf(read), dataOf(graph));
  assert.deepEqual([read.texts, read.stated()], [undefined, graph.stated()]);
  assert.deepEqual(read.entityGraph(3).entities, graph.entityGraph(3).entities);
  assert.ok(
    graph.holders.some(({ places }) => places.some((mask) => mask >= 2 ** 31)),
    'a mask of all 32 bits',
  );
  const stored = Buffer.from(bytes).toString('latin1');
  assert.ok(stored.includes('marta quill') && !stored.includes('staged it') && !stored.includes('wet spring'));
});

test('damaged bytes of a graph are refused, or are a graph: nothing else happens', async () => {
  const { builder, order, bytes } = await builtGraph();
  let refused = 0;
  for (let at = 0; at < bytes.length; at++)
    for (const damaged of [bytes.slice(0, at), bytes.map((byte, i) => (i === at ? byte ^ 85 : byte))])
      await builder.decode(damaged, order, yieldThread).catch((error) => {
        assert.ok(error instanceof CorruptBytesError, `${error?.stack}`);
        refused++;
      });
  assert.ok(refused > bytes.length);
});

test('a proximity graph is the same after it was stored, and refused where it is damaged', async () => {
  const vectors = Array.from({ length: 200 }, (_, i) => Float32Array.of(Math.cos(i * i), Math.sin(i * i)));
  const graph = await buildHnsw(vectors, yieldThread);
  const bytes = writeHnsw(new ColumnWriter(), graph).toBytes();
  assert.deepEqual(readHnsw(new ColumnReader(bytes), 200), graph);
  assert.deepEqual(readHnsw(new ColumnReader(writeHnsw(new ColumnWriter(), await buildHnsw([], yieldThread)).toBytes()), 0), {
    entry: -1,
    layers: [],
  });
  for (const nodes of [199, 201, 0]) assert.throws(() => readHnsw(new ColumnReader(bytes), nodes), CorruptBytesError);
});
