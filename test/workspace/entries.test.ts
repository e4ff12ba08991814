import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSkipped, lacksText, skipReasons } from '../../src/workspace/entries.ts';

test('a file without text is told from one that is left out by choice or to protect secrets', () => {
  const textless = ['too large', 'generated', 'data', 'unreadable', 'too slow', 'LFS pointer', 'notebook layout', 'not analysed'];
  for (const reason of skipReasons) assert.equal(lacksText({ path: 'a.txt', reason }), textless.includes(reason), reason);
  for (const reason of textless) assert.equal(lacksText({ path: 'folder/', reason }), false, reason);
});

test('of binary files documents may hold an answer', () => {
  for (const path of ['a.pdf', 'x/b.DOCX', 'c.doc', 'd.xlsx', 'e.pptx', 'f.odt', 'g.epub'])
    assert.equal(lacksText({ path, reason: 'binary' }), true, path);
  for (const path of ['a.png', 'b.pdf.gz', 'c.exe', 'pdf']) assert.equal(lacksText({ path, reason: 'binary' }), false, path);
});

test('what has a reason is skipped', () => {
  assert.deepEqual([isSkipped({ path: 'a', reason: 'link' }), isSkipped({ path: 'a', size: 1 })], [true, false]);
});
