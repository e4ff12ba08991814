/** Worktrees of one repository are seeded with each other's documents, and index files of vanished folders are removed. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { analysisOf } from '../../../src/engine/text/words/columns.ts';
import { createLexicons } from '../../../src/engine/text/words/lexicon.ts';
import { indexVersion } from '../../../src/engine/version.ts';
import { documentOf } from '../../../src/service/explore/storedDocuments.ts';
import { FolderIndex } from '../../../src/service/folder/folderIndex.ts';
import { noteFolder, removeVanished } from '../../../src/service/folder/folderList.ts';
import { TimeSlices } from '../../../src/service/scheduling/timeSlices.ts';
import { openSqliteStore } from '../../../src/storage/sqlite/sqliteStore.ts';
import { isSkipNote } from '../../../src/storage/store.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { git, gitEnvironment } from '../../support/gitTrees.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';
import { workFolder } from '../../support/workFolder.ts';

const cli = path.resolve(import.meta.dirname, '../../../src/cli/main.ts');

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
  assert.deepEqual(documentOf(second, 'README.md')?.analysis, analysis);

  const other = workFolder(t, { 'README.md': '# Harbour\n' });
  git(other.root, env, 'init', '-qb', 'main');
  const unrelated = await indexed(t, other.root, `${other.parent}/index.sqlite`, list);
  assert.notDeepEqual(documentOf(unrelated, 'README.md')?.analysis, analysis);
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

test('the index of a vanished folder is removed 30 days after it was first missed, unless a model was paid for it', (t) => {
  const parent = temporaryDirectory(t);
  const [cache, list] = [path.join(parent, 'cache'), path.join(parent, 'cache/folders')];
  const add = (name: string, ...suffixes: readonly string[]): string => {
    const indexFile = path.join(cache, `${name.repeat(32)}.sqlite`);
    noteFolder(list, { folder: path.join(parent, name), indexFile });
    for (const suffix of ['', ...suffixes]) fs.writeFileSync(indexFile + suffix, 'x\n');
    return indexFile;
  };
  const [gone, paid, back] = [add('a', '-segments'), add('b', '-enriched'), add('c')];
  const day = 24 * 3600 * 1000;
  const now = Date.now() + 400 * day;
  removeVanished(list, cache, now);
  fs.mkdirSync(path.join(parent, 'c'));
  removeVanished(list, cache, now + 20 * day);
  fs.rmdirSync(path.join(parent, 'c'));
  removeVanished(list, cache, now + 29 * day);
  assert.deepEqual(
    [gone, paid, back].map((file) => fs.existsSync(file)),
    [true, true, true],
  );
  removeVanished(list, cache, now + 31 * day);
  assert.deepEqual(
    [gone, `${gone}-segments`, paid, back].map((file) => fs.existsSync(file)),
    [false, false, true, true],
  );
  // The replies outlive the index itself.
  fs.rmSync(paid);
  removeVanished(list, cache, now + 90 * day);
  assert.ok(fs.existsSync(`${paid}-enriched`));
});

test('indexes lists what is stored, also what the list does not know, and removes only what is named', (t) => {
  const parent = temporaryDirectory(t);
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [cli, 'indexes', ...args], { env: { ...process.env, XDG_CACHE_HOME: parent }, encoding: 'utf8' });
  const cache = path.join(parent, 'meshrag');
  const add = (name: string, folder?: string): string => {
    const indexFile = path.join(cache, `${name.repeat(32)}.sqlite`);
    if (folder !== undefined) noteFolder(path.join(cache, 'folders'), { folder, indexFile });
    fs.mkdirSync(cache, { recursive: true });
    fs.writeFileSync(indexFile, 'x'.repeat(1000));
    return indexFile;
  };
  const [here, gone, paid, orphan] = [add('a', parent), add('b', path.join(parent, 'gone')), add('c', path.join(parent, 'paid')), add('d')];
  fs.writeFileSync(`${paid}-enriched`, '[1]\n[2]\n');
  const { indexes } = JSON.parse(run('--json').stdout);
  const byFile = (file: string) => indexes.find((one: { indexFile: string }) => one.indexFile === file);
  assert.equal(indexes.length, 4);
  assert.deepEqual([byFile(here).folder, byFile(here).isVanished, byFile(here).bytes], [parent, false, 1000]);
  assert.deepEqual([byFile(paid).isVanished, byFile(paid).added.passages, byFile(paid).bytes], [true, 2, 1008]);
  assert.equal(byFile(orphan).folder, undefined);
  assert.match(run('--text').stdout, /of an unknown folder[\s\S]*4 indexes, 4 kB/);
  assert.equal(run('--remove', byFile(here).id, '--remove', 'nothing').status, 1);
  assert.ok(fs.existsSync(here), 'nothing is removed if a name is wrong');
  assert.match(run('--remove', 'vanished', '--text').stderr, /was kept, with what a model was paid for: --remove [0-9a-f]{8} removes/);
  assert.deepEqual(
    [here, gone, paid, orphan].map((file) => fs.existsSync(file)),
    [true, false, true, true],
  );
  assert.equal(run('--remove', path.join(parent, 'paid'), '--remove', byFile(orphan).id).status, 0);
  assert.deepEqual(fs.globSync(path.join(cache, '*.sqlite*')), [here]);
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
