/** `meshrag enrich --gates`, against a real server on loopback. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ChatBody, loopbackServer } from '../../models/loopbackServer.ts';
import { cacheIn, runHere } from '../../support/inProcess.ts';
import { planted } from '../../support/plantedSecrets.ts';
import { workFolder } from '../../support/workFolder.ts';
import { gatedFiles } from '../../systems/hug/gatedFiles.ts';

test('verifies gates once, and keeps the verdicts when other files are saved', async (t) => {
  const asked: string[] = [];
  const speak = async ({ messages }: ChatBody) => {
    asked.push(messages[1]?.content ?? '');
    return { text: '{"related": false}', promptTokens: 1, answerTokens: 1 };
  };
  const { endpoint } = await loopbackServer(t, { speak });
  const [{ secret, text }] = planted as [(typeof planted)[0] & object];
  const folder = workFolder(t, { ...gatedFiles, 'tea/brew.ts': `${gatedFiles['tea/brew.ts']}\n/*\n${text}\n*/\n` });
  const run = async (...args: readonly string[]) => {
    const { status, stdout, stderr } = await runHere([...args, '--dir', folder.root, '--json'], cacheIn(folder.parent));
    return { status, value: stdout === '' ? undefined : JSON.parse(stdout), stderr };
  };
  const to = ['--model', 'expert', '--endpoint', endpoint];
  const estimate = await run('enrich', '--gates', '--estimate', '--model', 'expert', '--endpoint', endpoint);
  assert.deepEqual([estimate.value.candidates, estimate.value.known, estimate.value.requests, asked.length], [1, 0, 1, 0]);
  const first = await run('enrich', '--gates', ...to);
  assert.deepEqual([first.status, first.value.unrelated, asked.length], [0, 1, 1]);
  assert.ok(!asked[0]?.includes(secret) && asked[0]?.includes('heatWater'));
  folder.write('tea/pour.ts', '/** Pours two cups. */\nexport function pourCup() {}\n', 1);
  const second = await run('enrich', '--gates', ...to);
  assert.deepEqual([second.value.known, second.value.requests, asked.length], [1, 0, 1]);
  const all = await run('enrich', '--all-pairs', '--estimate');
  assert.deepEqual([all.value.candidates, all.value.requests], [2, 2]);
  const both = await run('enrich', '--gates', '--all-pairs', ...to);
  assert.equal(both.status, 2);
  assert.match(both.stderr, /--gates and --all-pairs exclude each other/);
});
