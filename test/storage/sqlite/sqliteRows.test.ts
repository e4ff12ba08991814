/** Blobs of SQLite: their checksum, their form, and the keys of documents. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import zlib from 'node:zlib';
import { documentKey, packRecord, unpackRecord } from '../../../src/storage/sqlite/sqliteRows.ts';

const repeated = (length: number): Buffer => Buffer.alloc(length, 'tide ');
/** Text that is compressed to about a third. */
const varied = (length: number): Buffer =>
  Buffer.from(
    Array.from({ length }, (_, i) => `${i * 7919} `)
      .join('')
      .slice(0, length),
  );
const random = (length: number): Buffer => Buffer.from(Array.from({ length }, (_, i) => (i * i * 31 + (i >> 3) * 7) & 255));
/** A byte for the form, after four of the checksum. */
const headBytes = 5;

test('a record comes back under its name and under no other; from 512 bytes on it is compressed', () => {
  for (const record of [varied(0), varied(1), varied(511), varied(512), varied(5000), random(600)]) {
    const blob = packRecord('name', record);
    assert.deepEqual(Buffer.from(unpackRecord('name', blob) ?? 'x'), record);
    assert.equal(unpackRecord('Name', blob), undefined);
    assert.equal(blob[4], record.length < 512 ? 0 : 1);
    if (record.length < 512) assert.equal(blob.length, record.length + headBytes);
    else assert.equal(zlib.inflateRawSync(blob.subarray(headBytes)).length, record.length);
  }
});

test('what would inflate to more than may be is stored as it is', () => {
  const blob = packRecord('name', repeated(1 << 20));
  assert.equal(blob.length, (1 << 20) + headBytes);
  assert.deepEqual(Buffer.from(unpackRecord('name', blob) as Uint8Array), repeated(1 << 20));
});

test('a changed bit anywhere, another type and too few bytes are nothing', () => {
  const blob = packRecord('name', repeated(20));
  for (let at = 0; at < blob.length; at++) {
    const changed = Uint8Array.from(blob);
    changed[at] = (changed[at] as number) ^ 1;
    assert.equal(unpackRecord('name', changed), undefined, `byte ${at}`);
  }
  for (const other of [undefined, null, 5, 'text', blob.subarray(0, 3), new Uint8Array(0)])
    assert.equal(unpackRecord('name', other), undefined);
});

test('another form, bytes that cannot be inflated and too many of them are nothing, whatever their checksum', () => {
  for (const bytes of [[2, 5], [], [1, 255, 255, 255], [1, ...zlib.deflateRawSync(repeated(1 << 22))]]) {
    const blob = Buffer.from([0, 0, 0, 0, ...bytes]);
    blob.writeUInt32LE(zlib.crc32(blob.subarray(4), zlib.crc32('name')));
    assert.equal(unpackRecord('name', blob), undefined);
  }
});

test('a key is of the first 52 bits of the hash and the language', () => {
  const key = (hash: string, language = 'text'): number => documentKey({ hash: hash.padEnd(64, '0'), language });
  assert.equal(key('f'.repeat(13)), key('f'.repeat(14)));
  assert.notEqual(key('f'.repeat(13)), key('f'.repeat(12)));
  assert.equal(key('1', '') - key('0', ''), 2 ** 48);
  assert.notEqual(key('1'), key('1', 'markdown'));
  assert.equal(key('0'), (zlib.crc32('text') * 2 ** 20) % 2 ** 52);
  assert.equal(key('not a hash'), key('0'));
  assert.ok(key('f'.repeat(13)) < 2 ** 52);
});
