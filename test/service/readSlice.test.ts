import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { workFolder } from '../support/workFolder.ts';

const program = path.resolve(import.meta.dirname, '../support/readAll.ts');

test('files that are read while the process hardly runs are not too slow', {
  skip: process.platform === 'win32',
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
    // Longer than a file may take.
    await sleep(700);
    child.kill('SIGCONT');
  }
  child.send('stop');
  const [told] = (await once(child, 'message')) as [{ files: number; rounds: number; reasons: string[] }];
  assert.equal(told.files, names.length);
  assert.ok(told.rounds > 0);
  assert.deepEqual(told.reasons, []);
});
