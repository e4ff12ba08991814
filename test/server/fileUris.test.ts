import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFileUris } from '../../src/server/fileUris.ts';

const posix = createFileUris(false);
const windows = createFileUris(true);

test('toPath() and toUri() are inverse on POSIX, also for odd names', () => {
  for (const file of ['/w/a b.md', '/w/ä%20#?.md', '/w/new\nline', '/w/back\\slash', '/w/😀']) {
    assert.equal(posix.toPath(posix.toUri(file)), file);
  }
});

test('toPath() accepts drive letters as the editor writes them', () => {
  assert.equal(windows.toPath('file:///c%3A/work/a.md'), 'c:\\work\\a.md');
  assert.equal(windows.toPath('file:///C:/work/a.md'), 'c:\\work\\a.md');
  assert.equal(windows.toPath('file://server/share/a.md'), '\\\\server\\share\\a.md');
});

test('toPath() ignores other schemes and broken URIs', () => {
  for (const uri of ['untitled:Untitled-1', 'git:/w/a.md', 'file:///w/%E0%A4%A', '', 'file://host/w'])
    assert.equal(posix.toPath(uri), undefined);
});

test('below() compares case where the system does', () => {
  assert.equal(windows.below('c:\\Work', 'C:\\work\\docs\\a.md'), 'docs/a.md');
  assert.equal(posix.below('/w', '/w/docs/a.md'), 'docs/a.md');
  assert.equal(posix.below('/w', '/W/docs/a.md'), process.platform === 'darwin' ? 'docs/a.md' : undefined);
  assert.equal(posix.below('/w', '/w2/a.md'), undefined);
  assert.equal(posix.below('/w', '/w'), '');
});

test('join() does not leave the folder', () => {
  assert.equal(windows.join('c:\\w', 'docs/a.md'), 'c:\\w\\docs\\a.md');
  assert.throws(() => posix.join('/w', '../etc/passwd'), RangeError);
});
