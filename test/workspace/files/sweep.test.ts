import assert from 'node:assert/strict';
import { renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { FileEntry } from '../../../src/workspace/entries.ts';
import { isUnchanged, sweep } from '../../../src/workspace/files/sweep.ts';
import { listFolder } from '../../../src/workspace/files/walk.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { writeTree } from '../../support/gitTrees.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

test('isUnchanged() trusts nothing that differs or is too recent', () => {
  const now: FileEntry = { path: 'a', size: 5, mtimeNs: 10_000_000_000n, ctimeNs: 10_000_000_001n, inode: 7n };
  const stored = { size: 5, mtimeNs: now.mtimeNs, ctimeNs: now.ctimeNs, inode: 7n, indexedAtNs: 12_000_000_000n };
  assert.equal(isUnchanged(stored, now), true);
  assert.equal(isUnchanged({ ...stored, indexedAtNs: 11_999_999_999n }, now), false);
  assert.equal(isUnchanged(stored, { ...now, size: 6 }), false);
  assert.equal(isUnchanged(stored, { ...now, mtimeNs: now.mtimeNs + 1n }), false);
  assert.equal(isUnchanged(stored, { ...now, ctimeNs: now.ctimeNs - 1n }), false);
  assert.equal(isUnchanged(stored, { ...now, inode: 8n }), false);
});

test('sweep() finds new, changed, replaced and removed files, even if size and mtime stay the same', async (context) => {
  const root = temporaryDirectory(context);
  writeTree(root, { same: 'x', grown: 'x', sneaky: 'x', replaced: 'x', gone: 'x', 'd/gone': 'x' });
  const list = () => listFolder(root, defaultSettings);
  const before = new Map((await list()).files.map((entry) => [entry.path, entry]));
  const { atime, mtime } = statSync(join(root, 'sneaky'));
  writeTree(root, { grown: 'xx', sneaky: 'y', new: '', other: 'x' });
  utimesSync(join(root, 'sneaky'), atime, mtime);
  renameSync(join(root, 'other'), join(root, 'replaced'));
  rmSync(join(root, 'gone'));
  rmSync(join(root, 'd'), { recursive: true });
  const { changed, removed } = sweep(before, await list());
  assert.deepEqual(
    changed.map((entry) => entry.path),
    ['grown', 'new', 'replaced', 'sneaky'],
  );
  assert.deepEqual(removed, ['d/gone', 'gone']);
  writeFileSync(join(root, '.ignore'), 'same');
  assert.ok(sweep(before, await list()).removed.includes('same'));
});
