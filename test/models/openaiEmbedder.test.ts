import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { createOpenAIEmbedder } from '../../src/models/openaiEmbedder.ts';
import { cachedEmbedder, EmbeddingFile } from '../../src/storage/embeddingFile.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { loopbackServer } from './loopbackServer.ts';

test('many texts are a few requests; each text is asked for once, also by a later run', async (t) => {
  const server = await loopbackServer(t);
  const file = path.join(temporaryDirectory(t), 'embeddings.tsv');
  const texts = Array.from({ length: 100 }, (_, i) => `text ${i % 90}`);
  const embedder = () =>
    cachedEmbedder(createOpenAIEmbedder({ endpoint: server.endpoint, model: 'm', apiKey: 'k' }), new EmbeddingFile(file));
  const vectors = await embedder().embed(texts);
  assert.equal(server.received.length, 2);
  assert.equal(server.received[0]?.headers.authorization, 'Bearer k');
  assert.equal(vectors.length, 100);
  const [first] = vectors as [Float32Array];
  const length = Math.hypot(6, 1, 2);
  assert.deepEqual(
    [...first].map((value) => value.toFixed(5)),
    [6, 1, 2].map((value) => (value / length).toFixed(5)),
  );
  assert.deepEqual(vectors[95], vectors[5]);
  // A run killed in the middle of a line loses only that line.
  appendFileSync(file, 'half a li');
  assert.deepEqual(await embedder().embed(texts), vectors);
  assert.equal(server.received.length, 2);
  await embedder().embed(['another']);
  assert.deepEqual(await embedder().embed([...texts, 'another']), [...vectors, (await embedder().embed(['another']))[0]]);
  assert.equal(server.received.length, 3);
});

test('Retry-After is waited for; vectors that are none are refused; cancelling stops', async (t) => {
  const server = await loopbackServer(t);
  const of = (model: string) => createOpenAIEmbedder({ endpoint: server.endpoint, model });
  assert.equal((await of('rate-after').embed(['x'])).length, 1);
  await assert.rejects(of('broken-vectors').embed(['x']), { failure: 'malformed', message: /sent 1 vectors of 0 numbers for 1 texts/ });
  await assert.rejects(of('far-vector').embed(['x']), { failure: 'malformed', message: /sent 2 vectors of 0 numbers for 1 texts/ });
  await assert.rejects(of('m').embed(['y'], AbortSignal.abort(new Error('enough'))), /enough/);
});
