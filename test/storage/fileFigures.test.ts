import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { fileId, fileSize } from '../../src/storage/fileFigures.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

test('a file that is missing or inaccessible has no size and is not a file', (t) => {
  const directory = temporaryDirectory(t);
  const file = `${directory}/file`;
  fs.writeFileSync(file, 'four');
  fs.symlinkSync('loop', `${directory}/loop`);
  assert.deepEqual([fileSize(file), fileId(file)], [4, fs.statSync(file, { bigint: true }).ino]);
  for (const none of [`${directory}/none`, `${directory}/loop`, `${file}/inside`])
    assert.deepEqual([fileSize(none), fileId(none)], [0, 0n]);
});
