/**
 * kill -9 at any moment of a build or an update leaves an index that is read without complaint and agrees with the files.
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

/** What the store writes, and the maximum number of such writes to run before the one that is suppressed. */
const writes: readonly (readonly [what: string, max: number])[] = [
  ['record', 30],
  ['segments', 4],
  ['journal', 4],
  ['manifest', 4],
  ['leftovers', 4],
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

test(`an index whose writer dies ${rounds} times between two writes equals a rebuilt one`, { timeout }, async (t) => {
  const random = randomNumbers(rounds + 1);
  await killing(
    t,
    random,
    async (child, ended) => {
      await ended;
      assert.equal(child.signalCode, 'SIGKILL', child.spawnargs.slice(-2).join());
    },
    (round) => {
      const [what, max] = writes[(round + Math.floor(round / writes.length)) % writes.length] as (typeof writes)[number];
      return [what, String(1 + Math.floor(random() ** 2 * max))];
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
  for (let i = 0; i < 540; i++) folder.write(`made${i % 8}/file${i}.${i % 2 ? 'ts' : 'md'}`, anyContent(random));
  const indexDirectory = path.join(folder.parent, 'index');
  for (let round = 0; round < rounds; round++) {
    // Every third time in a first build.
    if (round % 3 === 0) fs.rmSync(indexDirectory, { recursive: true, force: true });
    const args = argumentsOf(round);
    const child = fork(program, [folder.root, indexDirectory, String(round), ...args], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const ended = once(child, 'exit');
    await untilKilled(child, ended);
    await ended;
    await checkRead(folder, indexDirectory, `round ${round} ${args.join(' ')}`);
  }
}

/** Opens the index and compares it with a rebuilt one. */
async function checkRead({ root }: WorkFolder, indexDirectory: string, when: string): Promise<void> {
  const service = createService();
  await service.openFolder(root, { settings: defaultSettings, indexDirectory, runGit: false });
  await service.idle();
  assert.equal(service.report()[0]?.messages, undefined, when);
  assert.equal(service.report()[0]?.state, 'ready', when);
  assert.equal(await service.verify(root), undefined, when);
  await service.close();
}
