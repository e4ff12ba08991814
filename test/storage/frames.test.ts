import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import zlib from 'node:zlib';
import fc from 'fast-check';
import { CorruptBytesError } from '../../src/engine/index/codec/bytes.ts';
import { type Frame, LazyBytes, maxFrameBytes } from '../../src/engine/index/codec/lazyBytes.ts';
import { deflate, FrameReader, FrameWriter, LostFrameError, usualPacking } from '../../src/storage/frames.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const anyContent = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.tuple(fc.nat(maxFrameBytes), fc.nat(255)).map(([size, byte]) => new Uint8Array(size).fill(byte)),
);

function write(file: string, contents: readonly Uint8Array[], packing = usualPacking): void {
  const descriptor = fs.openSync(file, 'w');
  const writer = new FrameWriter(descriptor, { packing });
  for (const content of contents) writer.put(content);
  fs.closeSync(descriptor);
}

function framesIn(file: string, count: number, packing = usualPacking): Frame[] {
  const reader = new FrameReader(file, { packing });
  return Array.from({ length: count }, () => reader.next());
}

function fileIn(t: TestContext): string {
  return path.join(temporaryDirectory(t), 'frames');
}

/** Deterministic incompressible bytes. */
function noise(size: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length: size }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return state >>> 24;
  });
}

test('frames can be read in any order, any number of times, however they are packed', (t) => {
  const file = fileIn(t);
  fc.assert(
    fc.property(fc.array(anyContent, { maxLength: 5 }), fc.constantFrom(usualPacking, deflate), (contents, packing) => {
      write(file, contents, packing);
      const frames = framesIn(file, contents.length, packing);
      for (const round of [frames.entries(), [...frames.entries()].reverse()])
        for (const [i, frame] of round) assert.deepEqual(new Uint8Array(frame.content()), contents[i]);
      assert.throws(() => framesIn(file, contents.length + 1), CorruptBytesError);
    }),
    { numRuns: 50 },
  );
});

test('a file is closed at once, and closing it again does nothing', (t) => {
  const file = fileIn(t);
  write(file, [noise(100), noise(200)]);
  const reader = new FrameReader(file);
  assert.deepEqual([reader.next().content().length, reader.isAtEnd], [100, false]);
  reader.close();
  reader.close();
  assert.throws(() => reader.isAtEnd, { code: 'EBADF' });
});

test('a changed byte is detected when the frame is passed over', (t) => {
  const file = fileIn(t);
  fc.assert(
    fc.property(
      fc.array(anyContent, { minLength: 1, maxLength: 4 }),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      (contents, place, flip) => {
        write(file, contents);
        const bytes = fs.readFileSync(file);
        const at = place % bytes.length;
        bytes[at] = (bytes[at] as number) ^ flip;
        fs.writeFileSync(file, bytes);
        assert.throws(() => framesIn(file, contents.length), CorruptBytesError);
        fs.writeFileSync(file, bytes.subarray(0, at));
        assert.throws(() => framesIn(file, contents.length), CorruptBytesError);
      },
    ),
    { numRuns: 50 },
  );
});

test('swapped frames are detected, and so is a file that is truncated while it is in use', (t) => {
  const file = fileIn(t);
  write(file, [Uint8Array.of(1), Uint8Array.of(2)]);
  const [one, two] = framesIn(file, 2);
  const loaded = two?.loaded();
  const bytes = fs.readFileSync(file);
  const half = bytes.length / 2;
  fs.writeFileSync(file, Buffer.concat([bytes.subarray(half), bytes.subarray(0, half)]));
  assert.throws(() => framesIn(file, 1), CorruptBytesError);
  fs.truncateSync(file, 3);
  assert.throws(
    () => one?.content(),
    (error) => error instanceof LostFrameError && error.file === file,
  );
  assert.deepEqual(new Uint8Array(loaded?.content() ?? []), Uint8Array.of(2));
});

test('packed bytes equal those that were written, whichever are requested', (t) => {
  const file = fileIn(t);
  const whole = noise(maxFrameBytes * 3 + 100);
  whole.fill(7, 1000, maxFrameBytes + 50);
  const parts = [0, 1, 2, 3].map((i) => whole.subarray(i * maxFrameBytes, (i + 1) * maxFrameBytes));
  write(file, parts);
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(whole.length), fc.nat(whole.length)), { maxLength: 4 }), (ranges) => {
      const packed = new LazyBytes(framesIn(file, parts.length));
      assert.equal(packed.length, whole.length);
      for (const [a, b] of ranges) {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        assert.equal(Buffer.compare(packed.read(from, to), whole.subarray(from, to)), 0);
      }
      assert.equal(Buffer.compare(packed.read(), whole), 0);
    }),
    { numRuns: 20 },
  );
  assert.throws(() => new LazyBytes(framesIn(file, 4).reverse()), CorruptBytesError);
});

test('rejects content that cannot be decompressed despite a valid checksum, and a file that claims too much content', (t) => {
  const file = fileIn(t);
  const garbage = Buffer.from('what no compressor has written');
  write(file, [new Uint8Array(100)], { ...usualPacking, pack: () => garbage });
  const [frame] = framesIn(file, 1);
  assert.throws(
    () => frame?.content(),
    (error) => error instanceof LostFrameError && error.file === file,
  );
  const zeros = new Uint8Array(maxFrameBytes);
  const count = Math.ceil((1 << 26) / maxFrameBytes);
  write(
    file,
    Array.from({ length: count }, () => zeros),
  );
  assert.equal(framesIn(file, count).length, count);
  // As no writer of ours makes it: it stores as it is what a reader would refuse.
  const packed = usualPacking.pack(zeros);
  let at = 0;
  const frames = Array.from({ length: count }, () => {
    const frame = Buffer.concat([Buffer.from(Uint32Array.of(zeros.length, packed.length).buffer), packed, Buffer.alloc(4)]);
    frame.writeUInt32LE(zlib.crc32(frame.subarray(0, -4), at), frame.length - 4);
    at += frame.length;
    return frame;
  });
  fs.writeFileSync(file, Buffer.concat(frames));
  assert.throws(() => framesIn(file, count), /more than \d+ bytes/);
});
