/** Who writes an index: one at a time, whatever became of the one before. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { loadSqlite, type NodeSqlite } from '../../../src/storage/sqlite/nodeSqlite.ts';
import { createFile, WriterLock } from '../../../src/storage/sqlite/writerLock.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const sqlite = loadSqlite() as NodeSqlite;

test('one has the lock until it releases it or is closed; releasing what is not held does nothing', (t) => {
  const file = path.join(temporaryDirectory(t), 'index', 'lock');
  const [one, other] = [WriterLock.at(sqlite, file), WriterLock.at(sqlite, file)];
  assert.ok(one && other);
  other.release();
  assert.deepEqual([one.take(), other.take()], ['taken', 'held']);
  other.release();
  assert.equal(other.take(), 'held');
  one.release();
  assert.deepEqual([other.take(), one.take()], ['taken', 'held']);
  other.close();
  other.close();
  assert.equal(one.take(), 'taken');
  one.close();
});

test('there is none where its directory cannot be, and a file that is no database is of no use', (t) => {
  const directory = temporaryDirectory(t);
  const file = path.join(directory, 'file');
  fs.writeFileSync(file, 'Dear diary,\n'.repeat(100));
  assert.equal(WriterLock.at(sqlite, path.join(file, 'lock')), undefined);
  assert.equal(WriterLock.at(sqlite, directory), undefined);
  const lock = WriterLock.at(sqlite, file);
  assert.equal(lock?.take(), 'unusable');
  lock?.close();
  assert.match(fs.readFileSync(file, 'utf8'), /^Dear diary/);
});

test('a file is created for its user alone, and one that is there stays as it is', (t) => {
  const file = path.join(temporaryDirectory(t), 'file');
  createFile(file);
  assert.equal(fs.readFileSync(file, 'utf8'), '');
  if (process.platform !== 'win32') assert.equal(fs.statSync(file).mode & 0o777, 0o600);
  fs.writeFileSync(file, 'kept');
  createFile(file);
  assert.equal(fs.readFileSync(file, 'utf8'), 'kept');
  assert.throws(() => createFile(path.join(file, 'below')), { code: process.platform === 'win32' ? 'ENOENT' : 'ENOTDIR' });
});
