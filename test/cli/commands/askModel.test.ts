/** `meshrag ask --model`, against a real server on loopback. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { createLexicons, type Lexicon } from '../../../src/engine/text/words/lexicon.ts';
import { finish } from '../../../src/engine/util/steps.ts';
import { SegmentFollower } from '../../../src/storage/segments/segmentFollower.ts';
import { type LoopbackServer, loopbackServer } from '../../models/loopbackServer.ts';
import { cacheIn, type RanProgram, runHere } from '../../support/inProcess.ts';
import { planted } from '../../support/plantedSecrets.ts';
import { type WorkFolder, workFolder } from '../../support/workFolder.ts';

const question = 'When can the sandbank at Port Wexley be crossed?';
const files = {
  'docs/tides.md': '# Tides\n\nThe tide table tells pilots when the sandbank at Port Wexley can be crossed.\n',
  'docs/keys.md': `# Keys of Port Wexley\n\n${planted.map(({ text }) => `The sandbank at Port Wexley can be crossed with\n${text}\n`).join('\n')}`,
};

/** A folder and a function that asks it; `run` takes the arguments after the question. */
async function asked(t: TestContext): Promise<{
  server: LoopbackServer;
  folder: WorkFolder;
  run(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<RanProgram>;
  model(name: string): string[];
}> {
  const server = await loopbackServer(t);
  const folder = workFolder(t, files);
  const own = { ...cacheIn(folder.parent), MESHRAG_API_KEY: undefined };
  return {
    server,
    folder,
    model: (name) => ['--model', name, '--endpoint', server.endpoint],
    run: (args, env = {}) => runHere(['ask', question, '--dir', folder.root, ...args], { ...own, ...env }),
  };
}

test('a model answers, and the answer is checked', async (t) => {
  const { server, run, model } = await asked(t);
  server.answer = 'At high tide, by the table [1]. See ![the plan](http://evil.example/a.png) [9]. Nobody else may do it.';
  const { status, stdout } = await run([...model('well'), '--json'], { MESHRAG_API_KEY: 'right-key' });
  assert.equal(status, 0);
  const answer = JSON.parse(stdout);
  assert.equal(answer.model, 'well');
  assert.equal(answer.found, true);
  assert.equal(answer.answer, 'At high tide, by the table [1]. See the plan [?]. Nobody else may do it.');
  assert.deepEqual(answer.unknownCitations, [9]);
  assert.ok(answer.unsupported.includes('Nobody else may do it.'));
  const [citation] = answer.citations;
  assert.ok(files[citation.path as keyof typeof files].includes(citation.quote));
  assert.equal(server.received.length, 1);
  assert.equal(server.received[0]?.headers.authorization, 'Bearer right-key');
});

/** The strings in the index of the only folder, as lower-case text. */
function storedIn(cache: string): string {
  const [name = ''] = fs.readdirSync(cache).filter((one) => one.endsWith('.index'));
  const lexicons = createLexicons();
  const { saved } = finish(new SegmentFollower(path.join(cache, name), lexicons).read());
  assert.ok(saved.length > 0);
  return (Object.values(lexicons) as Lexicon[])
    .flatMap((lexicon) => Array.from({ length: lexicon.size }, (_, id) => lexicon.text(id)))
    .join('\n')
    .toLowerCase();
}

test('no secret is sent, answered or stored; their number is reported', async (t) => {
  const { server, run, model, folder } = await asked(t);
  const json = await run([...model('well'), '--json', '--context', '100000']);
  const quoted = await run(['--json', '-k', '50']);
  const stored = storedIn(path.join(folder.parent, 'cache/meshrag'));
  assert.ok(stored.includes('sandbank'));
  const everything = stored + JSON.stringify(server.received) + json.stdout + quoted.stdout + json.stderr;
  for (const { kind, secret } of planted) {
    assert.ok(!everything.includes(JSON.stringify(secret).slice(1, -1)), kind);
    // Terms are folded words.
    for (const word of secret.toLowerCase().split(/[^a-z0-9]+/))
      if (word.length >= 10) assert.ok(!stored.includes(word), `${kind}: ${word}`);
  }
  assert.ok(JSON.parse(json.stdout).masked >= 40);
});

test('the terminal shows the answer as it arrives, then its sources', async (t) => {
  const { run, model } = await asked(t);
  const { status, stdout } = await run([...model('well'), '--text']);
  assert.equal(status, 0);
  assert.match(stdout, /^The pilot knows \[1\]\.\n\n\[1\] docs\/\w+\.md:\d+/);
  assert.match(stdout, /sources sent to well · mesh · .*secrets masked\n$/);
});

test('each look of a model is a line on standard error, and in the JSON', async (t) => {
  const { run, folder } = await asked(t);
  folder.write('docs/crane.md', '# Crane\n\nThe crane lifts salt.\n');
  const { endpoint } = await loopbackServer(t, {
    speak: async ({ messages }) => {
      const rounds = messages.filter(({ role }) => role === 'assistant').length;
      const text = ['I need more.\nLOOK search crane lifts\nLOOK read ../outside.md 1-9', 'The crane lifts salt [2:3].'][rounds] as string;
      return { text, promptTokens: 1, answerTokens: 1 };
    },
  });
  const model = ['--model', 'speaker', '--endpoint', endpoint, '-k', '1'];
  const text = await run([...model, '--text']);
  assert.match(
    text.stderr,
    /^Looked for: crane lifts\nRead \.\.\/outside\.md 1-9 \("\.\.\/outside\.md" (?:lies outside of|does not exist in) the workspace\)\n/m,
  );
  assert.match(text.stdout, /^I need more\.\n\nThe crane lifts salt \[2\]\.\n\n\[2\] docs\/crane\.md:3\n/);
  const { answer, looks } = JSON.parse((await run([...model, '--json'])).stdout);
  assert.equal(answer, 'The crane lifts salt [2].');
  assert.deepEqual(looks[0], { verb: 'search', words: 'crane lifts', sources: [2] });
  assert.match(looks[1].refusal, /outside/);
});

test('where the model refuses a request after a look, the answer is quoted, and why is on standard error', async (t) => {
  const { run } = await asked(t);
  const { endpoint, received } = await loopbackServer(t, {
    speak: async ({ messages }) => {
      const isRefused = messages.some(({ role }) => role === 'assistant');
      return { text: 'LOOK read docs/keys.md 1-9', promptTokens: 1, answerTokens: 1, isRefused };
    },
  });
  const { status, stdout, stderr } = await run(['--model', 'speaker', '--endpoint', endpoint, '-k', '1', '--json']);
  assert.equal(status, 1);
  assert.match(stderr, /^Read docs\/keys\.md 1-9\n.*\(429\)/m);
  const { blocks, error, model } = JSON.parse(stdout);
  assert.deepEqual([blocks.length > 0, model], [true, null]);
  assert.match(error, /\(429\)/);
  assert.equal(received.length, 2);
});

test('--dry-run prints the exact request and sends nothing', async (t) => {
  const { server, run, model } = await asked(t);
  const dry = JSON.parse((await run([...model('well'), '--dry-run', '--json'])).stdout);
  assert.equal(server.received.length, 0);
  await run([...model('well'), '--json']);
  assert.deepEqual(dry.requests[0].body, JSON.parse(server.received[0]?.body ?? ''));
});

test('without --model nothing is sent, whatever the environment', async (t) => {
  const { server, run } = await asked(t);
  const plain = JSON.parse((await run(['--json'])).stdout);
  const env = { MESHRAG_API_KEY: 'k', OPENAI_API_KEY: 'k', OPENAI_BASE_URL: server.endpoint };
  const same = JSON.parse((await run(['--json'], env)).stdout);
  assert.deepEqual([same.answer, same.model], [plain.answer, null]);
  assert.equal(server.received.length, 0);
});

test('too much for the model: fewer sources are sent', async (t) => {
  const { server, run, model } = await asked(t);
  const { status, stdout } = await run([...model('small'), '--json']);
  assert.equal(status, 0, stdout);
  assert.ok(server.received.length >= 2);
});

test('failures are reported in one sentence', async (t) => {
  const { run, model, server } = await asked(t);
  for (const [args, status, message] of [
    [model('unauthorized'), 1, /rejects the key \(401\)/],
    [model('redirect'), 1, /redirects are not followed/],
    [['--model', 'well'], 2, /--endpoint URL is missing/],
    [['--dry-run'], 2, /--dry-run requires --model NAME --endpoint URL/],
    [['--model', 'well', '--endpoint', 'nowhere'], 2, /is not an http or https URL/],
  ] as const) {
    const ran = await run([...args, '--text']);
    assert.equal(ran.status, status, ran.stderr);
    assert.match(ran.stderr, message);
  }
  assert.equal(server.received.length, 2);
});
