import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bind } from '../../../../../src/engine/retrieval/bind.ts';
import { type PassageVectors, similarities, toPassageVector } from '../../../../../src/engine/retrieval/modelSources/passageVectors.ts';
import { mesh } from '../../../../../src/engine/retrieval/systems/mesh.ts';
import { indexOf } from '../../../../support/memoryIndex.ts';

/** Thirty notes that have the word less and less often. */
const notes = Object.fromEntries(
  Array.from({ length: 30 }, (_, i) => [`${String(i).padStart(2, '0')}.md`, `# Note ${i}\n\n${'kettle '.repeat(60 - i)}and more.\n`]),
);

/** The order of the notes by the embedder that sees a note as `angleOf` says, in radians from the question. */
async function order(angleOf: (note: number) => number | undefined, { limit = 30, dimensions = 2, weight = 0.1 } = {}) {
  const reader = indexOf(notes).reader();
  const vectorAt = (angle: number) => Float32Array.of(Math.cos(angle), Math.sin(angle));
  const vectors: PassageVectors = {
    version: '',
    of: async (_, chunks) =>
      (await reader.chunkInfo(chunks)).map(({ path }) => {
        const angle = angleOf(Number.parseInt(path, 10));
        return angle === undefined ? undefined : toPassageVector(vectorAt(angle));
      }),
  };
  const embedder = {
    name: 'angles',
    embed: async (texts: readonly string[]) => texts.map(() => Float32Array.from({ length: dimensions }, (_, i) => Number(i === 0))),
  };
  const { results } = await bind(mesh, { vectors: weight }, { embedder, vectors }).search(reader, 'kettle', { limit });
  const infos = await reader.chunkInfo(results.map(({ chunk }) => chunk));
  return { notes: infos.map(({ path }) => Number.parseInt(path, 10)), results };
}

test('a vector of 256 numbers of eight bits has nearly the cosine of the first 256 of the whole one', () => {
  const vector = Float32Array.from({ length: 384 }, (_, i) => Math.sin(3 * i));
  const asked = Float32Array.from({ length: 384 }, (_, i) => Math.sin(3 * i) + Math.cos(i));
  const cut = [vector.slice(0, 256), asked.slice(0, 256)] as const;
  const inner = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * (b[i] as number), 0);
  const cosine = inner(...cut) / Math.sqrt(inner(cut[0], cut[0]) * inner(cut[1], cut[1]));
  assert.ok(Math.abs((similarities(asked, [toPassageVector(vector)])[0] as number) - cosine) < 0.005);
  assert.deepEqual(similarities(Float32Array.of(0, 0), [toPassageVector(Float32Array.of(0, 0)), undefined]), [0, undefined]);
});

test('the nearest of the first hundred gains a little, and says so; a few results are the first of many', async () => {
  const plain = (await order(() => undefined)).notes;
  // The first ten are nearer than the others, and the eighth of them nearest.
  const angle = (note: number) => (note === plain[7] ? 0 : plain.indexOf(note) < 10 ? 0.6 : 1.2);
  const { notes: ordered, results } = await order(angle);
  const rank = ordered.indexOf(plain[7] as number);
  assert.ok(rank < 7, String(ordered));
  assert.ok(results[rank]?.evidence.some(({ kind }) => kind === 'vector'));
  assert.deepEqual(
    [...results].sort((a, b) => b.score - a.score),
    results,
  );
  assert.deepEqual((await order(angle, { limit: 5 })).notes, ordered.slice(0, 5));
});

test('an embedder that sees the first results as no nearer than the others changes nothing', async () => {
  const plain = (await order(() => undefined)).notes;
  assert.deepEqual((await order((note) => (plain.indexOf(note) < 10 ? 1.2 : 0.1))).notes, plain);
  assert.deepEqual((await order(() => 0.5)).notes, plain);
  assert.deepEqual((await order((note) => note / 30, { weight: 0 })).notes, plain);
});

test('where the embedder gives vectors of another number of dimensions, words decide, and the first result says so', async () => {
  const plain = (await order(() => undefined)).notes;
  const { notes: ordered, results } = await order((note) => note / 30, { dimensions: 3 });
  assert.deepEqual(ordered, plain);
  assert.match(results[0]?.evidence.find(({ kind }) => kind === 'embedder')?.keys[0] ?? '', /vectors of 2 and of 3 numbers/);
});
