import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { errorCode, isGone, readSmallFile, realPath } from '../../src/workspace/openFile.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

test('a small file is read whole; anything else is absent', (context) => {
  const root = temporaryDirectory(context);
  const at = (name: string) => path.join(root, name);
  const bytes = Buffer.from(Array.from({ length: 300 }, (_, i) => i % 256));
  fs.writeFileSync(at('file'), bytes);
  fs.symlinkSync(at('file'), at('link'));
  fs.writeFileSync(at('empty'), '');
  assert.deepEqual(readSmallFile(at('file'), 300), bytes);
  assert.equal(readSmallFile(at('file'), 299), undefined);
  assert.equal(readSmallFile(at('empty'), 0)?.length, 0);
  assert.deepEqual(readSmallFile(at('link'), 300), bytes);
  if (process.platform !== 'win32') {
    assert.equal(readSmallFile(at('link'), 300, false), undefined);
    execFileSync('mkfifo', [at('fifo')]);
    assert.equal(readSmallFile(at('fifo'), 300), undefined);
  }
  assert.deepEqual(readSmallFile(at('file'), 300, false), bytes);
  assert.equal(readSmallFile(at('missing'), 300), undefined);
  assert.equal(readSmallFile(root, 1 << 20), undefined);
  assert.equal(realPath(at('link')), fs.realpathSync.native(at('file')));
  assert.equal(realPath(at('missing')), undefined);
});

test('errors of the system have a code, and some mean that a file is gone', () => {
  const error = (code: string) => Object.assign(new Error('x'), { code });
  assert.deepEqual([errorCode(error('EACCES')), errorCode(new Error('why')), errorCode('odd')], ['EACCES', 'Error: why', 'odd']);
  assert.deepEqual(
    ['ENOENT', 'ENOTDIR', 'EACCES'].map((code) => isGone(error(code))),
    [true, true, false],
  );
});
