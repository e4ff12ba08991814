import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { MemoryBudget } from '../../../../src/engine/index/memoryBudget.ts';
import { createLexicons } from '../../../../src/engine/text/words/lexicon.ts';
import { findDifference } from '../../../../src/service/explore/verify.ts';
import { FolderIndex } from '../../../../src/service/folder/folderIndex.ts';
import { OpenFolders, type SharedContext } from '../../../../src/service/folder/openFolders.ts';
import { LexiconRenewal } from '../../../../src/service/folder/update/lexiconRenewal.ts';
import { TimeSlices } from '../../../../src/service/scheduling/timeSlices.ts';
import type { FileRow } from '../../../../src/storage/store.ts';
import { defaultSettings } from '../../../../src/workspace/settings.ts';
import { randomNumbers } from '../../../support/randomEdits.ts';
import { type WorkFolder, workFolder } from '../../../support/workFolder.ts';

const files = {
  'README.md': '# Harbour\n\nA harbour keeps ships safe from storms.\n',
  'src/ship.ts': 'export class Ship {\n  sail(): void {\n    hoistAnchor();\n  }\n}\n',
  'src/anchor.ts': 'export function hoistAnchor(): void {\n  winch.turn();\n}\n',
};

/** Awaited by the renewal; tests replace it. */
interface Idle {
  wait: () => Promise<void>;
}

/** Open, up-to-date folders with an index file each. */
async function opened(t: TestContext, works: readonly WorkFolder[], inFile = true) {
  const timeSlices = new TimeSlices();
  const newContext = (): SharedContext => {
    const lexicons = createLexicons();
    return { lexicons, budget: new MemoryBudget(2 ** 30, lexicons), timeSlices, onChange: () => undefined };
  };
  const folders = new OpenFolders(newContext());
  const open = async ({ root, parent }: WorkFolder): Promise<void> => {
    const indexFile = inFile ? `${parent}/index.sqlite` : undefined;
    const folder = new FolderIndex(root, { settings: defaultSettings, indexFile, runGit: false }, folders.context);
    folders.add(folder);
    await folder.load();
    await folder.update();
  };
  for (const work of works) await open(work);
  const idle: Idle = { wait: async () => undefined };
  const renewal = new LexiconRenewal(folders, newContext, () => idle.wait());
  const close = async (): Promise<void> => {
    renewal.close();
    for (const folder of folders.all()) await folders.remove(folder);
  };
  t.after(close);
  return { folders, renewal, idle, open, close };
}

/** Rewrites a file with new names again and again, then compacts index and store. */
async function churn(folder: FolderIndex, work: WorkFolder): Promise<void> {
  const random = randomNumbers(7);
  const name = (): string => `name${Math.floor(random() * 2 ** 40).toString(36)}`;
  folder.contents.data.store.compact();
  for (let i = 0; i < 80; i++) {
    work.write('src/made.ts', Array.from({ length: 300 }, () => `export const ${name()} = ${name()}();\n`).join(''));
    await folder.update(['src/made.ts']);
  }
  work.write('src/made.ts', 'export const done = true;\n');
  await folder.update(['src/made.ts']);
  const { store, index } = folder.contents.data;
  index.settle();
  store.compact();
  while (store.renew());
}

const stringsOf = (folder: FolderIndex): number =>
  folder.contents.lexicons.terms.size + folder.contents.lexicons.keys.size + folder.contents.lexicons.titles.size;

async function assertSound(folder: FolderIndex): Promise<void> {
  assert.equal(await findDifference(folder, undefined, undefined), undefined);
}

test('lexicons that mostly hold strings of the past are replaced, and nothing else changes', async (t) => {
  const works = [workFolder(t, files), workFolder(t, { 'tide.md': '# Tide\n\nThe tide table of the harbour.\n' })];
  const [work, other] = works as [WorkFolder, WorkFolder];
  const { folders, renewal, close } = await opened(t, works);
  await churn(folders.at(work.root), work);
  const [before, beforeOther] = folders.all() as [FolderIndex, FolderIndex];
  const rows = [...before.contents.data.table.rows()];
  await renewal.renew();
  assert.equal(folders.at(work.root), before, 'a few strings are not worth it');

  await renewal.renew(0);
  const [after, afterOther] = folders.all() as [FolderIndex, FolderIndex];
  assert.notEqual(after, before);
  assert.deepEqual([after.folder, afterOther.folder], [before.folder, beforeOther.folder]);
  assert.ok(stringsOf(after) * 4 < stringsOf(before), `${stringsOf(before)} strings became ${stringsOf(after)}`);
  assert.equal(after.contents.lexicons, afterOther.contents.lexicons);
  assert.equal(after.identity, before.identity);
  assert.equal(before.snapshot(), undefined);
  const contentsByPath = (list: readonly FileRow[]) => new Map(list.map(({ path, content }) => [path, content]));
  assert.deepEqual(contentsByPath([...after.contents.data.table.rows()]), contentsByPath(rows));
  for (const folder of folders.all()) {
    await assertSound(folder);
    // It is the writer now.
    assert.deepEqual([folder.report().state, folder.report().messages], ['ready', undefined]);
  }
  assert.equal(
    folders.view().reader.liveCount,
    folders.all().reduce((sum, one) => sum + one.report().chunks, 0),
  );

  other.write('ebb.md', '# Ebb\n\nThe ebb follows the tide.\n');
  await folders.at(other.root).update(['ebb.md']);
  await assertSound(folders.at(other.root));
  await close();
  const { folders: again } = await opened(t, works);
  assert.deepEqual(
    again.all().map((folder) => folder.report().filesRead),
    [0, 0],
  );
});

test('changes while the folders are opened a second time are not lost', async (t) => {
  const work = workFolder(t, files);
  const { folders, renewal, idle } = await opened(t, [work]);
  await churn(folders.at(work.root), work);
  const before = folders.at(work.root);
  let waits = 0;
  idle.wait = async () => {
    if (++waits > 4) return;
    work.write('src/late.ts', `export const late${waits} = 1;\n`);
    await folders.at(work.root).update(['src/late.ts']);
  };
  await renewal.renew(0);
  assert.ok(waits > 1);
  const after = folders.at(work.root);
  assert.notEqual(after, before);
  assert.ok(after.hashOf('src/late.ts'));
  await assertSound(after);
});

test('a folder that is opened meanwhile stays, and the renewal is left for later', async (t) => {
  const [work, other] = [workFolder(t, files), workFolder(t, files)];
  const { folders, renewal, idle, open } = await opened(t, [work]);
  await churn(folders.at(work.root), work);
  let waits = 0;
  idle.wait = async () => {
    if (++waits === 2) await open(other);
  };
  await renewal.renew(0);
  assert.deepEqual(
    folders.all().map(({ folder }) => folder),
    [work.root, other.root],
  );
  for (const folder of folders.all()) {
    await folder.update();
    assert.equal(folder.report().messages, undefined);
    await assertSound(folder);
  }
});

test('an index in memory keeps its lexicons', async (t) => {
  const work = workFolder(t, files);
  const { folders, renewal } = await opened(t, [work], false);
  const before = folders.at(work.root);
  await churn(before, work);
  await renewal.renew(0);
  assert.equal(folders.at(work.root), before);
  await assertSound(before);
});
