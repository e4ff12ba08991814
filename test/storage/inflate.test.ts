import assert from 'node:assert/strict';
import { test } from 'node:test';
import zlib from 'node:zlib';
import { CorruptBytesError } from '../../src/engine/index/codec/bytes.ts';
import { Budget, OverBudgetError } from '../../src/engine/util/budget.ts';
import { inflate, maxInflated } from '../../src/storage/inflate.ts';

const content = Buffer.from('one line of text\n'.repeat(100));
const packed = { zlib: zlib.deflateSync(content), deflate: zlib.deflateRawSync(content) };

test('bytes are inflated up to a limit, and not one more', () => {
  for (const form of ['zlib', 'deflate'] as const) {
    assert.deepEqual(inflate(form, packed[form], content.length), content);
    assert.deepEqual(inflate(form, packed[form], content.length, 64), content);
    assert.throws(() => inflate(form, packed[form], content.length - 1), new OverBudgetError('bytes', content.length - 1));
    assert.throws(() => inflate(form, packed[form].subarray(0, 9), content.length), CorruptBytesError);
  }
});

test('nothing fits a limit of 0 but nothing', () => {
  assert.equal(inflate('zlib', zlib.deflateSync(Buffer.alloc(0)), 0).length, 0);
  assert.throws(() => inflate('zlib', zlib.deflateSync(Buffer.alloc(1)), 0), OverBudgetError);
});

test('a budget loses what was inflated', () => {
  const budget = new Budget();
  const before = budget.bytes;
  inflate('zlib', packed.zlib, budget);
  assert.equal(before - budget.bytes, content.length);
});

test('what this program has packed inflates to at most sixteen times its size, or four times and what is free', () => {
  assert.deepEqual([0, 1, 1000, 2 ** 24].map(maxInflated), [0, 16, 16_000, 2 ** 24 * 5]);
});
