import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { isPublishedFolder } from '../../src/cli/folderNames.ts';
import { type FolderValues, plannedFolders, realFolder, sumProgress } from '../../src/cli/openFolder.ts';
import { createOutput } from '../../src/cli/output.ts';
import type { FolderReport } from '../../src/service/types/results.ts';
import { writeTree } from '../support/gitTrees.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const stream = { isTTY: false, write: () => true } as unknown as NodeJS.WriteStream;
const output = createOutput({ stdout: stream, stderr: stream, env: {}, format: 'text' });
const shared = 'postgres://reader@db.example.org/search';

function placed(t: TestContext) {
  const root = temporaryDirectory(t);
  writeTree(root, { 'one/src/': '', 'two/src/': '', file: '', 'notes/a.md': '' });
  const at = (name: string) => path.join(root, name);
  const plan = async (values: FolderValues) => {
    const { folders, options } = await plannedFolders(values, true, output);
    return { folders: [...folders], options: [...options.values()] };
  };
  return { root, at, plan };
}

test('folders are opened by their real paths, each once, under names that tell them apart', async (t) => {
  const { at, plan } = placed(t);
  fs.symlinkSync(at('one'), at('link'));
  const { folders, options } = await plan({ dir: [at('one'), at('link'), at('two')] });
  assert.deepEqual(folders, [
    [at('one'), 'one'],
    [at('two'), 'two'],
  ]);
  assert.notEqual(options[0]?.indexDirectory, options[1]?.indexDirectory);
  assert.deepEqual(
    (await plan({ dir: [at('one/src'), at('two/src')] })).folders.map(([, name]) => name),
    ['one/src', 'two/src'],
  );
});

test('options say which files are indexed, where the index is, and what may be run', async (t) => {
  const { at, plan } = placed(t);
  const [plain] = (await plan({ dir: at('one') })).options;
  assert.deepEqual([plain?.runGit, plain?.updateOnOpen], [true, true]);
  const values = { dir: at('one'), index: at('index'), include: ['src/**'], exclude: ['*.log'], 'no-update': true, untrusted: true };
  const [own] = (await plan(values)).options;
  assert.deepEqual([own?.runGit, own?.updateOnOpen, own?.indexDirectory], [false, false, at('index')]);
  assert.deepEqual([own?.settings.include.at(-1), own?.settings.exclude.at(-1)], ['src/**', '*.log']);
});

test('what cannot be meant is refused before anything is opened', async (t) => {
  const { at, plan } = placed(t);
  const refused: readonly (readonly [values: FolderValues, reason: RegExp])[] = [
    [{ dir: at('missing') }, /it does not exist/],
    [{ dir: at('file') }, /it is a file, expected a directory/],
    [{ dir: [at('one'), at('two')], index: at('index') }, /--index names the index of one folder, and there are 2/],
    [{ dir: at('one'), index: at('notes') }, /which is not an index/],
    [{ dir: at('one'), name: ['one'] }, /--name requires --shared/],
    [{ dir: at('one'), name: ['one'], shared, 'no-update': true }, /--no-update cannot be used with --shared/],
    [{ dir: [at('one'), at('two')], name: ['one'], shared }, /there are 1 names for 2 folders/],
    [{ name: ['one', 'one'], shared }, /Each --name is given once/],
  ];
  for (const [values, reason] of refused) await assert.rejects(plan(values), reason);
  assert.equal(realFolder(at('one')), at('one'));
});

test('names on a server are paired with the folders; the others have none', async (t) => {
  const { at, plan } = placed(t);
  const { folders, options } = await plan({ dir: at('one'), name: ['first', 'second'], shared });
  assert.deepEqual(
    folders.map(([folder, name]) => [isPublishedFolder(folder), name]),
    [
      [false, 'first'],
      [true, 'second'],
    ],
  );
  assert.deepEqual(
    options.map((one) => [one.shared?.name, one.shared?.isWithoutFiles, one.folderList]),
    [
      ['first', undefined, undefined],
      ['second', true, undefined],
    ],
  );
  const [local] = (await plan({ dir: at('one') })).options;
  assert.notEqual(options[0]?.indexDirectory, local?.indexDirectory, 'what is kept of a shared index has a directory of its own');
  assert.equal((await plan({ dir: at('one'), name: ['first'], shared, index: at('index') })).options[0]?.indexDirectory, at('index'));
});

test('the progress of several folders is that of those that are incomplete', () => {
  const report = (progress?: { filesDone: number; filesTotal: number }) => ({ progress }) as FolderReport;
  assert.deepEqual(sumProgress([report({ filesDone: 1, filesTotal: 4 }), report(), report({ filesDone: 2, filesTotal: 3 })]), {
    filesDone: 3,
    filesTotal: 7,
  });
  assert.deepEqual(sumProgress([report()]), { filesDone: 0, filesTotal: 0 });
});
