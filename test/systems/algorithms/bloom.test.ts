import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { draw } from '../../../src/engine/hash/mix.ts';
import { bloomSize, createBloomFilter } from '../../../src/systems/algorithms/bloom.ts';

describe('createBloomFilter()', () => {
  it('contains whatever was added', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.nat(), { maxLength: 12 }), { maxLength: 50 }), fc.integer({ min: 1, max: 8 }), (items, hashes) => {
        const filter = createBloomFilter(items.length, 0.01, hashes);
        for (const item of items) filter.add(item);
        for (const item of items) assert.ok(filter.has(item));
      }),
    );
  });

  for (const items of [30, 300, 1500]) {
    it(`takes fewer than 1 % of other signatures for one of ${items}`, () => {
      let wrong = 0;
      const filters = 20;
      const asked = 5000;
      for (let run = 0; run < filters; run++) {
        const filter = createBloomFilter(items, 0.005, 4);
        const item = (at: number) => [draw(run, 2 * at) & 0x3fffffff, draw(run, 2 * at + 1) & 0x3fffffff];
        for (let i = 0; i < items; i++) filter.add(item(i));
        for (let i = 0; i < asked; i++) if (filter.has(item(items + i))) wrong++;
      }
      const rate = wrong / (filters * asked);
      assert.ok(rate < 0.01, `rate ${rate}`);
    });
  }

  it('contains nothing while it is empty', () => {
    assert.equal(createBloomFilter(0, 0.01, 4).has([1, 2]), false);
  });
});

describe('bloomSize()', () => {
  it('follows (1 - e^(-eta M / m))^eta = rate', () => {
    const size = bloomSize(1000, 0.01, 4);
    assert.ok((1 - Math.exp((-4 * 1000) / size)) ** 4 <= 0.01);
    assert.ok((1 - Math.exp((-4 * 1000) / (size - 1))) ** 4 > 0.01);
  });
});
