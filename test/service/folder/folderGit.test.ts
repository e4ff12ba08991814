/** How many files a change by git comprises, in real repositories. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { FolderGit } from '../../../src/service/folder/folderGit.ts';
import { git, gitEnvironment } from '../../support/gitTrees.ts';
import { workFolder } from '../../support/workFolder.ts';

const signal = new AbortController().signal;

test('files that are read while a checkout begins are counted with it', async (t) => {
  const { folder, run, folderGit } = await settledRepository(t);
  // The lock that git holds from before it writes the first file until its index is complete.
  const lock = path.join(folder.root, '.git', 'index.lock');
  fs.writeFileSync(lock, '');
  folderGit.note(552, undefined);
  assert.equal(folderGit.change, undefined);
  fs.rmSync(lock);
  run('switch', '-q', 'other');
  // An update that reads on after git has finished, and before it is known.
  folderGit.note(48, undefined);
  const { move } = await folderGit.settle(true, signal);
  folderGit.note(1400, move);
  assert.deepEqual(folderGit.change, { kind: 'branch', name: 'other', files: 2000 });
  run('switch', '-q', 'main');
  folderGit.note(5, (await folderGit.settle(true, signal)).move);
  assert.deepEqual(folderGit.change, { kind: 'branch', name: 'main', files: 5 });
});

test('files that change after a checkout are no part of it', async (t) => {
  const { run, folderGit } = await settledRepository(t);
  run('switch', '-q', 'other');
  const { move } = await folderGit.settle(true, signal);
  folderGit.note(3, move);
  assert.deepEqual(folderGit.change, { kind: 'branch', name: 'other', files: 3 });
  folderGit.note(0, undefined);
  assert.deepEqual(folderGit.change, { kind: 'branch', name: 'other', files: 3 });
  folderGit.note(1, undefined);
  assert.equal(folderGit.change, undefined);
});

/** A repository with the branches `main`, which is checked out and settled, and `other`. */
async function settledRepository(t: TestContext) {
  const folder = workFolder(t);
  const run = (...args: string[]) => git(folder.root, gitEnvironment(folder.parent), ...args);
  run('init', '-qb', 'main');
  folder.write('README.md', '# Harbour\n');
  run('add', '-A');
  run('commit', '-qm', 'one');
  run('switch', '-qc', 'other');
  folder.write('README.md', '# Capstan\n');
  run('commit', '-qam', 'two');
  run('switch', '-q', 'main');
  const folderGit = new FolderGit(folder.root);
  t.after(() => folderGit.close());
  await folderGit.settle(true, signal);
  return { folder, run, folderGit };
}
