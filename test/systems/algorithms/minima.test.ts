import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { hash64 } from '../../../src/engine/hash/hash.ts';
import { draw, permutation } from '../../../src/engine/hash/mix.ts';
import { equalMinima, signMinima } from '../../../src/systems/algorithms/minima.ts';

const hashes = (entities: Iterable<string>) => [...entities].map((entity) => hash64(entity));
const names = fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 20 });

describe('minimaOf()', () => {
  it('does not depend on the order of the entities, nor on repeats', () => {
    fc.assert(
      fc.property(names, (set) => {
        assert.deepEqual(signMinima(hashes([...set].reverse()), 12), signMinima(hashes(set), 12));
        assert.deepEqual(signMinima(hashes([...set, ...set]), 12), signMinima(hashes(set), 12));
      }),
    );
  });

  it('of a union are the smaller of the minima of its parts', () => {
    fc.assert(
      fc.property(names, names, (a, b) => {
        const [x, y] = [signMinima(hashes(a), 12), signMinima(hashes(b), 12)];
        const smaller = x.map((value, l) => Math.min(value, y[l] as number));
        assert.deepEqual(signMinima(hashes([...a, ...b]), 12), smaller);
      }),
    );
  });

  it('gives other minima for another seed', () => {
    assert.notDeepEqual(signMinima(hashes(['a', 'b']), 12, 1), signMinima(hashes(['a', 'b']), 12, 2));
  });
});

describe('the share of equal minima', () => {
  const estimate = (a: Uint32Array, b: Uint32Array): number => equalMinima(a, 0, b, 0, 12) / 12;

  /** Two sets of `size` entities each, of which `shared` are the same. */
  const pair = (trial: number, size: number, shared: number): readonly [string[], string[]] => [
    Array.from({ length: size }, (_, i) => `${trial}/${i}`),
    Array.from({ length: size }, (_, i) => `${trial}/${i < shared ? i : `other ${i}`}`),
  ];

  for (const [size, shared] of [
    [10, 0],
    [10, 1],
    [12, 4],
    [15, 10],
    [4, 4],
  ] as const) {
    const truth = shared / (2 * size - shared);
    it(`is unbiased: the mean over 2,000 pairs is within four standard errors of ${truth.toFixed(3)}`, () => {
      const trials = 2000;
      let sum = 0;
      for (let trial = 0; trial < trials; trial++) {
        const [a, b] = pair(trial, size, shared);
        sum += estimate(signMinima(hashes(a), 12), signMinima(hashes(b), 12));
      }
      const standardError = Math.sqrt((truth * (1 - truth)) / (12 * trials));
      assert.ok(Math.abs(sum / trials - truth) <= 4 * standardError + 1e-12, `mean ${sum / trials}, wanted ${truth}`);
    });
  }

  it('is unbiased in every component, and the components are independent', () => {
    const trials = 4000;
    const equal = new Float64Array(12);
    let variance = 0;
    const truth = 4 / 20;
    for (let trial = 0; trial < trials; trial++) {
      const [a, b] = pair(trial, 12, 4).map((set) => signMinima(hashes(set), 12)) as [Uint32Array, Uint32Array];
      for (let l = 0; l < 12; l++) equal[l] = (equal[l] as number) + equalMinima(a, l, b, l, 1);
      variance += (estimate(a, b) - truth) ** 2 / trials;
    }
    const error = Math.sqrt((truth * (1 - truth)) / trials);
    for (const count of equal) assert.ok(Math.abs(count / trials - truth) < 5 * error, `component ${count / trials}`);
    // Dependent components would widen the spread of the mean of twelve.
    assert.ok(Math.abs(variance / ((truth * (1 - truth)) / 12) - 1) < 0.15, `variance ${variance}`);
  });
});

describe('permutation()', () => {
  it('contains every position once and depends only on the seed', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.integer(), (count, seed) => {
        const order = permutation(count, seed);
        assert.deepEqual(
          [...order].sort((a, b) => a - b),
          Array.from({ length: count }, (_, i) => i),
        );
        assert.deepEqual(permutation(count, seed), order);
      }),
    );
  });

  it('puts each item at each position about equally often', () => {
    const counts = Array.from({ length: 6 }, () => new Float64Array(6));
    for (let seed = 0; seed < 6000; seed++) {
      for (const [at, item] of permutation(6, seed).entries()) {
        const row = counts[item] as Float64Array;
        row[at] = (row[at] as number) + 1;
      }
    }
    for (const row of counts) for (const count of row) assert.ok(Math.abs(count - 1000) < 150, `count ${count}`);
  });
});

describe('draw()', () => {
  it('is uniform over its high bits', () => {
    const counts = new Float64Array(16);
    for (let i = 0; i < 16_000; i++) counts[draw(7, i) >>> 28] = (counts[draw(7, i) >>> 28] as number) + 1;
    for (const count of counts) assert.ok(Math.abs(count - 1000) < 160, `count ${count}`);
  });
});
