import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hash64, hashHex } from '../../../src/engine/hash/hash.ts';
import { anyUnits } from '../../support/anyText.ts';

test('a hash is two unsigned halves and deterministic', () => {
  fc.assert(
    fc.property(anyUnits(20), (text) => {
      const { high, low } = hash64(text);
      for (const half of [high, low]) assert.ok(Number.isInteger(half) && half >= 0 && half <= 0xffffffff);
      assert.deepEqual(hash64(text), { high, low });
      assert.match(hashHex(text), /^[0-9a-f]{16}$/);
    }),
  );
});

test('values are pinned, since stored ids depend on them', () => {
  assert.deepEqual(
    ['', 'a', 'n:sandra dee'].map((text) => hashHex(text)),
    ['ab3e7c0bf25c0d0a', '2a68181916fe3ae9', '6333aa7774d3e474'],
  );
});

test('neither half collides more often than by chance', () => {
  const highs = new Set<number>();
  const lows = new Set<number>();
  for (let i = 0; i < 20_000; i++) {
    const { high, low } = hash64(`s:name${i}`);
    highs.add(high);
    lows.add(low);
  }
  for (const set of [highs, lows]) assert.ok(set.size >= 19_995, `${set.size} of 20,000`);
});
