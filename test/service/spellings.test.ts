/** Names that change only in case, also on case-insensitive file systems. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { createLexicons } from '../../src/engine/text/words/lexicon.ts';
import { digestOfFolder } from '../../src/service/explore/verify.ts';
import { FolderIndex } from '../../src/service/folder/folderIndex.ts';
import { TimeSlices } from '../../src/service/scheduling/timeSlices.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { type WorkFolder, workFolder } from '../support/workFolder.ts';

const files = { 'README.md': '# Harbour\n', 'src/anchor.ts': 'export const anchor = 1;\n', 'src/deep/rope.ts': 'export const rope = 1;\n' };

test('a file or folder that is renamed only in case is known by its new name alone', async (t) => {
  for (const [from, to] of [
    ['README.md', 'readme.md'],
    ['src/anchor.ts', 'src/Anchor.ts'],
    ['src', 'SRC'],
    ['src/deep', 'src/Deep'],
  ] as const) {
    for (const names of [
      [from, to],
      [to, from],
    ]) {
      const folder = workFolder(t, files);
      const index = await opened(t, folder);
      fs.renameSync(path.join(folder.root, from), path.join(folder.root, to));
      await index.update(names);
      await agreesWithRebuilt(t, index, folder, `${from} to ${to}`);
    }
  }
});

test('a file reported in another spelling is not indexed twice', async (t) => {
  const folder = workFolder(t, files);
  const index = await opened(t, folder);
  for (const names of ['readme.md', 'SRC/anchor.ts', 'src/ANCHOR.ts', 'src/Deep/rope.ts']) {
    await index.update([names]);
    await agreesWithRebuilt(t, index, folder, names);
  }
});

async function opened(t: TestContext, { root }: WorkFolder): Promise<FolderIndex> {
  const context = { lexicons: createLexicons(), timeSlices: new TimeSlices(), onChange: () => undefined };
  const index = new FolderIndex(root, { settings: defaultSettings, runGit: false }, context);
  t.after(() => index.close());
  await index.update();
  return index;
}

async function agreesWithRebuilt(t: TestContext, index: FolderIndex, folder: WorkFolder, what: string): Promise<void> {
  const rebuilt = await opened(t, folder);
  const contentsOf = async (one: FolderIndex) => ({
    paths: [...one.contents.data.index.paths()].sort(),
    digest: await digestOfFolder(one),
  });
  assert.deepEqual(await contentsOf(index), await contentsOf(rebuilt), what);
}
