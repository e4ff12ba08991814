/** What an embedder may return, and the arithmetic of its vectors. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkedEmbedder, dot, EmbedderError, normalize } from '../../../../src/engine/retrieval/modelSources/embedder.ts';
import { embeddedText, similarities, toPassageVector } from '../../../../src/engine/retrieval/modelSources/passageVectors.ts';

const vector = (...numbers: readonly number[]): Float32Array => Float32Array.from(numbers);
const fails = (pattern: RegExp) => (error: unknown) => error instanceof EmbedderError && pattern.test(error.message);

test('vectors come as many as texts, all with the dimensions of the first that ever came', async () => {
  let reply: readonly Float32Array[] = [vector(1, 0), vector(0, 1)];
  const embedder = checkedEmbedder({ name: 'own', embed: async () => reply });
  assert.equal(embedder.name, 'own');
  assert.equal(await embedder.embed(['a', 'b']), reply);
  await assert.rejects(embedder.embed(['a', 'b', 'c']), fails(/^2 vectors for 3 texts$/));
  await assert.rejects(embedder.embed(['a']), fails(/^2 vectors for 1 texts$/));
  reply = [vector(1, 0), vector(0, 1, 0)];
  await assert.rejects(embedder.embed(['a', 'b']), fails(/^vectors of 2 and of 3 numbers$/));
  reply = [vector(1, 0, 0)];
  await assert.rejects(embedder.embed(['a']), fails(/^vectors of 2 and of 3 numbers$/));
  reply = [];
  assert.deepEqual(await embedder.embed([]), []);
});

test('what it throws is its error with the cause, unless it was stopped', async () => {
  const cause = new Error('no network');
  const embedder = checkedEmbedder({ name: 'own', embed: () => Promise.reject(cause) });
  await assert.rejects(embedder.embed(['a']), (error: unknown) => fails(/^no network$/)(error) && (error as Error).cause === cause);
  await assert.rejects(checkedEmbedder({ name: 'own', embed: () => Promise.reject('no text') }).embed(['a']), fails(/^no text$/));
  await assert.rejects(embedder.embed(['a'], AbortSignal.abort(new Error('stopped'))), /^Error: stopped$/);
});

test('inner products and lengths', () => {
  assert.equal(dot(vector(1, 2, 3), vector(4, 5, 6)), 32);
  assert.deepEqual(normalize(vector(3, 4)), vector(0.6, 0.8));
  assert.deepEqual(normalize(vector(0, 0)), vector(0, 0));
});

test('a passage is embedded by its title and text, the title once, as far as it may be long', () => {
  assert.equal(embeddedText({ title: 'Tide', text: 'It rises.' }), 'Tide\nIt rises.');
  assert.equal(embeddedText({ title: 'Tide', text: 'Tide rises.' }), 'Tide rises.');
  assert.equal(embeddedText({ title: 'Tide', text: 'It rises.' }, 6), 'Tide\nI');
  assert.equal(embeddedText({ title: '', text: 'x'.repeat(5000) }).length, 4000);
});

test('of a vector the first 256 numbers are kept in eight bits each, the largest as 127', () => {
  const long = Float32Array.from({ length: 300 }, (_, i) => (i < 256 ? (i === 5 ? -0.5 : 0.25) : 9));
  const { dimensions, values } = toPassageVector(long);
  assert.deepEqual([dimensions, values.length, values[5], values[0], values[255]], [300, 256, -127, 64, 64]);
  assert.deepEqual(toPassageVector(vector(0, 0)), { dimensions: 2, values: Int8Array.of(0, 0) });
});

test('similarities are cosines; none without a vector, zero for an empty one, and an error for one of another model', () => {
  const [same, opposite, across, empty, none] = similarities(vector(3, 4), [
    toPassageVector(vector(6, 8)),
    toPassageVector(vector(-3, -4)),
    toPassageVector(vector(4, -3)),
    toPassageVector(vector(0, 0)),
    undefined,
  ]);
  assert.ok(Math.abs((same as number) - 1) < 1e-3 && Math.abs((opposite as number) + 1) < 1e-3 && Math.abs(across as number) < 0.01);
  assert.deepEqual([empty, none], [0, undefined]);
  assert.throws(() => similarities(vector(3, 4), [toPassageVector(vector(1, 2, 3))]), fails(/^vectors of 3 and of 2 numbers$/));
});
