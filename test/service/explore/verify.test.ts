/** Whether an index is that of its files, as it is told where it is not, or where one of the two cannot be read. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { type TestContext, test } from 'node:test';
import { createService } from '../../../src/service/createService.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { workFolder } from '../../support/workFolder.ts';

async function opened(t: TestContext) {
  const folder = workFolder(t);
  folder.write('quay.md', '# Quay\n\nThe quay has a `bollard`.\n');
  folder.write('tide.md', '# Tide\n\nThe tide reaches the `bollard`.\n');
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(folder.root, { settings: defaultSettings, runGit: false });
  await service.idle();
  return { folder, service, verify: () => service.verify(folder.root) };
}

test('an index of the files as they are has no difference; the first one is named where they have changed', async (t) => {
  const { folder, verify } = await opened(t);
  assert.equal(await verify(), undefined);
  folder.write('quay.md', '# Quay\n\nThe quay has a ladder.\n');
  assert.equal(await verify(), 'quay.md differs in the index');
  folder.write('pier.md', '# Pier\n');
  assert.equal(await verify(), 'quay.md differs in the index');
  folder.write('quay.md', '# Quay\n\nThe quay has a `bollard`.\n');
  assert.equal(await verify(), 'pier.md is missing from the index');
  folder.remove('pier.md');
  folder.remove('tide.md');
  assert.equal(await verify(), 'tide.md is in the index but not among the files');
});

test('an index that cannot be read is not right: one that was cleared, and one whose folder is gone', async (t) => {
  const { folder, service, verify } = await opened(t);
  fs.renameSync(folder.root, `${folder.root}-gone`);
  assert.equal(await verify(), `${folder.root} cannot be read`);
  fs.renameSync(`${folder.root}-gone`, folder.root);
  assert.equal(await verify(), undefined);
  await service.clear(folder.root);
  assert.equal(await verify(), `${folder.root} cannot be read`);
});
