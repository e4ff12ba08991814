import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { PassageVector } from '../../../src/engine/retrieval/modelSources/passageVectors.ts';
import { createOpenAIEmbedder } from '../../../src/models/openaiEmbedder.ts';
import { embedPassages, estimateVectors } from '../../../src/systems/enrich/embedPassages.ts';
import { OverEstimate } from '../../../src/systems/enrich/modelRun.ts';
import { type LoopbackOptions, loopbackServer } from '../../models/loopbackServer.ts';

/** Passages of so many words. */
const passagesOf = (lengths: readonly number[]) =>
  lengths.map((length, i) => ({
    key: `k${i}`,
    read: async () => ({ title: `Note ${i}`, text: 'kettle '.repeat(length).trim(), masked: 0 }),
  }));

async function started(t: TestContext, options: LoopbackOptions, model = 'm') {
  const server = await loopbackServer(t, options);
  const kept = new Map<string, PassageVector | null>();
  const records = { get: (key: string) => kept.get(key), keep: (key: string, value: PassageVector | null) => void kept.set(key, value) };
  const sizes = () => server.received.map(({ body }) => JSON.parse(body).input.length as number);
  return { server, kept, records, sizes, embedder: createOpenAIEmbedder({ endpoint: server.endpoint, model }) };
}

const wide = (text: string) => Array.from({ length: 384 }, (_, i) => Math.sin(i + text.length));

test('each passage gets a vector of 256 numbers of eight bits, some in each request; the next run sends nothing', async (t) => {
  const { kept, records, sizes, embedder, server } = await started(t, { vectorOf: wide });
  const passages = passagesOf(Array.from({ length: 70 }, (_, i) => 5 + i));
  const estimate = await estimateVectors(passages, records);
  assert.deepEqual([estimate.requests, server.received.length], [3, 0]);
  const run = await embedPassages(embedder, passages, records);
  assert.deepEqual([run.embedded, run.requests, run.failure, sizes().sort((a, b) => a - b)], [70, 3, undefined, [6, 32, 32]]);
  assert.equal(run.tokensSent, estimate.tokensSent);
  for (const vector of kept.values()) assert.deepEqual([vector?.dimensions, vector?.values.length], [384, 256]);
  const again = await embedPassages(embedder, passages, records);
  assert.deepEqual([again.known, again.requests], [70, 0]);
});

test('an embedder that takes few texts is given no more after the first refusals', async (t) => {
  const { records, sizes, embedder } = await started(t, { refuses: (texts) => (texts.length > 8 ? 'batch size > maximum 8' : undefined) });
  const run = await embedPassages(embedder, passagesOf(Array.from({ length: 100 }, () => 5)), records);
  assert.deepEqual([run.embedded, run.failure], [100, undefined]);
  assert.deepEqual(sizes().slice(0, 3), [32, 16, 8]);
  assert.ok(
    sizes()
      .slice(3)
      .filter((size) => size > 8).length <= 1,
    String(sizes()),
  );
});

test('texts that are too long are shortened; a passage that is not taken at all is skipped, and asked for again by the next run', async (t) => {
  let max = 900;
  const refuses = (texts: readonly string[]) =>
    texts.some((text) => text.length > max || (max === 900 && text.startsWith('Note 2\n'))) ? 'input is too long' : undefined;
  const { kept, records, embedder, server } = await started(t, { refuses });
  const passages = passagesOf([5, 400, 6, 500]);
  const run = await embedPassages(embedder, passages, records);
  assert.deepEqual([run.embedded, run.skipped, run.failure, kept.get('k2')], [3, 1, undefined, null]);
  const sent = server.received.flatMap(({ body }) => JSON.parse(body).input as string[]);
  assert.ok(sent.some((text) => text.startsWith('Note 3\n') && text.length <= 900));
  max = 100_000;
  const again = await embedPassages(embedder, passages, records);
  assert.deepEqual([again.known, again.embedded, again.requests], [3, 1, 1]);
});

test('half of the vectors, other numbers of dimensions and refusals of everything end the run, and nothing wrong is kept', async (t) => {
  const half = await started(t, {}, 'half-of-them');
  const run = await embedPassages(half.embedder, passagesOf([5, 6, 7, 8]), half.records);
  assert.match(String(run.failure), /0 vectors of .* for 1 texts/);
  assert.deepEqual([run.embedded, half.kept.size, half.sizes()], [0, 0, [4, 2, 1]]);

  let size = 3;
  const other = await started(t, { vectorOf: (text) => Array.from({ length: size }, () => text.length) });
  await embedPassages(other.embedder, passagesOf([5, 6]), other.records);
  size = 4;
  const later = await embedPassages(other.embedder, passagesOf([5, 6, 7]), other.records);
  assert.match(String(later.failure), /vectors of 3 and of 4 numbers/);
  assert.deepEqual([later.known, later.embedded, other.kept.size], [2, 0, 2]);

  const none = await started(t, { refuses: () => 'no such thing' });
  const refused = await embedPassages(none.embedder, passagesOf(Array.from({ length: 64 }, () => 5)), none.records);
  assert.match(String(refused.failure), /no such thing/);
  assert.deepEqual([none.kept.size, none.sizes()], [0, [32, 16, 8, 4, 2, 1]]);
});

test('a run ends before it sends more than it may, and says so', async (t) => {
  const { records, embedder, server } = await started(t, {});
  const passages = passagesOf(Array.from({ length: 100 }, () => 50));
  const { tokensSent } = await estimateVectors(passages, records);
  const run = await embedPassages(embedder, passages, records, { maxTokens: tokensSent / 2 });
  assert.ok(run.failure instanceof OverEstimate);
  assert.ok(run.tokensSent <= tokensSent / 2 && run.embedded > 0 && run.embedded < 100);
  const texts = server.received.flatMap(({ body }) => JSON.parse(body).input as string[]);
  assert.equal(texts.length, run.embedded);
});

test('a paused run keeps what has come', async (t) => {
  const pausing = new AbortController();
  const { kept, records, embedder } = await started(t, {});
  const run = await embedPassages(embedder, passagesOf(Array.from({ length: 300 }, () => 5)), records, {
    signal: pausing.signal,
    onProgress: ({ embedded }) => embedded >= 64 && pausing.abort(new Error('paused')),
  });
  assert.deepEqual([run.isPaused, run.failure], [true, undefined]);
  assert.ok(run.embedded >= 64 && run.embedded < 300);
  assert.equal(kept.size, run.embedded);
});
