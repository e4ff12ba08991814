/** `--judge` of `meshrag search` and `meshrag ask`, against a real server on loopback. */

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type ChatBody, loopbackServer } from '../../models/loopbackServer.ts';
import { assertAnnounced, sentTo } from '../../support/announced.ts';
import { cacheIn, runHere } from '../../support/inProcess.ts';
import { workFolder } from '../../support/workFolder.ts';

const people = ['Ansel', 'Berta', 'Cato', 'Dorit', 'Enno'];
const files = {
  LICENSE: 'MIT License\n\nPermission is hereby granted, free of charge, to any person obtaining a copy of this software.\n',
  ...Object.fromEntries(
    people.map((name) => [`${name}.md`, `# ${name} Brook\n\nIn winter ${name} Brook keeps the ledger of the harbour of Tarrow.\n`]),
  ),
};
const question = 'Who keeps the ledger of the harbour?';

/** Grades passages about Enno highest, and those of which it has no idea not at all. */
async function speak({ messages: [rules, user] }: ChatBody) {
  const passages = [...(user?.content ?? '').matchAll(/ n=(\d+)>\n(\w+)/g)];
  const verdicts = passages.map(([, n, title]) => ({ n: Number(n), grade: title === 'Enno' ? 10 : 0 }));
  const text = rules?.content.startsWith('You grade') ? JSON.stringify({ verdicts }) : 'The keeper of accounts: ledger, winter';
  return { text, promptTokens: 1, answerTokens: 1 };
}

async function started(t: TestContext) {
  const { endpoint, received } = await loopbackServer(t, { speak });
  const folder = workFolder(t, files);
  async function run(...args: readonly string[]) {
    const { status, stdout, stderr } = await runHere([...args, '--dir', folder.root, '--json'], cacheIn(folder.parent));
    return { status, value: stdout === '' ? undefined : JSON.parse(stdout), stderr };
  }
  return { run, received, model: ['--model', 'reader', '--endpoint', endpoint] };
}

const pathsOf = ({ results }: { readonly results: readonly { readonly path: string }[] }) => results.map((one) => one.path);

test('a model orders the places of search, of any system, ties by rank', async (t) => {
  const { run, received, model } = await started(t);
  for (const system of ['mesh', 'bm25']) {
    const search = (...args: readonly string[]) => run('search', question, '--system', system, ...args);
    const plain = pathsOf((await search()).value);
    assert.notEqual(plain[0], 'Enno.md');
    const before = received.length;
    const judged = await search('--judge', ...model);
    assert.deepEqual([judged.status, judged.stderr, received.length - before], [0, '', 1]);
    assert.deepEqual(pathsOf(judged.value), ['Enno.md', ...plain.filter((one) => one !== 'Enno.md')]);
    assert.deepEqual(pathsOf((await search('--judge', '-k', '2', ...model)).value), ['Enno.md', plain[0]]);
  }
});

test('a system that asks a model does so in search as well', async (t) => {
  const { run, received, model } = await started(t);
  const { value, status } = await run('search', question, '--system', 'multi-semantic', ...model);
  assert.deepEqual([status, received.length, pathsOf(value)[0]], [0, 1, 'Enno.md']);
});

test('a judge that fails leaves the order, with one sentence; one without a model or beside nothing to do is refused', async (t) => {
  const { run, received, model } = await started(t);
  const plain = pathsOf((await run('search', question)).value);
  const failed = await run('search', question, '--judge', '--model', 'reader', '--endpoint', 'http://127.0.0.1:9/v1');
  assert.deepEqual([failed.status, pathsOf(failed.value)], [0, plain]);
  assert.match(failed.stderr, /^meshrag: Cannot reach http:\/\/127\.0\.0\.1:9\/v1: .*\n$/);
  for (const [args, message] of [
    [['search', question, '--judge'], /--judge requires --model NAME --endpoint URL/],
    [['ask', question, '--judge'], /--judge requires --model NAME --endpoint URL/],
    [['search', question, ...model], /mesh asks no model; --model goes with --judge, or with --system multi-semantic, hug, topo/],
    [['search', question, '--compact', '--judge', ...model], /--compact asks no model/],
  ] as const) {
    const { status, stderr } = await run(...args);
    assert.deepEqual([status, message.test(stderr)], [2, true], stderr);
  }
  assert.equal(received.length, 0);
});

test('of an answer by quotes, the model orders the places and writes nothing; what is sent is announced', async (t) => {
  const { run, received, model } = await started(t);
  assert.notEqual((await run('ask', question)).value.blocks[0].path, 'Enno.md');
  for (const more of [[], ['--restate']] as const) {
    const args = ['ask', question, '--judge', ...more, ...model];
    const before = received.length;
    const { requests, possible } = (await run(...args, '--dry-run')).value;
    assert.equal(received.length, before, 'nothing is sent');
    const { status, value } = await run(...args);
    assert.deepEqual([status, value.blocks[0].path, value.model], [0, 'Enno.md', null]);
    const certain = requests.map(({ to, body }: { to: string; body: unknown }) => ({ path: to, body }));
    assert.equal(certain.length, 1);
    assertAnnounced(certain, possible, sentTo(received, before), more.join());
  }
});

test('a question that is answered by who knows its kind is judged by nobody', async (t) => {
  const { run, received, model } = await started(t);
  const { status, value } = await run('ask', 'What licence does this have?', '--judge', ...model);
  assert.deepEqual([status, value.blocks[0].path, received.length], [0, 'LICENSE', 0]);
});
