/** Worktrees of one repository share their segments. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { createLexicons } from '../../../src/engine/text/words/lexicon.ts';
import { findDifference } from '../../../src/service/explore/verify.ts';
import { FolderIndex } from '../../../src/service/folder/folderIndex.ts';
import { TimeSlices } from '../../../src/service/scheduling/timeSlices.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { git, gitEnvironment } from '../../support/gitTrees.ts';
import { workFolder } from '../../support/workFolder.ts';

test('a second worktree starts with the segments of the first one', async (t) => {
  const folder = workFolder(t, { 'README.md': '# Harbour\n', 'anchor.md': '# Anchor\n\nHeavy.\n' });
  const env = gitEnvironment(folder.parent);
  git(folder.root, env, 'init', '-qb', 'main');
  git(folder.root, env, 'add', '-A');
  git(folder.root, env, 'commit', '-qm', 'one');
  const list = path.join(folder.parent, 'folders');
  await (await indexed(t, folder.root, `${folder.parent}/first.index`, list)).close();
  const filesIn = (name: string): string[] => fs.readdirSync(path.join(folder.parent, name)).filter((one) => one.startsWith('segments-'));

  git(folder.root, env, 'worktree', 'add', '-q', '../second');
  fs.writeFileSync(path.join(folder.parent, 'second', 'own.md'), '# Own\n');
  const second = await indexed(t, path.join(folder.parent, 'second'), `${folder.parent}/second.index`, list);
  assert.deepEqual([...second.contents.data.index.paths()].sort(), ['README.md', 'anchor.md', 'own.md']);
  // The file of the first one is part of the second, without taking space.
  const [shared] = filesIn('first.index');
  assert.ok(shared !== undefined && filesIn('second.index').includes(shared));
  assert.equal(
    fs.statSync(path.join(folder.parent, 'second.index', shared)).ino,
    fs.statSync(path.join(folder.parent, 'first.index', shared)).ino,
  );
  assert.equal(await findDifference(second, undefined), undefined);

  const other = workFolder(t, { 'README.md': '# Harbour\n' });
  git(other.root, env, 'init', '-qb', 'main');
  await indexed(t, other.root, `${other.parent}/unrelated`, list);
  assert.ok(!fs.existsSync(path.join(other.parent, 'unrelated', shared)));
});

test('a folder that becomes a repository while it is open seeds later worktrees', async (t) => {
  const folder = workFolder(t, { 'README.md': '# Harbour\n' });
  const env = gitEnvironment(folder.parent);
  const list = path.join(folder.parent, 'folders');
  const commonDirs = () =>
    fs.globSync(path.join(list, '*.json')).map((file) => JSON.parse(fs.readFileSync(file, 'utf8')).commonDir as string | undefined);
  const index = await indexed(t, folder.root, `${folder.parent}/first.index`, list);
  assert.deepEqual(commonDirs(), [undefined]);
  git(folder.root, env, 'init', '-qb', 'main');
  await index.update();
  assert.deepEqual(commonDirs(), [path.join(folder.root, '.git')]);
  fs.rmSync(path.join(folder.root, '.git'), { recursive: true });
  await index.update();
  assert.deepEqual(commonDirs(), [undefined]);
});

test('if the list cannot be written, only the list is lost', async (t) => {
  const { root, parent } = workFolder(t, { 'a.md': '# A\n' });
  fs.writeFileSync(path.join(parent, 'file'), '');
  const index = await indexed(t, root, path.join(parent, 'index'), path.join(parent, 'file', 'list'));
  assert.deepEqual([index.report().state, index.report().files], ['ready', 1]);
});

async function indexed(t: TestContext, root: string, indexDirectory: string, folderList: string): Promise<FolderIndex> {
  const context = { lexicons: createLexicons(), timeSlices: new TimeSlices(), onChange: () => undefined };
  const index = new FolderIndex(root, { settings: defaultSettings, indexDirectory, folderList, runGit: false }, context);
  t.after(() => index.close());
  await index.load();
  await index.update();
  return index;
}
