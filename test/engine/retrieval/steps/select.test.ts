import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { byPlace, Cutoff, selectBest, sortByScore } from '../../../../src/engine/retrieval/steps/select.ts';
import { indexOf } from '../../../support/memoryIndex.ts';

const paths = Array.from({ length: 40 }, (_, i) => `file${String((i * 7) % 40).padStart(2, '0')}.txt`);
const reader = indexOf(Object.fromEntries(paths.map((path) => [path, 'one word']))).reader();
const infos = await reader.chunkInfo(paths.map((_, chunk) => chunk));

test('the best by score, ties by place, as in a full sort', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 40, maxLength: 40 }), fc.nat(45), async (scores, limit) => {
      const chunks = paths.map((_, chunk) => chunk).filter((chunk) => scores[chunk] !== 3);
      const scoreOf = (chunk: number): number => scores[chunk] as number;
      const order = [...chunks].sort((a, b) => scoreOf(b) - scoreOf(a) || ((infos[a]?.path ?? '') < (infos[b]?.path ?? '') ? -1 : 1));
      assert.deepEqual(await selectBest(reader, chunks, scoreOf, limit), order.slice(0, limit));
      assert.deepEqual(await sortByScore(reader, chunks, scoreOf), order);
      assert.deepEqual(await selectBest(reader, Int32Array.from([...chunks].reverse()), scoreOf, limit), order.slice(0, limit));
    }),
    { numRuns: 60 },
  );
});

test('any limit works', async () => {
  const all = paths.map((_, chunk) => chunk);
  const lengthAt = async (limit: number): Promise<number> => (await selectBest(reader, all, (chunk) => chunk, limit)).length;
  const cases: [number, number][] = [
    [-1, 0],
    [0, 0],
    [Number.NaN, 0],
    [1, 1],
    [40, 40],
    [1e15, 40],
    [Number.POSITIVE_INFINITY, 40],
  ];
  for (const [limit, length] of cases) assert.equal(await lengthAt(limit), length, String(limit));
  assert.deepEqual(await selectBest(reader, [], () => 0, 5), []);
});

test('byPlace orders by folder, path, line, column', () => {
  const place = (folder: number, path: string, startLine: number, startColumn: number) => ({
    ...{ folder, path, startLine, startColumn },
    ...{ endLine: 0, endColumn: 0, title: '', language: 'text', kind: 'doc' as const },
  });
  const ordered = [place(0, 'a', 1, 0), place(0, 'a', 2, 0), place(0, 'a', 2, 5), place(0, 'b', 1, 0), place(1, 'a', 1, 0)];
  assert.deepEqual([...ordered].reverse().sort(byPlace), ordered);
});

test('the least of the best so far is known once there are as many, and what is lower changes nothing', () => {
  const cutoff = new Cutoff(3);
  const least = (...scores: readonly number[]): number => {
    for (const score of scores) cutoff.add(score);
    return cutoff.min;
  };
  assert.equal(least(5, 1), Number.NEGATIVE_INFINITY);
  assert.equal(least(3), 1);
  assert.equal(least(0, 1), 1, 'lower or equal');
  assert.equal(least(4), 3);
  assert.equal(least(9, 8), 5);
  assert.equal(least(2, 7), 7);
  const one = new Cutoff(0);
  for (const score of [1, 3, 2]) one.add(score);
  assert.equal(one.min, 3);
});
