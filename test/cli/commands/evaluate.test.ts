/** `meshrag eval` with models, against a real server on loopback. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { type ChatBody, loopbackServer } from '../../models/loopbackServer.ts';
import { cacheIn, runHere } from '../../support/inProcess.ts';
import { workFolder } from '../../support/workFolder.ts';
import { gatedFiles } from '../../systems/hug/gatedFiles.ts';

const people = ['Ansel', 'Berta', 'Cato', 'Dorit', 'Enno'];
const textOf = (name: string) => `${name} Brook mends boats in Tarrow. In winter ${name} Brook keeps the ledger of the harbour.`;
const files = Object.fromEntries(people.map((name) => [`${name}.md`, `# ${name} Brook\n\n${textOf(name)}\n`]));

/** Reads Berta as a shipwright, a word that no file has, and grades passages about Enno highest. */
async function speak({ messages }: ChatBody) {
  const content = messages[1]?.content ?? '';
  const name = people.find((one) => content.includes(`${one} Brook mends`)) ?? '';
  const description = name === 'Berta' ? 'A shipwright of the village.' : 'A person who keeps a ledger.';
  const read = { entities: [{ name: `${name} Brook`, description, aliases: [] }], triples: [], summary: '' };
  const passages = [...content.matchAll(/ n=(\d+)>\n(\w+)/g)];
  const verdicts = passages.map(([, n, title]) => ({ n: Number(n), grade: title === 'Enno' ? 10 : 0 }));
  const isJudge = messages[0]?.content.startsWith('You grade') === true;
  return { text: JSON.stringify({ related: false, ...(isJudge ? { verdicts } : read) }), promptTokens: 1, answerTokens: 1 };
}

async function started(t: TestContext, own: Readonly<Record<string, string>> = files) {
  const server = await loopbackServer(t, { speak, vectorOf: (text) => (/shipwright|builder/i.test(text) ? [1, 0] : [0, 1]) });
  const folder = workFolder(t, own);
  const run = async (...args: readonly string[]) => {
    const { status, stdout, stderr } = await runHere([...args, '--json'], cacheIn(folder.parent));
    return { status, value: stdout === '' ? undefined : JSON.parse(stdout), stderr };
  };
  /** Evaluates one question about one file. */
  const evaluate = (query: string, gold: string, ...args: readonly string[]) => {
    const queries = path.join(folder.parent, 'queries.jsonl');
    fs.writeFileSync(queries, JSON.stringify({ id: '1', query, gold: [gold] }));
    return run('eval', '--workspace', folder.root, '--queries', queries, ...args);
  };
  const model = (name: string) => ['--model', name, '--endpoint', server.endpoint];
  return { server, folder, run, evaluate, model };
}

test('an enriched index is read, and its descriptions are compared by vectors', async (t) => {
  const { server, folder, run, evaluate, model } = await started(t);
  const ask = (query: string, ...args: readonly string[]) => evaluate(query, 'Berta.md', '--system', 'unweaver', ...args);
  const before = await ask('Which shipwright?');
  assert.deepEqual([before.status, before.value.hit1, before.value.models], [0, 0, undefined]);
  assert.equal((await run('enrich', '--dir', folder.root, ...model('reader'))).status, 0);
  const asked = server.received.length;
  const after = await ask('Which shipwright?');
  assert.deepEqual([after.value.hit1, after.value.models], [1, { enriched: people.length }]);
  assert.equal((await ask('Which shipwright?', '--index', path.join(folder.parent, 'other.index'))).value.hit1, 0);
  assert.equal(server.received.length, asked);
  const compared = await ask('Which builder?', '--embedder', 'vectors', '--endpoint', server.endpoint);
  const requests = server.received.length - asked;
  assert.deepEqual([compared.value.hit1, compared.value.models], [1, { enriched: people.length, embeddings: requests }]);
  assert.ok(requests > 0);
});

test('stored verdicts on gates are read', async (t) => {
  const { folder, run, evaluate, model } = await started(t, gatedFiles);
  assert.equal((await run('enrich', '--gates', '--dir', folder.root, ...model('reader'))).value.unrelated, 1);
  const { value } = await evaluate('How is water heated?', 'tea/brew.ts', '--system', 'hug');
  assert.deepEqual(value.models, { verdicts: 1 });
});

test('a model is asked with each question, and its requests are counted; one that fails is replaced by none', async (t) => {
  const { server, evaluate, model } = await started(t);
  const ask = (...args: readonly string[]) =>
    evaluate('Who keeps the ledger of the harbour?', 'Enno.md', '--system', 'multi-semantic', ...args);
  const without = await ask();
  assert.deepEqual([without.value.mrr, without.value.models], [0.2, undefined]);
  const judged = await ask(...model('reader'));
  assert.deepEqual([judged.value.mrr > 0.2, judged.value.models], [true, { requests: 1 }]);
  assert.equal(server.received.length, 1);
  const failed = await ask(...model('unauthorized'));
  assert.deepEqual([failed.status, failed.value.mrr, failed.value.models], [0, 0.2, { requests: 1 }]);
  assert.match(failed.stderr, /^meshrag: Evaluated without a model: .*127\.0\.0\.1.*\n$/);
  const refused = await evaluate('x', 'y', '--system', 'bm25', ...model('reader'));
  assert.deepEqual([refused.status, server.received.length], [2, 2]);
  assert.match(refused.stderr, /bm25 asks no model; --model goes with --judge, or with --system multi-semantic, hug, topo/);
});

test('with --judge, a model orders the first results of any system', async (t) => {
  const { server, evaluate, model } = await started(t);
  const ask = (...args: readonly string[]) => evaluate('Who keeps the ledger of the harbour?', 'Enno.md', '--system', 'bm25', ...args);
  const without = await ask();
  const judged = await ask('--judge', ...model('reader'));
  assert.deepEqual([without.value.mrr < 1, judged.value.mrr, judged.value.models], [true, 1, { requests: 1 }]);
  assert.equal(server.received.length, 1);
  const refused = await ask('--judge');
  assert.deepEqual([refused.status, /--judge requires --model/.test(refused.stderr)], [2, true]);
});
