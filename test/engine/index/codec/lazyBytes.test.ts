import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CorruptBytesError } from '../../../../src/engine/index/codec/bytes.ts';
import { type Frame, LazyBytes, maxFrameBytes } from '../../../../src/engine/index/codec/lazyBytes.ts';

/** Two full frames and one of ten bytes, and the numbers of those that were read. */
function framed() {
  const all = Uint8Array.from({ length: 2 * maxFrameBytes + 10 }, (_, i) => (i * 31) % 253);
  const read: string[] = [];
  const frameAt = (at: number, from = ''): Frame => {
    const bytes = all.slice(at * maxFrameBytes, (at + 1) * maxFrameBytes);
    return {
      size: bytes.length,
      content: () => {
        read.push(`${at}${from}`);
        return bytes;
      },
      loaded: () => frameAt(at, ' of memory'),
    };
  };
  return { all, read, bytes: new LazyBytes([0, 1, 2].map((at) => frameAt(at))) };
}

test('only the frames of the bytes that are asked for are read, each once', () => {
  const { all, read, bytes } = framed();
  assert.equal(bytes.length, all.length);
  assert.deepEqual(bytes.read(5, 9), all.subarray(5, 9));
  assert.deepEqual(read, ['0']);
  assert.deepEqual(bytes.read(0, maxFrameBytes), all.subarray(0, maxFrameBytes));
  assert.deepEqual(read, ['0']);
  assert.deepEqual(bytes.read(maxFrameBytes * 2, maxFrameBytes * 2 + 1), all.subarray(maxFrameBytes * 2, maxFrameBytes * 2 + 1));
  assert.deepEqual(read, ['0', '2']);
  assert.deepEqual(bytes.read(maxFrameBytes - 1, maxFrameBytes + 1), all.subarray(maxFrameBytes - 1, maxFrameBytes + 1));
  assert.deepEqual(read, ['0', '2', '1']);
  assert.deepEqual(bytes.read(), all);
  assert.deepEqual(read, ['0', '2', '1']);
});

test('what is loaded into memory is not read from the file any more', () => {
  const { all, read, bytes } = framed();
  bytes.unpack(0, 1);
  bytes.load();
  assert.deepEqual(bytes.read(), all);
  assert.deepEqual(read, ['0', '1 of memory', '2 of memory']);
});

test('a frame that is not full, other than the last, is corrupt', () => {
  const frame = (size: number): Frame => ({ size, content: () => new Uint8Array(size), loaded: () => frame(size) });
  assert.throws(() => new LazyBytes([frame(10), frame(maxFrameBytes)]), CorruptBytesError);
  assert.equal(new LazyBytes([frame(maxFrameBytes), frame(10)]).length, maxFrameBytes + 10);
  assert.equal(new LazyBytes([]).read().length, 0);
});
