import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ByteReader, ByteWriter, CorruptBytesError } from '../../../../src/engine/index/codec/bytes.ts';

function written(...values: readonly number[]): Uint8Array {
  const writer = new ByteWriter();
  for (const value of values) writer.varint(value);
  return writer.toBytes();
}

test('a number takes a byte for each seven of its bits', () => {
  const sizes: readonly (readonly [value: number, size: number])[] = [
    ...([
      [0, 1],
      [127, 1],
      [128, 2],
      [16_383, 2],
      [16_384, 3],
      [2_097_151, 3],
      [2_097_152, 4],
    ] as const),
    ...([
      [268_435_455, 4],
      [268_435_456, 5],
      [2 ** 31, 5],
      [2 ** 32 - 1, 5],
    ] as const),
  ];
  for (const [value, size] of sizes) assert.equal(written(value).length, size, String(value));
  assert.deepEqual([...written(300, 5)], [0b1010_1100, 0b10, 5]);
});

test('numbers are read as they were written, one after the other', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(2 ** 32 - 1)), (values) => {
      const reader = new ByteReader(written(...values));
      assert.deepEqual(
        values.map(() => reader.varint()),
        values,
      );
      assert.equal(reader.left, 0);
    }),
  );
});

test('what is no unsigned number of 32 bits is refused', () => {
  for (const value of [-1, 2 ** 32, 0.5, 130.5, Number.NaN, Number.POSITIVE_INFINITY]) assert.throws(() => written(value), RangeError);
});

test('bytes are appended as they are, whole or in part, however many', () => {
  const writer = new ByteWriter();
  const from = Uint8Array.from({ length: 40_000 }, (_, i) => (i * 7) % 251);
  writer.bytes(from, 3, 5);
  writer.bytes(from, 10, 34);
  writer.bytes(from, 10, 35);
  writer.bytes(from, 5, 5);
  writer.bytes(from);
  writer.varint(9);
  assert.deepEqual([...writer.written], [...from.slice(3, 5), ...from.slice(10, 34), ...from.slice(10, 35), ...from, 9]);
  assert.deepEqual(writer.toBytes(), Uint8Array.from(writer.written));
  const kept = writer.toBytes();
  writer.reset();
  writer.varint(1);
  assert.deepEqual([...writer.written], [1]);
  assert.equal(kept[0], from[3]);
});

test('numbers fit at any place of the buffer, which grows', () => {
  for (let filled = (1 << 14) - 7; filled <= (1 << 14) + 1; filled++) {
    const writer = new ByteWriter();
    writer.bytes(new Uint8Array(filled));
    writer.varint(2 ** 32 - 1);
    const reader = new ByteReader(writer.toBytes());
    reader.skip(filled);
    assert.equal(reader.varint(), 2 ** 32 - 1);
  }
});

test('a reader knows where it is and how much is left', () => {
  const reader = new ByteReader(Uint8Array.of(1, 200, 1, 5, 6, 7));
  assert.deepEqual([reader.varint(), reader.position, reader.left], [1, 1, 5]);
  assert.deepEqual([reader.varint(), reader.position, reader.left], [200, 3, 3]);
  reader.skip(3);
  assert.deepEqual([reader.position, reader.left], [6, 0]);
});

test('bytes that were not written so are corrupt', () => {
  const corrupt: readonly [what: string, bytes: readonly number[], read: (reader: ByteReader) => unknown][] = [
    ['nothing', [], (reader) => reader.varint()],
    ['an unfinished number', [128], (reader) => reader.varint()],
    ['a longer unfinished number', [255, 255, 255], (reader) => reader.varint()],
    ['a number of 33 bits', [255, 255, 255, 255, 31], (reader) => reader.varint()],
    ['a number of six bytes', [255, 255, 255, 255, 143, 0], (reader) => reader.varint()],
    ['a count of more than is left', [3, 1, 1], (reader) => reader.count()],
    ['a skip of more than is left', [1, 1], (reader) => reader.skip(3)],
  ];
  for (const [what, bytes, read] of corrupt) assert.throws(() => read(new ByteReader(Uint8Array.from(bytes))), CorruptBytesError, what);
  assert.equal(new ByteReader(Uint8Array.of(255, 255, 255, 255, 15)).varint(), 2 ** 32 - 1);
  assert.equal(new ByteReader(Uint8Array.of(2, 1, 1)).count(), 2);
});
