import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { cacheTagName, tagAsCache } from '../../../src/storage/segments/cacheTag.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

test('a directory is marked with the signature that backups look for; a mark that is there stays', (context) => {
  const directory = temporaryDirectory(context);
  const file = path.join(directory, cacheTagName);
  tagAsCache(directory);
  assert.equal(cacheTagName, 'CACHEDIR.TAG');
  assert.match(fs.readFileSync(file, 'utf8'), /^Signature: 8a477f597d28d172789f06886806bc55\n/);
  fs.writeFileSync(file, 'other');
  tagAsCache(directory);
  assert.equal(fs.readFileSync(file, 'utf8'), 'other');
  assert.throws(() => tagAsCache(path.join(directory, 'missing')), { code: 'ENOENT' });
});
