import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createService } from '../../../src/service/createService.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { workFolder } from '../../support/workFolder.ts';

test('a link leads to a file by its path or name, to a heading, or to a label of another document', async (t) => {
  const folder = workFolder(t);
  folder.write('docs/lock.md', '# Lock\n\nSee the gates.\n\n## Gates\n\nThey shut.\n');
  folder.write('notes/Tides.md', '# Tides\n\nHigh and low.\n');
  folder.write('manual/index.rst', 'Manual\n======\n\nText.\n');
  folder.write('manual/keeper.rst', 'The keeper\n==========\n\nText.\n\n.. _whistle:\n\nWhistles\n--------\n\nMore text.\n');
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(folder.root, { settings: defaultSettings, runGit: false });
  await service.idle();
  for (const [from, target, expected] of [
    ['docs/lock.md', '../notes/Tides.md', 'notes/Tides.md:1'],
    ['docs/lock.md', '#gates', 'docs/lock.md:5'],
    ['notes/Tides.md', 'lock#Gates', 'docs/lock.md:5'],
    ['notes/Tides.md', '/docs/lock.md#nowhere', 'docs/lock.md:1'],
    ['manual/index.rst', 'keeper', 'manual/keeper.rst:1'],
    ['manual/index.rst', '#whistle', 'manual/keeper.rst:8'],
    ['manual/index.rst', '../../etc/passwd', undefined],
    ['manual/index.rst', '#nothing', undefined],
  ] as const) {
    const found = await service.linkTarget(folder.root, from, target);
    assert.equal(found && `${found.path}:${found.line}`, expected, target);
  }
});
