import assert from 'node:assert/strict';
import { test } from 'node:test';
import zlib from 'node:zlib';
import fc from 'fast-check';
import { Budget } from '../../../src/engine/util/budget.ts';
import * as codec from '../../../src/storage/postgres/codec.ts';
import { SharedIndexError } from '../../../src/storage/sharedIndexError.ts';

const damaged = new SharedIndexError('sharedDamaged');
const hash = (digit: string) => digit.repeat(64);

test('a text comes back whatever its units are, in one byte a unit where that is enough', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => assert.equal(codec.decodeText(codec.encodeText(text)), text)));
  for (const [text, size] of [
    ['', 1],
    ['a\u00ff', 3],
    ['a\u0100', 5],
    ['\ud83d', 3],
  ] as const) {
    assert.equal(codec.encodeText(text).length, size);
    assert.equal(codec.decodeText(codec.encodeText(text)), text);
  }
});

test('terms and keys of the same text have keys of their own', () => {
  assert.match(codec.keyOf('term', 'a'), /^[0-9a-f]{32}$/);
  assert.equal(new Set([codec.keyOf('term', 'a'), codec.keyOf('key', 'a'), codec.keyOf('term', 'b')]).size, 3);
});

const contents = [
  { hash: hash('a'), language: 'text', git: { blob: 'b1', bytes: 5 } },
  { hash: hash('b'), language: 'text latin1' },
];
const listed = { paths: ['x/a', 'b'], firstChunkOf: Int32Array.of(0, 3), chunkCount: 3 };
const packedFiles = codec.packFiles(listed, contents);

test('a list of files comes back, inside of git or not', () => {
  const files = codec.unpackFiles(packedFiles, new Budget());
  assert.deepEqual({ paths: files.paths, firstChunkOf: files.firstChunkOf, chunkCount: files.chunkCount }, listed);
  const all = [0, 1].map((i) => ({ ...files.contentOf(i), git: files.gitOf(i) }));
  assert.deepEqual(all, [contents[0], { ...contents[1], git: undefined }]);
  const none = { paths: [], firstChunkOf: new Int32Array(0), chunkCount: 0 };
  assert.deepEqual(codec.unpackFiles(codec.packFiles(none, []), new Budget()).paths, []);
});

test('a list of files whose columns do not fit is damaged', () => {
  const whole = JSON.parse(zlib.inflateSync(packedFiles).toString());
  const unpack = (columns: object) => codec.unpackFiles(zlib.deflateSync(JSON.stringify(columns)), new Budget());
  assert.doesNotThrow(() => unpack(whole));
  const wrong: readonly Record<string, unknown>[] = [
    ...[{ paths: ['a'] }, { paths: ['a', 5] }, { paths: ['a', '../b'] }, { paths: 'ab' }, { chunks: [3] }, { chunks: [3, 0, 1] }],
    ...[{ chunks: [3, -1] }, { chunks: [3, 0.5] }, { bytes: [5] }, { bytes: [5, -1] }, { hashes: `${hash('a')}\n` }, { hashes: 5 }],
    ...[{ languages: 'text\n' }, { languages: 'a\nb\nc\n' }, { languages: 'a\nb' }, { blobs: 'b1\n' }, { blobs: null }],
  ];
  for (const columns of wrong) assert.throws(() => unpack({ ...whole, ...columns }), damaged, JSON.stringify(columns));
  for (const bytes of [Buffer.from('x'), zlib.deflateSync('{'), zlib.deflateSync('5')])
    assert.throws(() => codec.unpackFiles(bytes, new Budget()), damaged);
});

test('numbers come back if there are as many as are expected', () => {
  const numbers = Int32Array.of(1, -2, 2 ** 31 - 1).subarray(1);
  assert.deepEqual(codec.unpackInts(codec.packNumbers(numbers), 2, new Budget()), Int32Array.from(numbers));
  assert.throws(() => codec.unpackInts(codec.packNumbers(numbers), 3, new Budget()), damaged);
  const bytes = Uint8Array.of(5, 255);
  assert.deepEqual([...codec.unpackBytes(codec.packNumbers(bytes), 2, new Budget())], [5, 255]);
  assert.throws(() => codec.unpackBytes(codec.packNumbers(bytes), 1, new Budget()), damaged);
});

test('deleted chunks take a bit each, and none if nothing is deleted', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1), { maxLength: 40 }), (dead) => {
      const marks = Uint8Array.from(dead);
      const packed = codec.packTombstones(marks);
      assert.deepEqual(codec.unpackTombstones(packed, marks.length, new Budget()), marks);
      assert.equal(packed.length === 0, !dead.includes(1));
      if (packed.length > 0) assert.equal(zlib.inflateSync(packed).length, Math.ceil(dead.length / 8));
    }),
  );
  assert.throws(() => codec.unpackTombstones(codec.packTombstones(Uint8Array.of(1)), 9, new Budget()), damaged);
});

test('what would take more than the budget is told from what is damaged', () => {
  const bomb = zlib.deflateSync(Buffer.alloc(2 ** 25));
  const excess = new SharedIndexError('sharedExcess');
  assert.throws(() => codec.unpackBytes(bomb, 2 ** 25, new Budget()), excess);
  assert.throws(() => codec.unpackJson(zlib.deflateSync(`[${'[],'.repeat(2 ** 19)}[]]`), new Budget()), excess);
  assert.throws(() => codec.unpackJson(zlib.deflateSync('['), new Budget()), damaged);
  assert.deepEqual(codec.unpackJson(zlib.deflateSync('[1]'), new Budget()), [1]);
});
