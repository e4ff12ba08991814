import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import { test } from 'node:test';
import { isNetworkStorage, isNetworkType } from '../../src/storage/networkStorage.ts';

test('network file systems are recognised by their numbers, as Node reports them', {
  skip: process.platform !== 'linux' && 'needs Linux, which reports these numbers',
}, () => {
  // NFS, CIFS (as a signed number as well), 9P.
  for (const type of [0x6969, 0xff534d42, 0xff534d42 | 0, 0x01021997]) assert.ok(isNetworkType(type), type.toString(16));
  // ext4, tmpfs, btrfs.
  for (const type of [0xef53, 0x01021994, 0x9123683e]) assert.ok(!isNetworkType(type), type.toString(16));
  assert.equal(isNetworkStorage(os.tmpdir()), isNetworkType(fs.statfsSync(os.tmpdir()).type));
  assert.equal(isNetworkStorage('/nowhere/at/all'), false);
});
