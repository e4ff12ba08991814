import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOpenAIEmbedder } from '../../src/models/openaiEmbedder.ts';
import { loopbackServer } from './loopbackServer.ts';

test('many texts are a few requests; vectors are of length 1, in the order of the texts', async (t) => {
  const server = await loopbackServer(t);
  const texts = Array.from({ length: 100 }, (_, i) => `text ${i}`);
  const vectors = await createOpenAIEmbedder({ endpoint: server.endpoint, model: 'm', apiKey: 'k' }).embed(texts);
  assert.deepEqual([vectors.length, server.received.length], [100, 2]);
  assert.equal(server.received[0]?.headers.authorization, 'Bearer k');
  const length = Math.hypot(7, 1, 2);
  assert.deepEqual(
    [...(vectors[99] as Float32Array)].map((value) => value.toFixed(5)),
    [7, 1, 2].map((value) => (value / length).toFixed(5)),
  );
});

test('Retry-After is respected; invalid vectors are rejected; cancelling stops', async (t) => {
  const server = await loopbackServer(t);
  const of = (model: string) => createOpenAIEmbedder({ endpoint: server.endpoint, model });
  assert.equal((await of('rate-after').embed(['x'])).length, 1);
  await assert.rejects(of('broken-vectors').embed(['x']), { failure: 'malformed', message: /sent 1 vectors of 0 numbers for 1 texts/ });
  await assert.rejects(of('far-vector').embed(['x']), { failure: 'malformed', message: /sent 2 vectors of 0 numbers for 1 texts/ });
  await assert.rejects(of('m').embed(['y'], AbortSignal.abort(new Error('enough'))), /enough/);
});
