/** A file of arrays that is read by ranges from a web server: what is asked for, how often, and what comes of it. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import zlib from 'node:zlib';
import { CorruptBytesError } from '../../../src/engine/index/codec/bytes.ts';
import { LazyBytes, maxFrameBytes } from '../../../src/engine/index/codec/lazyBytes.ts';
import type { NumberArray } from '../../../src/engine/index/codec/savedSegments.ts';
import { finish } from '../../../src/engine/util/steps.ts';
import { writeArrays } from '../../../src/storage/arrays/arraysFile.ts';
import { packings } from '../../../src/storage/frames.ts';
import { HttpDirectory } from '../../../src/storage/served/httpDirectory.ts';
import { RangedFile } from '../../../src/storage/served/rangedFile.ts';
import { SharedIndexError } from '../../../src/storage/sharedIndexError.ts';
import { pageZlib } from '../../support/pageZlib.ts';
import { type RangeServer, serveRanges } from '../../support/rangeServer.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const deflated = packings.find(({ id }) => id === 2);
const random = (length: number, seed = 1): Uint8Array<ArrayBuffer> => {
  let state = seed;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return state >>> 24;
  });
};

async function served(
  t: TestContext,
  arrays: readonly NumberArray[],
): Promise<{ server: RangeServer; file: RangedFile; bytes: number; path: string }> {
  const directory = temporaryDirectory(t);
  const file = path.join(directory, 'arrays');
  finish(writeArrays(file, 'v1', arrays, deflated));
  const server = await serveRanges(t, directory);
  const { size: bytes } = fs.statSync(file);
  const ranged = new RangedFile(new HttpDirectory(server.address, 'none'), { name: 'arrays', bytes }, pageZlib);
  return { server, file: ranged, bytes, path: file };
}

const plain = (array: unknown): unknown => (array instanceof LazyBytes ? Uint8Array.from(array.read()) : array);
const isFault = (fault: string) => (error: unknown) => error instanceof SharedIndexError && error.fault === fault;

test('a file that is smaller than what is read at once takes two requests, of which none is for more than it has', async (t) => {
  const arrays = [random(10), Int32Array.of(-5, 3), Uint32Array.of(2 ** 32 - 1), new Uint8Array(0)];
  const { file, server, bytes } = await served(t, arrays);
  assert.ok(bytes < 1 << 14);
  assert.deepEqual((await file.open()).map(plain), arrays);
  const taken = server.taken();
  assert.equal(taken.requests, 2);
  assert.ok(taken.bytes >= bytes && taken.bytes < 2 * bytes, JSON.stringify({ taken, bytes }));
});

test('arrays next to each other share a request; those read row by row are left out until a row is asked for, then fetched once', async (t) => {
  const wide = random(2 * maxFrameBytes + 5);
  const arrays = [random(100, 2), wide, random(200, 3)];
  const { file, server } = await served(t, arrays);
  const read = await file.open((at) => (at === 1 ? 'rows' : 'whole'));
  const opened = server.taken();
  assert.equal(opened.requests, 3, 'the end, and an array on either side of the one that is left out');
  assert.ok(opened.bytes < 1 << 15);
  assert.deepEqual([plain(read[0]), plain(read[2])], [arrays[0], arrays[2]]);
  const rows = file.rows(read[1]);
  assert.throws(() => file.rows(read[0]), CorruptBytesError);
  assert.throws(() => rows.read(), /not fetched/);
  const spans = [maxFrameBytes - 3, maxFrameBytes + 3] as const;
  await Promise.all([rows.fetch(...spans), rows.fetch(...spans)]);
  assert.equal(server.taken().requests, 1);
  assert.deepEqual(Uint8Array.from(rows.read(...spans)), wide.subarray(...spans));
  await rows.fetch(...spans);
  assert.equal(server.taken().requests, 0);
  server.faults.change = (_, part) => part.fill(0);
  await assert.rejects(async () => rows.fetch(2 * maxFrameBytes, 2 * maxFrameBytes + 5), isFault('sharedDamaged'));
  delete server.faults.change;
  await rows.fetch(2 * maxFrameBytes, 2 * maxFrameBytes + 5);
  assert.deepEqual(Uint8Array.from(rows.read()), wide);
});

test('a table that is longer than what is read at once is read whole', async (t) => {
  const arrays = Array.from({ length: 6000 }, (_, i) => Uint8Array.of(i & 255, i >> 8));
  const { file, server } = await served(t, arrays);
  assert.deepEqual((await file.open()).map(plain), arrays);
  assert.equal(server.taken().requests, 3);
});

test('a file of another compression, a shorter one and one that is gone are each told', async (t) => {
  const { file, path: own } = await served(t, [random(10)]);
  fs.truncateSync(own, fs.statSync(own).size - 1);
  await assert.rejects(file.open(), isFault('sharedDamaged'));
  fs.rmSync(own);
  await assert.rejects(file.open(), isFault('sharedGone'));
  const others = packings.filter(({ id }) => id !== 2);
  for (const packing of others) {
    finish(writeArrays(own, 'v1', [Uint8Array.of(1)], packing));
    const name = { name: 'arrays', bytes: fs.statSync(own).size };
    const server = await serveRanges(t, path.dirname(own));
    await assert.rejects(new RangedFile(new HttpDirectory(server.address, 'none'), name, pageZlib).open(), (error: unknown) =>
      ['sharedOtherVersion', 'sharedDamaged'].includes((error as SharedIndexError).fault),
    );
  }
  // An older Node has one packing alone.
  assert.equal(others.length > 0, 'zstdCompressSync' in zlib);
});
