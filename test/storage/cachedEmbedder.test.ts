import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { createOpenAIEmbedder } from '../../src/models/openaiEmbedder.ts';
import { cachedEmbedder } from '../../src/storage/cachedEmbedder.ts';
import { ModelReplies } from '../../src/storage/modelReplies.ts';
import { loopbackServer } from '../models/loopbackServer.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

test('each text is embedded once, also by a later run; a truncated line is left out, and nothing is lost when the endpoint dies', async (t) => {
  const server = await loopbackServer(t);
  const index = path.join(temporaryDirectory(t), 'index');
  const file = path.join(index, 'embeddings');
  const texts = Array.from({ length: 100 }, (_, i) => `text ${i % 90}`);
  const run = (model = 'm') =>
    cachedEmbedder(createOpenAIEmbedder({ endpoint: server.endpoint, model }), new ModelReplies(index).embeddings.records(model));
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
  const replies = new ModelReplies(index);
  assert.ok(replies.sizeBytes() > 0);
  replies.remove();
  assert.equal(replies.sizeBytes(), 0);
});
