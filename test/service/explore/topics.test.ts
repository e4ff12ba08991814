import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createService } from '../../../src/service/createService.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { workFolder } from '../../support/workFolder.ts';

const files = {
  'src/tides.ts': '/** Reads tide tables. */\nexport function readTideTable() {}\n',
  'src/cross.ts': "import { readTideTable } from './tides.ts';\nexport class BarCrossing {}\nreadTideTable();\n",
  'src/plan.ts':
    "import { readTideTable } from './tides.ts';\nimport { BarCrossing } from './cross.ts';\nreadTideTable();\nnew BarCrossing();\n",
  'docs/tides.md': '# Tide tables\n\nThe function `readTideTable` reads them, and `BarCrossing` needs them.\n',
};

test('topics are those of communities, and are within the requested files', async (t) => {
  const folder = workFolder(t, files);
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(folder.root, { settings: defaultSettings, runGit: false });
  await service.idle();
  const paths = Object.keys(files).filter((path) => path.startsWith('src/'));
  const ofCommunities = await service.topics(folder.root, paths);
  const [communities] = await service.communities(folder.root);
  assert.ok(ofCommunities.length > 0);
  for (const { id, name, files: count, chunks } of ofCommunities) {
    assert.equal(communities?.communities.find((one) => one.id === id)?.name, name);
    assert.deepEqual(
      [...new Set(chunks.map(({ path }) => path))].filter((path) => !paths.includes(path)),
      [],
    );
    assert.equal(new Set(chunks.map(({ path }) => path)).size, count);
  }
  assert.deepEqual(await service.topics(folder.root, ['docs/tides.md']), [], 'one file has no topics');
});
