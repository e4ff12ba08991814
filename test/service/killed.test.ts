/**
 * kill -9 at any moment of a build or an update leaves an index file that is read without complaint and agrees with the files.
 * MESHRAG_KILL_ROUNDS=1000 runs a thousand rounds each instead of four.
 */

import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createService } from '../../src/service/createService.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { anyContent, randomNumbers } from '../support/randomEdits.ts';
import { type WorkFolder, workFolder } from '../support/workFolder.ts';

const rounds = Number(process.env.MESHRAG_KILL_ROUNDS ?? 4);
const timeout = 60_000 + rounds * 20_000;
const program = path.resolve(import.meta.dirname, '../support/indexUntilKilled.ts');

/** Parts of the store's write statements, and the maximum number of them to run before the one that is suppressed. */
const writes: readonly (readonly [sql: string, max: number])[] = [
  ['BEGIN', 12],
  ['INSERT INTO document', 300],
  ['INSERT INTO dictionary', 8],
  ['INSERT INTO file', 12],
  ['INSERT OR REPLACE INTO meta', 2],
  ['UPDATE document', 12],
  ['DELETE FROM', 12],
  ['COMMIT', 12],
  ['wal_checkpoint', 4],
];

test(`an index that is killed ${rounds} times while it is written is read again and equals a rebuilt one`, { timeout }, async (t) => {
  const random = randomNumbers(rounds);
  await killing(t, random, async (child, ended) => {
    await Promise.race([once(child, 'message'), ended]);
    await sleep(random() ** 2 * 2000);
    assert.equal(child.exitCode, null, 'it runs until it is killed');
    child.kill('SIGKILL');
  });
});

test(`an index whose writer dies ${rounds} times between two statements of a write equals a rebuilt one`, { timeout }, async (t) => {
  const random = randomNumbers(rounds + 1);
  await killing(
    t,
    random,
    async (child, ended) => {
      await ended;
      assert.equal(child.signalCode, 'SIGKILL', child.spawnargs.slice(-2).join());
    },
    (round) => {
      const [sql, max] = writes[(round + Math.floor(round / writes.length)) % writes.length] as (typeof writes)[number];
      return [sql, String(1 + Math.floor(random() ** 2 * max))];
    },
  );
});

/** Runs the program that is killed, `rounds` times on one folder, and compares the index with a rebuilt one after each. */
async function killing(
  t: TestContext,
  random: () => number,
  untilKilled: (child: ChildProcess, ended: Promise<unknown>) => Promise<void>,
  argumentsOf: (round: number) => readonly string[] = () => [],
): Promise<void> {
  const folder = workFolder(t);
  // Enough for the segments to be saved next to the store.
  for (let i = 0; i < 540; i++) folder.write(`made${i % 8}/file${i}.${i % 2 ? 'ts' : 'md'}`, anyContent(random));
  const indexFile = path.join(folder.parent, 'index.sqlite');
  for (let round = 0; round < rounds; round++) {
    // Every third time in a first build.
    if (round % 3 === 0) for (const file of fs.globSync(`${indexFile}*`)) fs.rmSync(file);
    const args = argumentsOf(round);
    const child = fork(program, [folder.root, indexFile, String(round), ...args], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const ended = once(child, 'exit');
    await untilKilled(child, ended);
    await ended;
    await checkRead(folder, indexFile, `round ${round} ${args.join(' ')}`);
  }
  assert.deepEqual(fs.globSync(`${indexFile}.aside*`), []);
}

/** Opens the index and compares it with a rebuilt one. */
async function checkRead({ root }: WorkFolder, indexFile: string, when: string): Promise<void> {
  const service = createService();
  await service.openFolder(root, { settings: defaultSettings, indexFile, runGit: false });
  await service.idle();
  assert.equal(service.report()[0]?.messages, undefined, when);
  assert.equal(service.report()[0]?.state, 'ready', when);
  assert.equal(await service.verify(root), undefined, when);
  await service.close();
}
