import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CorruptBytesError } from '../../../../src/engine/index/codec/bytes.ts';
import { decodeNumbers, encodeNumbers } from '../../../../src/engine/index/codec/numberCode.ts';

const numbers = fc.oneof(fc.array(fc.integer()), fc.array(fc.integer({ min: 0, max: 40 }))).map((list) => Int32Array.from(list));

test('numbers round-trip, signed or not; small differences take one byte', () => {
  fc.assert(
    fc.property(numbers, (list) => {
      assert.deepEqual(decodeNumbers(encodeNumbers(list), list.length), list);
      const unsigned = new Uint32Array(list.buffer);
      assert.deepEqual(decodeNumbers(encodeNumbers(unsigned), list.length), list);
    }),
  );
  assert.equal(encodeNumbers(Int32Array.of(3, 4, 5, 66, 3)).length, 5);
});

test('missing, extra or changed bytes give numbers or CorruptBytesError', () => {
  fc.assert(
    fc.property(numbers, fc.nat(), fc.nat(255), (list, place, flip) => {
      const bytes = encodeNumbers(list);
      assert.throws(() => decodeNumbers(bytes, list.length + 1), CorruptBytesError);
      assert.throws(() => decodeNumbers(Uint8Array.of(...bytes, flip), list.length), CorruptBytesError);
      if (bytes.length === 0) return;
      assert.throws(() => decodeNumbers(bytes.subarray(0, place % bytes.length), list.length), CorruptBytesError);
      const at = place % bytes.length;
      try {
        assert.equal(decodeNumbers(bytes.with(at, (bytes[at] as number) ^ flip), list.length).length, list.length);
      } catch (error) {
        assert.ok(error instanceof CorruptBytesError, String(error));
      }
    }),
  );
});
