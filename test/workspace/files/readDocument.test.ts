import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { languageOf } from '../../../src/engine/text/languages.ts';
import { type ReadCalls, readDocument } from '../../../src/workspace/files/readDocument.ts';
import { listFolder } from '../../../src/workspace/files/walk.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { writeTree } from '../../support/gitTrees.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const calls: ReadCalls = {
  read: (file, buffer, offset, length) => readSync(file, buffer, offset, length, null),
  nowMs: () => performance.now(),
};

test('readDocument() returns the text, the hash of the bytes and the stat of what was read', async (context) => {
  const root = temporaryDirectory(context);
  const bytes = Buffer.from('\ufeffline one\r\nGrüße\r\n');
  writeTree(root, { 'src/a.ts': bytes });
  const result = readDocument(root, 'src/a.ts', defaultSettings);
  assert.ok(result.kind === 'text');
  assert.equal(result.text, 'line one\r\nGrüße\r\n');
  assert.equal(result.hash, createHash('sha256').update(bytes).digest('hex'));
  assert.deepEqual(result.entry, (await listFolder(root, defaultSettings)).files[0]);
});

test('a large file after a small one, and the other way round, share the buffer without traces', (context) => {
  const root = temporaryDirectory(context);
  const big = `${'a line of text\n'.repeat(69_000)}`;
  writeTree(root, { big, small: 'x', empty: '' });
  for (const [path, text] of Object.entries({ small: 'x', big, empty: '', again: undefined })) {
    const result = readDocument(root, path, defaultSettings);
    assert.equal(result.kind === 'text' ? result.text : undefined, text);
  }
});

test('unreadable files are reported: missing, directories, binary, too large', (context) => {
  const root = temporaryDirectory(context);
  writeTree(root, {
    'a.png': Buffer.from('89504e470d0a1a0a00', 'hex'),
    'big.txt': 'x'.repeat(2 ** 20 + 1),
    'exact.txt': 'x\n'.repeat(2 ** 19),
    'd/x': '',
  });
  const check = (path: string, expected: string) => {
    const result = readDocument(root, path, defaultSettings);
    assert.equal(result.kind === 'skipped' ? result.reason : result.kind, expected, path);
  };
  check('none', 'gone');
  check('none/x', 'gone');
  check('a.png/x', 'gone');
  check('d', 'not a regular file');
  check('a.png', 'binary');
  check('big.txt', 'too large');
  check('exact.txt', 'text');
  assert.throws(() => readDocument(root, '../x', defaultSettings), RangeError);
});

test('a file that grows while it is read is read again, and skipped if it goes on growing', (context) => {
  const root = temporaryDirectory(context);
  writeTree(root, { 'a.log.txt': 'one\n'.repeat(1000) });
  const path = join(root, 'a.log.txt');
  let appends = 0;
  const growing = (times: number): ReadCalls => ({
    ...calls,
    read: (...args) => {
      const count = calls.read(...args);
      if (appends < times && count > 0) {
        appends++;
        appendFileSync(path, 'more\n');
      }
      return count;
    },
  });
  const once = readDocument(root, 'a.log.txt', defaultSettings, languageOf, growing(1));
  assert.ok(once.kind === 'text' && once.text.endsWith('one\nmore\n') && once.entry.size === statSync(path).size);
  appends = 0;
  const always = readDocument(root, 'a.log.txt', defaultSettings, languageOf, growing(100));
  assert.equal(always.kind === 'skipped' && always.reason, 'changed while read');
});

test('a file that shrinks or is rewritten with equal length while it is read is detected', (context) => {
  const root = temporaryDirectory(context);
  writeTree(root, { 'a.txt': 'one\n'.repeat(100) });
  for (const text of ['two\n', 'two\n'.repeat(100)]) {
    writeFileSync(join(root, 'a.txt'), 'one\n'.repeat(100));
    const changing: ReadCalls = {
      ...calls,
      read: (...args) => {
        writeFileSync(join(root, 'a.txt'), text);
        return calls.read(...args);
      },
    };
    const result = readDocument(root, 'a.txt', defaultSettings, languageOf, changing);
    // The second attempt may see the final content whole; a mixture must never come out.
    const outcome = result.kind === 'text' ? result.text : result.kind === 'skipped' ? result.reason : '';
    assert.ok(outcome === 'changed while read' || outcome === text, outcome);
  }
});

test('a read that takes longer than the time budget is given up', (context) => {
  const root = temporaryDirectory(context);
  writeTree(root, { 'a.txt': 'x'.repeat(600_000) });
  let clock = 0;
  const slow: ReadCalls = { ...calls, nowMs: () => (clock += 900) };
  const result = readDocument(root, 'a.txt', defaultSettings, languageOf, slow);
  assert.equal(result.kind === 'skipped' && result.reason, 'too slow');
});

test('a directory that becomes a link out of the folder after the listing is not followed', (context) => {
  const home = temporaryDirectory(context);
  writeTree(home, { 'outside/a.ts': 'secret', 'f/d/a.ts': 'fine' });
  const root = join(home, 'f');
  rmSync(join(root, 'd'), { recursive: true });
  symlinkSync('../outside', join(root, 'd'));
  assert.deepEqual(readDocument(root, 'd/a.ts', defaultSettings), { kind: 'skipped', reason: 'link' });
  rmSync(join(root, 'd'));
  mkdirSync(join(root, 'd'));
  assert.deepEqual(readDocument(root, 'd/a.ts', defaultSettings), { kind: 'gone' });
});
