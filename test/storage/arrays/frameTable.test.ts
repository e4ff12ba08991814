/** The table that says where the arrays of a file are. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CorruptBytesError } from '../../../src/engine/index/codec/bytes.ts';
import { maxFrameBytes } from '../../../src/engine/index/codec/lazyBytes.ts';
import { encodeNumbers } from '../../../src/engine/index/codec/numberCode.ts';
import { ArrayKind, decodeTable, decodeTrailer, encodeTable, type FrameTable, numbersIn } from '../../../src/storage/arrays/frameTable.ts';

const table: FrameTable = {
  packing: 2,
  arrays: [
    { kind: ArrayKind.Bytes, length: 5, size: 5, frames: [30, 47] },
    { kind: ArrayKind.Signed, length: 0, size: 0, frames: [47] },
    { kind: ArrayKind.Unsigned, length: 3, size: maxFrameBytes + 1, frames: [60, 61, 61 + maxFrameBytes + 12] },
  ],
};

/** The table that these numbers are. */
const decoded = (numbers: readonly number[]): FrameTable => decodeTable(encodeNumbers(Int32Array.from(numbers)), numbers.length);

test('a table comes back from its frames, whose last one says how many numbers it has and where they begin', () => {
  const frames = encodeTable(table, 1234);
  assert.equal(frames.length, 2);
  const { count, start } = decodeTrailer(frames[1] as Uint8Array);
  assert.deepEqual([count, start], [1 + (3 + 2) + (3 + 1) + (3 + 3), 1234]);
  assert.deepEqual(decodeTable(frames[0] as Uint8Array, count), table);
  assert.deepEqual(decoded([7]), { packing: 7, arrays: [] });
});

test('a large table takes several frames of full size, and a trailer within other bytes is read', () => {
  const arrays = Array.from({ length: 30_000 }, (_, i) => ({ kind: 1, length: 1, size: 1, frames: [i * 60, i * 60 + 13] }));
  const frames = encodeTable({ packing: 2, arrays }, 2 ** 32 - 1);
  const contents = frames.slice(0, -1);
  assert.ok(contents.length > 1);
  for (const one of contents.slice(0, -1)) assert.equal(one.length, maxFrameBytes);
  const framed = Buffer.concat([Buffer.alloc(3), frames.at(-1) as Uint8Array]).subarray(3);
  assert.deepEqual(decodeTrailer(framed), { count: 1 + arrays.length * 5, start: 2 ** 32 - 1 });
  assert.deepEqual(decodeTable(Buffer.concat(contents), 1 + arrays.length * 5).arrays, arrays);
});

test('what no writer has made is corrupt', () => {
  const cases: Readonly<Record<string, readonly number[]>> = {
    'a negative kind': [2, -1, 5, 5, 30, 47],
    'a negative length': [2, 0, -1, 5, 30, 47],
    'more items than bytes': [2, 0, 6, 5, 30, 47],
    'no end of the only frame': [2, 0, 5, 5, 30],
    'no frames at all': [2, 0, 5, 5],
    'half a head': [2, 0, 5],
    'an empty frame': [2, 0, 5, 5, 30, 30],
    'a frame that ends before it begins': [2, 0, 5, 5, 30, 29],
    'a frame that is larger than any': [2, 0, 5, 5, 30, 30 + maxFrameBytes + 13],
    'a second frame that is none': [2, 0, 5, maxFrameBytes + 5, 30, 40, 40],
  };
  for (const [what, numbers] of Object.entries(cases)) assert.throws(() => decoded(numbers), CorruptBytesError, what);
  assert.deepEqual(decoded([2, 0, 5, 5, 30, 30 + maxFrameBytes + 12]).arrays.length, 1, 'the largest frame');
  assert.deepEqual(decoded([2, 0, 5, 5, 30, 31]).arrays.length, 1, 'the smallest frame');
  const bytes = encodeNumbers(Int32Array.of(2));
  assert.throws(() => decodeTable(bytes, bytes.length + 1), CorruptBytesError);
  for (const length of [0, 7, 9]) assert.throws(() => decodeTrailer(new Uint8Array(length)), CorruptBytesError);
});

test('numbers are signed or not, as their kind says', () => {
  const bytes = encodeNumbers(Int32Array.of(-1, 5));
  assert.deepEqual(numbersIn(bytes, 2, ArrayKind.Signed), Int32Array.of(-1, 5));
  assert.deepEqual(numbersIn(bytes, 2, ArrayKind.Unsigned), Uint32Array.of(2 ** 32 - 1, 5));
});
