import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { runIndexes } from '../../../src/cli/commands/indexes.ts';
import { noteFolder } from '../../../src/service/folder/folderList.ts';
import { runInProcess } from '../../support/inProcess.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

/** Indexes by name in the cache of a directory: of folders that are there or gone, with replies of a model or without. */
function stored(
  parent: string,
  all: Readonly<Record<string, { readonly isGone?: boolean; readonly replies?: number; readonly verdicts?: number }>>,
) {
  const cache = path.join(parent, 'cache/meshrag');
  for (const [name, { isGone = false, replies = 0, verdicts = 0 }] of Object.entries(all)) {
    const folder = path.join(parent, name);
    const indexDirectory = path.join(cache, `${Buffer.from(name.padEnd(16, '-')).toString('hex')}.index`);
    if (!isGone) fs.mkdirSync(folder);
    noteFolder(path.join(cache, 'folders'), { folder, indexDirectory });
    fs.mkdirSync(indexDirectory, { recursive: true });
    fs.writeFileSync(path.join(indexDirectory, 'manifest.json'), 'x'.repeat(1000));
    if (replies > 0) fs.writeFileSync(path.join(indexDirectory, 'enriched'), '[1]\n'.repeat(replies));
    if (verdicts > 0) fs.writeFileSync(path.join(indexDirectory, 'gates'), '[1]\n'.repeat(verdicts));
  }
}

test('the indexes of this machine are listed with their folders, and what a model was paid for', async (t) => {
  const parent = temporaryDirectory(t);
  stored(parent, { here: {}, gone: { isGone: true, replies: 1 }, paid: { replies: 2, verdicts: 1 } });
  const { code, stdout, stderr } = await runInProcess(runIndexes, parent);
  assert.deepEqual([code, stderr], [0, '']);
  const lines = stdout.trimEnd().split('\n');
  const lineOf = (name: string) => lines.find((line) => line.includes(path.join(parent, name)));
  assert.match(lineOf('here') ?? '', /^[0-9a-f]{8} {6}1 kB {2}\S+ {2}used \d{4}-\d\d-\d\d$/);
  assert.match(lineOf('gone') ?? '', /, folder no longer exists, 1 reply of a model on passages$/);
  assert.match(lineOf('paid') ?? '', /, 2 replies of a model on passages, 1 verdict of a model$/);
  assert.equal(lines.at(-1), '3 indexes, 3 kB');
  const none = await runInProcess(runIndexes, path.join(parent, 'here'));
  assert.equal(none.stdout, '0 indexes, 0 B\n');
});

test('those whose folder has vanished are removed together, but what was paid for only by its own name', async (t) => {
  const parent = temporaryDirectory(t);
  stored(parent, { here: {}, gone: { isGone: true }, paid: { isGone: true, replies: 1 } });
  const { code, stdout, stderr } = await runInProcess(runIndexes, parent, '--remove', 'vanished');
  assert.equal(code, 0);
  assert.equal(stdout, `Removed ${path.join(parent, 'gone')}: 1 kB\n`);
  assert.match(stderr, /paid was kept, with what a model was paid for: --remove ([0-9a-f]{8}) removes that as well\n$/);
  const id = /--remove ([0-9a-f]{8})/.exec(stderr)?.[1] as string;
  const { indexes, removed } = JSON.parse((await runInProcess(runIndexes, parent, '--json', '--remove', id)).stdout);
  assert.deepEqual(
    removed.map((one: { folder: string }) => one.folder),
    [path.join(parent, 'paid')],
  );
  assert.deepEqual(
    indexes.map((one: { folder: string }) => one.folder),
    [path.join(parent, 'here')],
  );
  assert.equal('usedMs' in indexes[0], false);
  assert.match(indexes[0].lastUsed, /^\d{4}-\d\d-\d\dT/);
});

test('a name that is wrong removes nothing, and words are not taken', async (t) => {
  const parent = temporaryDirectory(t);
  stored(parent, { here: {} });
  const here = path.join(parent, 'here');
  await assert.rejects(runInProcess(runIndexes, parent, '--remove', here, '--remove', 'odd'), /There is no index of "odd"/);
  await assert.rejects(runInProcess(runIndexes, parent, 'all'), /indexes takes no arguments, got "all"/);
  const twice = await runInProcess(runIndexes, parent, '--remove', here, '--remove', here);
  assert.equal(twice.stdout, `Removed ${here}: 1 kB\n`);
});
