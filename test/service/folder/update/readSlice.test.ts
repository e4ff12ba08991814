import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import vm from 'node:vm';
import { languageOf } from '../../../../src/engine/text/languages.ts';
import { createLexicons } from '../../../../src/engine/text/words/lexicon.ts';
import { readSlice } from '../../../../src/service/folder/update/readSlice.ts';
import { createMemoryStore } from '../../../../src/storage/memoryStore.ts';
import { isSkipped } from '../../../../src/workspace/entries.ts';
import { FolderLook } from '../../../../src/workspace/files/folderLook.ts';
import { defaultSettings } from '../../../../src/workspace/settings.ts';
import { workFolder } from '../../../support/workFolder.ts';

const program = path.resolve(import.meta.dirname, '../../../support/readAll.ts');

test('files that are read while the process hardly runs are not reported as too slow', {
  skip: process.platform === 'win32' && 'on Windows there are no signals',
  timeout: 60_000,
}, async (t) => {
  const folder = workFolder(t);
  const names = Array.from({ length: 20 }, (_, i) => `file${i}.md`);
  for (const name of names) folder.write(name, `# ${name}\n\n${'The harbour master of Port Wexley keeps the rota.\n\n'.repeat(800)}`);
  const child = fork(program, [folder.root, ...names]);
  t.after(() => child.kill('SIGKILL'));
  await once(child, 'message');
  for (let round = 0; round < 4; round++) {
    await sleep(100 + round * 17);
    child.kill('SIGSTOP');
    // Longer than the time limit of a file.
    await sleep(700);
    child.kill('SIGCONT');
  }
  child.send('stop');
  const [report] = (await once(child, 'message')) as [{ files: number; rounds: number; reasons: string[] }];
  assert.equal(report.files, names.length);
  assert.ok(report.rounds > 0);
  assert.deepEqual(report.reasons, []);
});

test('only large files are watched, each by its own thread, which a busy machine is slow to start', async (t) => {
  const folder = workFolder(t);
  const names = Array.from({ length: 8 }, (_, i) => `file${i}.md`);
  for (const name of names) folder.write(name, 'The harbour master keeps the rota.\n'.repeat(100));
  folder.write('large.md', 'The harbour master keeps the rota.\n'.repeat(2000));
  const described = await new FolderLook(folder.root, defaultSettings).describe([...names, 'large.md']);
  const files = [...described.values()].flatMap((one) => (one === undefined || isSkipped(one) ? [] : [one]));
  const watched = t.mock.method(vm.Script.prototype, 'runInThisContext');
  const place = {
    folder: folder.root,
    settings: defaultSettings,
    languageOf,
    known: () => undefined,
    store: createMemoryStore(),
    lexicons: createLexicons(),
  };
  const read = (some: typeof files): number => {
    let count = 0;
    for (let at = 0; at < some.length; ) at = readSlice(place, some, at, () => count++);
    return count;
  };
  assert.deepEqual([read(files.filter((file) => file.path !== 'large.md')), watched.mock.callCount()], [8, 0]);
  assert.deepEqual([read(files), watched.mock.callCount()], [9, 1]);
});
