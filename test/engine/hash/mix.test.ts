import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draw, mix32, permutation } from '../../../src/engine/hash/mix.ts';

test('the mixing is the finalizer of MurmurHash3, by its published values', () => {
  assert.deepEqual([0, 1, 2, 0xffffffff, 0x12345678].map(mix32), [0, 0x514e28b7, 0x30f4c306, 0x81f16f39, 0xe37cd1bc]);
});

test('a stream depends on its seed and on the index', () => {
  const numbers = [0, 1, 2].flatMap((seed) => [0, 1, 2].map((index) => draw(seed, index)));
  assert.equal(new Set(numbers).size, 9);
  assert.ok(numbers.every((number) => Number.isInteger(number) && number >= 0 && number <= 0xffffffff));
  assert.equal(draw(0, 0), mix32(mix32(0x9e3779b9) + Math.imul(1, 0x9e3779b1)));
  assert.equal(draw(7, 2), mix32(mix32(7 ^ 0x9e3779b9) + Math.imul(3, 0x9e3779b1)));
});

test('a permutation has every number once and is the same for the same seed; each place can be drawn', () => {
  for (const count of [0, 1, 2, 50])
    assert.deepEqual(
      [...permutation(count, 5)].sort((a, b) => a - b),
      Array.from({ length: count }, (_, i) => i),
    );
  assert.deepEqual(permutation(50, 5), permutation(50, 5));
  assert.notDeepEqual(permutation(50, 5), permutation(50, 6));
  const places = Array.from({ length: 3 }, () => new Set<number>());
  for (let seed = 0; seed < 200; seed++) for (const [at, number] of permutation(3, seed).entries()) places[at]?.add(number);
  assert.deepEqual(
    places.map(({ size }) => size),
    [3, 3, 3],
  );
  let kept = 0;
  for (let seed = 0; seed < 600; seed++) if (permutation(3, seed).every((number, at) => number === at)) kept++;
  assert.ok(kept > 60 && kept < 140, `${kept} of 600 permutations are the identity, of which there are six`);
});
