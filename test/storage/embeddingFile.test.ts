import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { createOpenAIEmbedder } from '../../src/models/openaiEmbedder.ts';
import { cachedEmbedder, EmbeddingFile } from '../../src/storage/embeddingFile.ts';
import { loopbackServer } from '../models/loopbackServer.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

test('each text is embedded once, also by a later run; a truncated line is dropped, and nothing is lost when the endpoint dies', async (t) => {
  const server = await loopbackServer(t);
  const file = path.join(temporaryDirectory(t), 'index-embeddings');
  const texts = Array.from({ length: 100 }, (_, i) => `text ${i % 90}`);
  const run = (model = 'm') => cachedEmbedder(createOpenAIEmbedder({ endpoint: server.endpoint, model }), new EmbeddingFile(file));
  const asked = () => server.received.flatMap(({ body }) => JSON.parse(body).input as readonly string[]).length;
  const vectors = await run().embed(texts);
  assert.equal(asked(), 90);
  assert.deepEqual(vectors[95], vectors[5]);
  assert.equal(fs.statSync(file).mode & 0o777, 0o600);
  fs.appendFileSync(file, 'half a li');
  assert.deepEqual(await run().embed(texts), vectors);
  assert.equal(asked(), 90);
  await run().embed(['another']);
  await run('m2').embed(['another']);
  assert.equal(asked(), 92);

  server.close();
  await assert.rejects(run().embed([...texts, 'one more']), /127\.0\.0\.1/);
  assert.deepEqual(await run().embed(texts), vectors);
  const cache = new EmbeddingFile(file);
  assert.ok(cache.sizeBytes() > 0);
  cache.remove();
  assert.equal(cache.sizeBytes(), 0);
});

test('a damaged byte does not shift the end of the file that is kept', (t) => {
  const file = path.join(temporaryDirectory(t), 'index-embeddings');
  new EmbeddingFile(file).set('first', Float32Array.of(1, 0));
  fs.appendFileSync(file, Buffer.from('damag\xffed\tAAAA\nhalf', 'latin1'));
  const cache = new EmbeddingFile(file);
  assert.deepEqual(cache.get('first'), Float32Array.of(1, 0));
  cache.set('second', Float32Array.of(0, 1));
  assert.deepEqual(new EmbeddingFile(file).get('second'), Float32Array.of(0, 1));
});
