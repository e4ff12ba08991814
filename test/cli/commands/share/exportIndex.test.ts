import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { runExport } from '../../../../src/cli/commands/share/exportIndex.ts';
import { printed, runInProcess } from '../../../support/inProcess.ts';
import { workFolder } from '../../../support/workFolder.ts';

test('an export says where it is, what it has and how large it is', async (t) => {
  const { folder, ask } = await printed(t, runExport);
  const { code, stdout } = await ask(path.join(folder.parent, 'export'));
  assert.equal(code, 0);
  assert.match(
    stdout,
    /^Wrote PARENT\/export: 5 files, \d+ chunks\.\n\d+ kB, \d{3,} % of the files\. It contains their words, names and paths, but no text\.\n$/,
  );
  const { files, bytes, writtenBytes, commit } = JSON.parse((await ask(path.join(folder.parent, 'other'), '--json')).stdout);
  assert.deepEqual([files, bytes > 0, writtenBytes > 0, commit], [5, true, true, undefined]);
  await assert.rejects(ask(), /export takes one directory, got 0/);
  await assert.rejects(ask('a', 'b'), /export takes one directory, got 2/);
});

test('of an empty folder no share is given', async (t) => {
  const folder = workFolder(t);
  const { stdout } = await runInProcess(runExport, folder.parent, path.join(folder.parent, 'export'), '--dir', folder.root);
  assert.match(stdout, /: 0 files, 0 chunks\.\n\d+ B\. It contains/);
});
