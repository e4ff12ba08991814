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

test('toUri() spells a URI as VS Code does', () => {
  assert.equal(posix.toUri('/w/@types/[id] (a)+b=1.ts'), 'file:///w/%40types/%5Bid%5D%20%28a%29%2Bb%3D1.ts');
  assert.equal(posix.toUri("/w/a:b,c;d&e$f!g'h*i~j.md"), 'file:///w/a%3Ab%2Cc%3Bd%26e%24f%21g%27h%2Ai~j.md');
  assert.equal(posix.toUri('/w/ä😀%20#?.md'), 'file:///w/%C3%A4%F0%9F%98%80%2520%23%3F.md');
  assert.equal(posix.toUri('/w/C:/a.md'), 'file:///w/C%3A/a.md');
  assert.equal(windows.toUri('C:\\work\\a.md'), 'file:///c%3A/work/a.md');
  assert.equal(windows.toUri('\\\\server\\share\\a b.md'), 'file://server/share/a%20b.md');
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
