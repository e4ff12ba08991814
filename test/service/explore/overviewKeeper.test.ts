import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draw } from '../../../src/engine/hash/mix.ts';
import { createService } from '../../../src/service/createService.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { workFolder } from '../../support/workFolder.ts';

const files = {
  'README.md': '# Harbour\n\nIt predicts when ships can cross.\n',
  'src/tides.ts': '/** Reads tide tables. */\nexport function readTideTable() {}\n',
  'src/cross.ts': "import { readTideTable } from './tides.ts';\nreadTideTable();\n",
};

test('after saves the overview equals that of a rebuilt index; nothing is quoted from a file that has changed since', async (t) => {
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

test('a file is described by its own sentence, not by the one about the first of its definitions', async (t) => {
  const folder = workFolder(t, {
    ...files,
    'src/locks.ts': '/** How long a lock takes to open. */\nexport const minutes = 3;\n\nexport class Lock {}\n\nexport class Gate {}\n',
  });
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(folder.root, { settings: defaultSettings, runGit: false });
  await service.idle();
  const paths = ['src/tides.ts', 'src/locks.ts'];
  const words = await service.wordsOfFiles(folder.root, paths);
  assert.deepEqual(
    words.map((one) => one?.text),
    ['Reads tide tables.', undefined],
  );
  assert.equal((await service.outline(folder.root, 'src/locks.ts'))?.says, undefined);
});

test('whatever was written and removed, the overview equals that of a rebuilt index', async (t) => {
  const folder = workFolder(t, files);
  const service = createService();
  t.after(() => service.close());
  const open = { settings: defaultSettings, runGit: false };
  await service.openFolder(folder.root, open);
  await service.idle();
  const written = new Set<string>();
  let drawn = 0;
  const pick = (count: number): number => draw(7, drawn++) % count;
  for (let round = 0; round < 6; round++) {
    for (let change = 0; change < 4; change++) {
      const known = [...written];
      const old = known[pick(Math.max(1, known.length))];
      const kind = old === undefined ? 0 : pick(4);
      const path = `${['src', 'docs', 'test', 'deep/er'][pick(4)]}/f${pick(40)}.${pick(2) === 0 ? 'ts' : 'md'}`;
      if (kind === 3 && old !== undefined) {
        folder.remove(old);
        written.delete(old);
      } else {
        const name = `Name${pick(12)}`;
        folder.write(
          path,
          path.endsWith('.md')
            ? `# ${name}\n\nSee [it](../src/tides.ts) about ${name}.\n`
            : `export class ${name} {}\nnew Name${pick(12)}();\n`,
        );
        written.add(path);
      }
    }
    await service.update(folder.root);
    const [after] = await service.overview(folder.root);
    const other = createService();
    await other.openFolder(folder.root, open);
    await other.idle();
    assert.deepEqual(after, (await other.overview(folder.root))[0], `round ${round}`);
    await other.close();
  }
});

test('after a save an overview that was asked for is computed when the folder is idle', async (t) => {
  const folder = workFolder(t, files);
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(folder.root, { settings: defaultSettings, runGit: false });
  await service.idle();
  await service.overview(folder.root);
  folder.write('sea/index.ts', '/** Where all the ships wait. */\nexport class HarbourMaster {}\n');
  folder.write('sea/ships.ts', 'export class ShipList {}\n');
  await service.update(folder.root);
  await new Promise((resolve) => setTimeout(resolve, 3000 + 2000));
  // Nothing is quoted from a file that has changed since it was indexed, so this quote was found before.
  folder.write('sea/index.ts', '/** Something else is written here. */\nexport class HarbourMaster {}\n');
  const [after] = await service.overview(folder.root);
  assert.equal(after?.parts.find(({ path }) => path === 'sea')?.says?.text, 'Where all the ships wait.');
  folder.write('sea/index.ts', '/** Where all the ships wait. */\nexport class HarbourMaster {}\n');
  const other = createService();
  t.after(() => other.close());
  await other.openFolder(folder.root, { settings: defaultSettings, runGit: false });
  await other.idle();
  assert.deepEqual(after, (await other.overview(folder.root))[0]);
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
