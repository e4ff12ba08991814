import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BitReader, BitWriter, maxBits } from '../../../../src/engine/index/codec/bits.ts';
import { CorruptBytesError } from '../../../../src/engine/index/codec/bytes.ts';
import { PrefixCode } from '../../../../src/engine/index/codec/prefixCode.ts';

const anyNumber = fc.oneof(fc.nat(100), fc.nat({ max: 0xffffffff }), fc.constantFrom(0, 2 ** 24 - 2, 2 ** 24 - 1, 2 ** 31, 2 ** 32 - 1));

test('numbers of any width round-trip, after bytes left to the caller', () => {
  const writer = new BitWriter();
  fc.assert(
    fc.property(fc.array(fc.tuple(anyNumber, fc.integer({ min: 1, max: maxBits }))), fc.constantFrom(0, 4), (numbers, before) => {
      writer.reset(before);
      for (const [value, count] of numbers) writer.bits(value % 2 ** count, count);
      const reader = new BitReader(writer.end().slice(before));
      for (const [value, count] of numbers) assert.equal(reader.bits(count), value % 2 ** count);
      reader.end();
    }),
  );
});

test('Golomb codes of every order round-trip every number', () => {
  const writer = new BitWriter();
  fc.assert(
    fc.property(fc.array(fc.tuple(anyNumber, fc.nat(20))), (numbers) => {
      writer.reset();
      for (const [value, k] of numbers) writer.golomb(value, k);
      const reader = new BitReader(writer.end().slice());
      for (const [value, k] of numbers) assert.equal(reader.golomb(k), value);
      reader.end();
    }),
    { numRuns: 500 },
  );
});

test('rejects anything but unsigned 32-bit integers', () => {
  for (const value of [-1, 1.5, 2 ** 32, Number.NaN, -(2 ** 31)]) {
    for (const k of [0, 5, 20]) assert.throws(() => new BitWriter().golomb(value, k), RangeError);
  }
});

test('left-over or missing bits are corrupt', () => {
  assert.throws(() => new BitReader(Uint8Array.of(0, 0)).end(), /2 bytes follow/);
  assert.throws(() => new BitReader(new Uint8Array(40)).golomb(0), CorruptBytesError);
  const cut = new BitReader(Uint8Array.of(1));
  cut.bits(9);
  assert.throws(() => cut.end(), /end too early/);
  const dirty = new BitReader(Uint8Array.of(3));
  dirty.bits(1);
  assert.throws(() => dirty.end(), /bits follow/);
});

test('a prefix code round-trips every symbol in its given number of bits', () => {
  const lengths = '12344';
  const code = new PrefixCode(lengths);
  fc.assert(
    fc.property(fc.array(fc.nat(lengths.length - 1)), (symbols) => {
      const writer = new BitWriter();
      for (const symbol of symbols) code.write(writer, symbol);
      const bits = symbols.reduce((sum, symbol) => sum + Number(lengths[symbol]), 0);
      const bytes = writer.end();
      assert.equal(bytes.length, Math.ceil(bits / 8));
      const reader = new BitReader(bytes);
      assert.deepEqual(
        symbols.map(() => code.read(reader)),
        symbols,
      );
      reader.end();
    }),
  );
});
