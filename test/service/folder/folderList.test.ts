/** Worktrees of one repository are seeded with each other's documents. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { analysisOf } from '../../../src/engine/text/words/columns.ts';
import { createLexicons } from '../../../src/engine/text/words/lexicon.ts';
import { indexVersion } from '../../../src/engine/version.ts';
import { digestedDocument } from '../../../src/service/explore/storedDocuments.ts';
import { FolderIndex } from '../../../src/service/folder/folderIndex.ts';
import { TimeSlices } from '../../../src/service/scheduling/timeSlices.ts';
import { openSqliteStore } from '../../../src/storage/sqlite/sqliteStore.ts';
import { isSkipNote } from '../../../src/storage/store.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { git, gitEnvironment } from '../../support/gitTrees.ts';
import { workFolder } from '../../support/workFolder.ts';

test('a second worktree starts with the documents of the first one', async (t) => {
  const folder = workFolder(t, { 'README.md': '# Harbour\n', 'anchor.md': '# Anchor\n\nHeavy.\n' });
  const env = gitEnvironment(folder.parent);
  git(folder.root, env, 'init', '-qb', 'main');
  git(folder.root, env, 'add', '-A');
  git(folder.root, env, 'commit', '-qm', 'one');
  const list = path.join(folder.parent, 'folders');
  await (await indexed(t, folder.root, `${folder.parent}/first.sqlite`, list)).close();
  // One document is swapped for another: a worktree that analysed the file itself would not have it.
  const lexicons = createLexicons();
  const first = openSqliteStore(`${folder.parent}/first.sqlite`, { version: indexVersion, lexicons });
  const [anchor, readme] = ['anchor.md', 'README.md'].map((name) => {
    const content = first.file(name)?.content;
    assert.ok(content !== undefined && !isSkipNote(content));
    return content;
  });
  const columns = first.document(anchor!)!;
  const analysis = analysisOf(columns, lexicons);
  first.commit({ files: [], removed: [], documents: [{ ...readme!, columns }] });
  // It may be in use meanwhile.
  t.after(() => first.close());

  git(folder.root, env, 'worktree', 'add', '-q', '../second');
  fs.writeFileSync(path.join(folder.parent, 'second', 'own.md'), '# Own\n');
  const second = await indexed(t, path.join(folder.parent, 'second'), `${folder.parent}/second.sqlite`, list);
  assert.deepEqual([...second.contents.data.index.paths()].sort(), ['README.md', 'anchor.md', 'own.md']);
  assert.deepEqual(digestedDocument(second, 'README.md')?.analysis, analysis);

  const other = workFolder(t, { 'README.md': '# Harbour\n' });
  git(other.root, env, 'init', '-qb', 'main');
  const unrelated = await indexed(t, other.root, `${other.parent}/index.sqlite`, list);
  assert.notDeepEqual(digestedDocument(unrelated, 'README.md')?.analysis, analysis);
});

test('a folder that becomes a repository while it is open seeds later worktrees', async (t) => {
  const folder = workFolder(t, { 'README.md': '# Harbour\n' });
  const env = gitEnvironment(folder.parent);
  const list = path.join(folder.parent, 'folders');
  const commonDirs = () =>
    fs.globSync(path.join(list, '*.json')).map((file) => JSON.parse(fs.readFileSync(file, 'utf8')).commonDir as string | undefined);
  const index = await indexed(t, folder.root, `${folder.parent}/first.sqlite`, list);
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
  const index = await indexed(t, root, path.join(parent, 'index.sqlite'), path.join(parent, 'file', 'list'));
  assert.deepEqual([index.report().state, index.report().files], ['ready', 1]);
});

async function indexed(t: TestContext, root: string, indexFile: string, folderList: string): Promise<FolderIndex> {
  const context = { lexicons: createLexicons(), timeSlices: new TimeSlices(), onChange: () => undefined };
  const index = new FolderIndex(root, { settings: defaultSettings, indexFile, folderList, runGit: false }, context);
  t.after(() => index.close());
  await index.load();
  await index.update();
  return index;
}
