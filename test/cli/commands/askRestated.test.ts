/** `meshrag ask --restate`, follow-ups and failing models, against a real server on loopback. */

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type ChatBody, loopbackServer } from '../../models/loopbackServer.ts';
import { cacheIn, runHere } from '../../support/inProcess.ts';
import { workFolder } from '../../support/workFolder.ts';

const question = 'Where do my things end up when I quit?';
const line = 'Persistence of the session state on exit: serializer, workspace storage, write';
const files = {
  'docs/session.md': '# Persistence\n\nOn exit the serializer writes the session state to the workspace storage.\n',
  'docs/quit.md': '# Quitters\n\nThings of those who quit end in tears.\n\n# Ends\n\nThe end of the pier is up in the north.\n',
  'src/serializer.ts': 'export class SessionSerializer {\n  flush(): void {}\n}\n',
};

/** Runs `ask` in a folder of these files. `restate` and `answer` are what the model says to each kind of request. */
async function asked(t: TestContext, replies: { restate?: string; answer?: string; delayMs?: number } = {}) {
  const bodies: ChatBody[] = [];
  const { endpoint, received } = await loopbackServer(t, {
    speak: async (body) => {
      bodies.push(body);
      const isRestating = body.messages[0]?.content.includes('You help a search');
      if (isRestating && replies.delayMs !== undefined) await wait(replies.delayMs);
      return { text: (isRestating ? replies.restate : replies.answer) ?? '', promptTokens: 1, answerTokens: 1 };
    },
  });
  const folder = workFolder(t, files);
  const run = (text: string, ...args: readonly string[]) => runHere(['ask', text, '--dir', folder.root, ...args], cacheIn(folder.parent));
  return { run, bodies, received, model: ['--model', 'reader', '--endpoint', endpoint] };
}

test('--restate sends the question alone, and quotes what the other words lead to', async (t) => {
  const { run, bodies, model } = await asked(t, { restate: `${line}\nNames: SessionSerializer` });
  const { status, stdout, stderr } = await run(question, ...model, '--restate', '--text');
  assert.deepEqual([status, stderr], [0, '']);
  assert.match(stdout, /docs\/session\.md:3[\s\S]*the serializer writes the session state/);
  assert.match(
    stdout,
    /also looked for: Persistence of the session state on exit, serializer, workspace storage, write, SessionSerializer\n$/,
  );
  assert.equal(bodies.length, 1);
  assert.doesNotMatch(JSON.stringify(bodies), /Quitters|docs\/session/);
  const json = JSON.parse((await run(question, ...model, '--restate', '--json')).stdout);
  assert.deepEqual(json.restated, { line, names: ['SessionSerializer'] });
  assert.deepEqual([json.model, json.blocks[0].path], [null, 'docs/session.md']);
  const plain = JSON.parse((await run(question, '--json')).stdout);
  assert.notEqual(plain.blocks[0]?.path, 'docs/session.md');
});

test('--restate --dry-run announces its one request', async (t) => {
  const { run, bodies, model, received } = await asked(t, { restate: line });
  const { requests, possible } = JSON.parse((await run(question, ...model, '--restate', '--dry-run', '--json')).stdout);
  assert.deepEqual([requests.length, possible, received.length], [1, [], 0]);
  await run(question, ...model, '--restate', '--json');
  assert.deepEqual(requests[0].body.messages, bodies[0]?.messages);
});

test('a model that fails leaves the quotes, with one sentence', async (t) => {
  const { run, model } = await asked(t, { restate: "I'm sorry, I can't help with that." });
  const { blocks } = JSON.parse((await run(question, '--json')).stdout);
  const unreachable = ['--model', 'reader', '--endpoint', 'http://127.0.0.1:9/v1'];
  for (const [args, status, sentence] of [
    [[...model, '--restate'], 0, /^meshrag: reader did not restate the question; it was searched for as it is\.\n$/],
    [[...unreachable, '--restate'], 0, /^meshrag: Cannot reach http:\/\/127\.0\.0\.1:9\/v1: .*\n$/],
    [unreachable, 1, /^meshrag: Cannot reach http:\/\/127\.0\.0\.1:9\/v1: .* The answer is quoted, which needs no network\.\n$/],
  ] as const) {
    const ran = await run(question, ...args, '--json');
    assert.equal(ran.status, status, ran.stderr);
    assert.match(ran.stderr, sentence);
    assert.deepEqual(JSON.parse(ran.stdout).blocks, blocks);
    const text = await run(question, ...args, '--text');
    assert.match(text.stdout, /docs\/\w+\.md:\d/);
    assert.match(text.stderr, sentence);
  }
  const missing = await run(question, '--restate');
  assert.deepEqual([missing.status, /--restate requires --model NAME --endpoint URL/.test(missing.stderr)], [2, true]);
});

test('a model that is late, or has no time, leaves the quotes, is asked once, and is named in one sentence', async (t) => {
  const { run, model, received } = await asked(t, { restate: line, delayMs: 1500 });
  const { blocks } = JSON.parse((await run(question, '--json')).stdout);
  const busy = ['--model', 'rate-long', ...model.slice(2)];
  for (const [args, sentence] of [
    [[...model, '--restate-seconds', '1'], /^meshrag: reader did not restate the question within 1 s; it was searched for as it is\.\n$/],
    [busy, /^meshrag: .*\(429\)[^\n]*\n$/],
  ] as const) {
    const before = received.length;
    const { status, stdout, stderr } = await run(question, ...args, '--restate', '--json');
    assert.equal(status, 0, stderr);
    assert.match(stderr, sentence);
    assert.deepEqual(JSON.parse(stdout).blocks, blocks);
    assert.equal(received.length - before, 1);
  }
  const patient = JSON.parse((await run(question, ...model, '--restate', '--restate-seconds', '120', '--json')).stdout);
  assert.equal(patient.restated.line, line);
  for (const [args, sentence] of [
    [['--restate', '--restate-seconds', '0'], /--restate-seconds is "0", expected a whole number from 1 to 120/],
    [['--restate', '--restate-seconds', '121'], /from 1 to 120/],
  ] as const) {
    const refused = await run(question, ...model, ...args);
    assert.deepEqual([refused.status, sentence.test(refused.stderr)], [2, true], refused.stderr);
  }
  const alone = await run(question, '--restate-seconds', '5');
  assert.deepEqual([alone.status, /--restate-seconds requires --model NAME --endpoint URL/.test(alone.stderr)], [2, true]);
});

test('where the model restates but does not answer, the quotes are those of the restated question', async (t) => {
  const { run, model } = await asked(t, { restate: line });
  const { status, stdout, stderr } = await run(question, ...model, '--json');
  assert.equal(status, 1);
  const { blocks, restated, error } = JSON.parse(stdout);
  assert.deepEqual([blocks[0].path, restated.line], ['docs/session.md', line]);
  assert.equal(stderr, `meshrag: ${error}\n`);
});

test('a follow-up reaches the model with its earlier questions', async (t) => {
  const { run, model, bodies } = await asked(t, { restate: line, answer: 'To the storage [1].' });
  const first = 'What does the serializer write?';
  const { status } = await run('And where to?', ...model, '--after', first, '--json');
  assert.equal(status, 0);
  const [restating, answering] = bodies.map(({ messages }) => messages.at(-1)?.content ?? '');
  assert.match(restating ?? '', /\nEarlier question: What does the serializer write\?\nQuestion: And where to\?$/);
  assert.match(answering ?? '', /\n\nEarlier question: What does the serializer write\?\nQuestion: And where to\?$/);
});

test('words and names are given apart from the question, without any model', async (t) => {
  const { run, received } = await asked(t);
  const words = ['--words', 'persistence, serializer, workspace storage', '--names', 'SessionSerializer, flush'];
  const { blocks, restated } = JSON.parse((await run(question, ...words, '--json')).stdout);
  assert.equal(blocks[0].path, 'docs/session.md');
  assert.equal(restated, undefined);
  const refused = await run(question, ...words, '--restate', '--model', 'reader', '--endpoint', 'http://127.0.0.1:9/v1');
  assert.deepEqual([refused.status, /--restate asks for what --words and --names provide/.test(refused.stderr)], [2, true]);
  assert.equal(received.length, 0);
});
