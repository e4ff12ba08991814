import assert from 'node:assert/strict';
import { test } from 'node:test';
import { halfOf, ofHalf } from '../../bench/quality/halves.ts';
import { systemOf } from '../../bench/quality/judge.ts';
import { estimate, pairedTest, randomFrom } from '../../bench/quality/statistics.ts';
import { weightNames, without } from '../../bench/quality/variants.ts';

test('the same seed gives the same numbers, spread over [0, 1)', () => {
  const [a, b] = [randomFrom(7), randomFrom(7)];
  const drawn = Array.from({ length: 4000 }, a);
  assert.deepEqual(drawn, Array.from({ length: 4000 }, b));
  assert.ok(drawn.every((value) => value >= 0 && value < 1));
  assert.ok(Math.abs(drawn.reduce((sum, value) => sum + value, 0) / drawn.length - 0.5) < 0.02);
});

test('the standard error of a mean is that of the textbook formula', () => {
  const values = Array.from({ length: 400 }, (_, i) => (i % 4 === 0 ? 1 : 0));
  const { mean, error, low, high } = estimate(values);
  const textbook = Math.sqrt((0.25 * 0.75) / 400);
  assert.equal(mean, 0.25);
  assert.ok(Math.abs(error - textbook) < 0.1 * textbook, `${error} against ${textbook}`);
  assert.ok(Math.abs(low - (0.25 - 1.96 * textbook)) < 0.006 && Math.abs(high - (0.25 + 1.96 * textbook)) < 0.006);
  assert.deepEqual(estimate([]), { mean: 0, error: 0, low: 0, high: 0 });
});

test('the paired test detects a constant shift, and none if there is only noise', () => {
  const random = randomFrom(3);
  const noise = Array.from({ length: 200 }, random);
  const shifted = noise.map((value) => value + 0.01);
  assert.ok(pairedTest(shifted, noise).p < 0.01);
  assert.ok(Math.abs(pairedTest(shifted, noise).mean - 0.01) < 1e-9);
  assert.equal(pairedTest(noise, noise).p, 1);
  const others = Array.from({ length: 200 }, random);
  assert.ok(pairedTest(others, noise).p > 0.01);
  assert.throws(() => pairedTest([1], [1, 2]), RangeError);
});

test('p values of two equal systems are uniformly distributed', () => {
  const random = randomFrom(11);
  let small = 0;
  for (let trial = 0; trial < 200; trial++) {
    const draw = (): number[] => Array.from({ length: 60 }, () => (random() < 0.5 ? 1 : 0));
    if (pairedTest(draw(), draw(), 400, trial).p < 0.1) small++;
  }
  assert.ok(small >= 8 && small <= 36, `${small} of 200 are under 0.1, where 20 are expected`);
});

test('halves have the same size, and depend only on the id', () => {
  const questions = Array.from({ length: 1000 }, (_, i) => ({ id: `question ${i}` }));
  const [dev, rest] = [ofHalf(questions, 'dev'), ofHalf(questions, 'test')];
  assert.equal(dev.length + rest.length, 1000);
  assert.ok(Math.abs(dev.length - 500) < 60);
  assert.ok(dev.every(({ id }) => halfOf(id) === 'dev'));
});

test('every constant of mesh can be removed', () => {
  assert.ok(weightNames.length > 0);
  for (const name of weightNames) assert.equal(systemOf(without([name])).retriever.name, 'mesh');
  assert.throws(() => systemOf('mesh:nothing=1'), /no option "nothing"/);
  assert.throws(() => systemOf('mesh:seeds'), /NAME=VALUE/);
});
