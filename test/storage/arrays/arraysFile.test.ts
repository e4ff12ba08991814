import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { CorruptBytesError } from '../../../src/engine/index/codec/bytes.ts';
import { LazyBytes, maxFrameBytes } from '../../../src/engine/index/codec/lazyBytes.ts';
import { finish } from '../../../src/engine/util/steps.ts';
import { readArrays, replaceFile, temporaryName, versionBytes, writeArrays } from '../../../src/storage/arrays/arraysFile.ts';
import { FrameWriter } from '../../../src/storage/frames.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const arrays = [
  Uint8Array.from({ length: 3 * maxFrameBytes + 7 }, (_, i) => (i * i) % 251),
  Int32Array.of(1, -5, 2 ** 31 - 1),
  Uint32Array.of(2 ** 32 - 1, 0),
  new Uint8Array(0),
  Uint8Array.from({ length: maxFrameBytes }, (_, i) => i % 7),
  new Int32Array(0),
];

test('arrays come back as they were, numbers with their signs, and nothing else is left in the directory', (context) => {
  const file = path.join(temporaryDirectory(context), 'arrays');
  finish(writeArrays(file, 'v1', arrays));
  const read = finish(readArrays(file, 'v1')).map((array) => (array instanceof LazyBytes ? Uint8Array.from(array.read()) : array));
  assert.deepEqual(read, arrays);
  assert.deepEqual(fs.readdirSync(path.dirname(file)), ['arrays']);
  if (process.platform !== 'win32') assert.equal(fs.statSync(file).mode & 0o777, 0o600);
});

test('a file of another version or a damaged one is corrupt', (context) => {
  const file = path.join(temporaryDirectory(context), 'arrays');
  finish(writeArrays(file, 'v1', arrays));
  assert.throws(() => finish(readArrays(file, 'v2')), CorruptBytesError);
  fs.truncateSync(file, fs.statSync(file).size - 1);
  assert.throws(() => finish(readArrays(file, 'v1')), CorruptBytesError);
  assert.throws(() => finish(readArrays(`${file}2`, 'v1')), { code: 'ENOENT' });
});

test('what claims to be more than follows is corrupt', (context) => {
  const file = path.join(temporaryDirectory(context), 'arrays');
  const headers: readonly (readonly [what: string, head: Uint8Array, content: Uint8Array])[] = [
    ['a header of other bytes', new Uint8Array(8), new Uint8Array(0)],
    ['more numbers than bytes', new Uint8Array(Uint32Array.of(1, 9, 8).buffer), new Uint8Array(8)],
    ['fewer bytes than it says', new Uint8Array(Uint32Array.of(0, 9, 9).buffer), new Uint8Array(8)],
    ['other numbers than it says', new Uint8Array(Uint32Array.of(1, 7, 8).buffer), new Uint8Array(8)],
  ];
  for (const [what, head, content] of headers) {
    const descriptor = fs.openSync(file, 'w');
    const writer = new FrameWriter(descriptor);
    for (const bytes of [versionBytes('v1'), head, content, new Uint8Array(0)]) writer.put(bytes);
    fs.closeSync(descriptor);
    assert.throws(() => finish(readArrays(file, 'v1')), CorruptBytesError, what);
  }
});

test('a file that cannot be written leaves the one before, and no temporary one', (context) => {
  const file = path.join(temporaryDirectory(context), 'arrays');
  finish(writeArrays(file, 'v1', [Int32Array.of(1)]));
  const failing = (function* () {
    yield Int32Array.of(2);
    throw new Error('no more');
  })();
  assert.throws(() => finish(writeArrays(file, 'v1', failing)), /no more/);
  assert.deepEqual(finish(readArrays(file, 'v1')), [Int32Array.of(1)]);
  assert.deepEqual(fs.readdirSync(path.dirname(file)), ['arrays']);
});

test('a file takes the place of another, and even of an empty directory', (context) => {
  const file = path.join(temporaryDirectory(context), 'file');
  for (const text of ['one', 'two']) {
    fs.writeFileSync(temporaryName(file), text);
    replaceFile(file, temporaryName(file));
    assert.equal(fs.readFileSync(file, 'utf8'), text);
  }
  assert.throws(() => replaceFile(file, temporaryName(file)), { code: 'ENOENT' });
});
