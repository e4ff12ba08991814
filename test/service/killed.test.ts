/**
 * kill -9 at any moment of a build or an update leaves an index file that is read without a complaint, and that says what the files say.
 * MESHRAG_KILL_ROUNDS=1000 makes it a thousand times instead of ten.
 */

import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createService } from '../../src/service/createService.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { anyContent, randomNumbers } from '../support/randomEdits.ts';
import { workFolder } from '../support/workFolder.ts';

const rounds = Number(process.env.MESHRAG_KILL_ROUNDS ?? 10);
const program = path.resolve(import.meta.dirname, '../support/indexUntilKilled.ts');

test(`an index that is killed ${rounds} times while it is written is read again and equals a rebuilt one`, {
  timeout: 60_000 + rounds * 20_000,
}, async (t) => {
  const random = randomNumbers(rounds);
  const folder = workFolder(t);
  // Enough for the segments to be saved beside the store.
  for (let i = 0; i < 540; i++) folder.write(`made${i % 8}/file${i}.${i % 2 ? 'ts' : 'md'}`, anyContent(random));
  const indexFile = path.join(folder.beside, 'index.sqlite');
  for (let round = 0; round < rounds; round++) {
    // Every third time in a first build.
    if (round % 3 === 0) for (const file of fs.globSync(`${indexFile}*`)) fs.rmSync(file);
    const child = fork(program, [folder.root, indexFile, String(round)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const ended = once(child, 'exit');
    await Promise.race([once(child, 'message'), ended]);
    await sleep(random() ** 2 * 2000);
    assert.equal(child.exitCode, null, 'it runs until it is killed');
    child.kill('SIGKILL');
    await ended;
    const service = createService();
    await service.openFolder(folder.root, { settings: defaultSettings, indexFile, runGit: false });
    await service.idle();
    assert.equal(service.report()[0]?.message, undefined, `round ${round}`);
    assert.equal(service.report()[0]?.state, 'ready', `round ${round}`);
    assert.equal(await service.verify(folder.root), undefined, `round ${round}`);
    await service.close();
  }
  assert.deepEqual(fs.globSync(`${indexFile}.aside*`), []);
});
