/** `meshrag ask --dry-run`, compared with what a real server on loopback receives from `meshrag ask`. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loopbackServer } from '../../models/loopbackServer.ts';
import { assertAnnounced, helpful, notes, questions, sentTo } from '../../support/announced.ts';
import { cacheIn, runHere } from '../../support/inProcess.ts';
import { workFolder } from '../../support/workFolder.ts';

test('what a question sends is announced', async (t) => {
  const { endpoint, received } = await loopbackServer(t, { speak: helpful });
  const folder = workFolder(t, notes);
  const run = async (...args: readonly string[]) => {
    const to = ['--dir', folder.root, '--model', 'reader', '--endpoint', endpoint, '--json'];
    const { status, stdout, stderr } = await runHere([...args, ...to], cacheIn(folder.parent));
    assert.equal(status, 0, stderr);
    return JSON.parse(stdout);
  };
  for (const [system, { question, earlier }, ...more] of [
    ['hug', questions.plain],
    ['multi-semantic', questions['follow-up']],
    ['vector', questions.plain, '--embedder', 'vectors'],
  ] as const) {
    const args = ['ask', question, '--system', system, ...earlier.flatMap((one) => ['--after', one]), ...more];
    const before = received.length;
    const { requests, possible } = await run(...args, '--dry-run');
    assert.equal(received.length, before, 'nothing is sent');
    await run(...args);
    const certain = requests.map(({ to, body }: { to: string; body: unknown }) => ({ path: to, body }));
    assert.ok(certain.length > 0);
    assertAnnounced(certain, possible, sentTo(received, before), system);
  }
});

test('what would be sent is printed whole, in order, with its size, then the bound of what follows', async (t) => {
  const { endpoint } = await loopbackServer(t);
  const folder = workFolder(t, notes);
  const args = ['ask', questions.plain.question, '--system', 'hug', '--dry-run', '--text', '--model', 'reader', '--endpoint', endpoint];
  const { stdout } = await runHere([...args, '--dir', folder.root], cacheIn(folder.parent));
  assert.match(
    stdout,
    /^POST \S+ \(chat\/completions\), about [\d,]+ tokens, 0 secrets masked; nothing was sent\.\n\n\[system\]\nYou select from a graph/,
  );
  assert.match(stdout, /\n\[user\]\n[\s\S]*Marta Quill was born in Tarrow[\s\S]*Question: Who directed/);
  assert.match(
    stdout,
    /\nDepending on the replies, at most these requests follow:\n- 1 request, 8,192 tokens each, .*\n- 4 requests, 8,192 tokens each, .*\n$/,
  );
});
