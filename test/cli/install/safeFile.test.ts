import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { EditError } from '../../../src/cli/install/editError.ts';
import { readSafely, writeSafely } from '../../../src/cli/install/safeFile.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const isRefused = (state: RegExp) => (error: unknown) => error instanceof EditError && state.test(error.message);

test('a file that could be, one that is there, and one behind a link in the folder are read', (t) => {
  const root = temporaryDirectory(t);
  assert.deepEqual(readSafely(root, 'a/b.json'), { path: path.join(root, 'a/b.json') });
  fs.mkdirSync(path.join(root, 'real'));
  fs.writeFileSync(path.join(root, 'real/b.json'), '\ufeffé');
  fs.symlinkSync(path.join(root, 'real'), path.join(root, 'a'));
  assert.deepEqual(readSafely(root, 'a/b.json'), { path: path.join(root, 'real/b.json'), text: '\ufeffé' });
  assert.deepEqual(readSafely(root, 'a/new/c.json'), { path: path.join(root, 'real/new/c.json') });
});

test('what must not or cannot be changed is refused', { skip: process.platform === 'win32' && 'on Windows files have no modes' }, (t) => {
  const parent = temporaryDirectory(t);
  const root = path.join(parent, 'root');
  fs.mkdirSync(path.join(root, 'folder'), { recursive: true });
  fs.writeFileSync(path.join(root, 'readOnly'), '', { mode: 0o444 });
  fs.writeFileSync(path.join(root, 'latin'), Buffer.from([0xe9]));
  fs.symlinkSync(parent, path.join(root, 'out'));
  fs.symlinkSync(path.join(root, 'nowhere'), path.join(root, 'dangling'));
  const states = {
    folder: /is not a file/,
    readOnly: /is read-only/,
    latin: /is not in UTF-8/,
    'out/x': /is a link out of/,
    dangling: /is a link out of/,
  };
  for (const [name, state] of Object.entries(states)) assert.throws(() => readSafely(root, name), isRefused(state), name);
});

test('a file is written with the mode that it had, in folders that are made, without leftovers', (t) => {
  const root = temporaryDirectory(t);
  writeSafely(root, 'a/b/new.json', readSafely(root, 'a/b/new.json'), 'one');
  assert.equal(fs.readFileSync(path.join(root, 'a/b/new.json'), 'utf8'), 'one');
  fs.chmodSync(path.join(root, 'a/b/new.json'), 0o640);
  writeSafely(root, 'a/b/new.json', readSafely(root, 'a/b/new.json'), 'two');
  assert.equal(fs.readFileSync(path.join(root, 'a/b/new.json'), 'utf8'), 'two');
  if (process.platform !== 'win32') assert.equal(fs.statSync(path.join(root, 'a/b/new.json')).mode & 0o777, 0o640);
  assert.deepEqual(fs.readdirSync(path.join(root, 'a/b')), ['new.json']);
});

test('a file that was changed meanwhile is left', (t) => {
  const root = temporaryDirectory(t);
  const read = readSafely(root, 'a');
  fs.writeFileSync(path.join(root, 'a'), 'by another');
  assert.throws(() => writeSafely(root, 'a', read, 'ours'), isRefused(/was changed in the meantime/));
  assert.throws(
    () => writeSafely(root, 'a', { ...readSafely(root, 'a'), text: 'other' }, 'ours'),
    isRefused(/was changed in the meantime/),
  );
  assert.equal(fs.readFileSync(path.join(root, 'a'), 'utf8'), 'by another');
});

test('a removed file takes the folders with it that are empty then', (t) => {
  const root = temporaryDirectory(t);
  for (const name of ['a/kept', 'a/b/c/gone']) writeSafely(root, name, readSafely(root, name), 'x');
  writeSafely(root, 'a/b/c/gone', readSafely(root, 'a/b/c/gone'), undefined);
  assert.deepEqual(fs.readdirSync(path.join(root, 'a')), ['kept']);
  writeSafely(root, 'a/kept', readSafely(root, 'a/kept'), undefined);
  assert.deepEqual(fs.readdirSync(root), []);
  assert.ok(fs.existsSync(root));
});
