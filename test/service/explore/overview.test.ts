import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createService } from '../../../src/service/createService.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { workFolder } from '../../support/workFolder.ts';

const files = {
  'README.md': '# Harbour\n\nIt predicts when ships can cross.\n',
  'src/tides.ts': '/** Reads tide tables. */\nexport function readTideTable() {}\n',
  'src/cross.ts': "import { readTideTable } from './tides.ts';\nreadTideTable();\n",
};

test('after saves the overview equals that of a rebuilt index; of a file that has changed since nothing is quoted', async (t) => {
  const folder = workFolder(t, files);
  const service = createService();
  t.after(() => service.close());
  const open = { settings: defaultSettings, runGit: false };
  await service.openFolder(folder.root, open);
  await service.idle();
  const [before] = await service.overview(folder.root);
  assert.equal(before?.says?.text, 'It predicts when ships can cross.');
  assert.equal((await service.overview(folder.root))[0], before);

  folder.write('src/harbour.ts', "import { readTideTable } from './tides.ts';\nexport class HarbourMaster {}\nreadTideTable();\n");
  folder.write('src/cross.ts', "import { HarbourMaster } from './harbour.ts';\nnew HarbourMaster();\n");
  await service.update(folder.root);
  const [after] = await service.overview(folder.root);
  const other = createService();
  t.after(() => other.close());
  await other.openFolder(folder.root, open);
  await other.idle();
  assert.deepEqual(after, (await other.overview(folder.root))[0]);
  assert.notDeepEqual(after, before);

  folder.write('README.md', '# Other\n\nThis sentence is not indexed yet.\n');
  const [words] = await service.wordsOfFiles(folder.root, ['README.md']);
  assert.notEqual(words?.text, 'It predicts when ships can cross.');
});

test('a folder without an index has no overview, and a file without one no outline', async (t) => {
  const folder = workFolder(t, files);
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(folder.root, { settings: defaultSettings, runGit: false });
  await service.idle();
  assert.equal(await service.outline(folder.root, 'nowhere.ts'), undefined);
  await service.clear(folder.root);
  assert.deepEqual(await service.overview(folder.root), []);
});
