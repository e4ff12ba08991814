/** `meshrag enrich --vectors`, against a real server on loopback; as a process where it is killed. */

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type LoopbackOptions, loopbackServer } from '../../models/loopbackServer.ts';
import { cacheIn, runHere } from '../../support/inProcess.ts';
import { planted } from '../../support/plantedSecrets.ts';
import { commandLine } from '../../support/programs.ts';
import { rounds } from '../../support/sample.ts';
import { workFolder } from '../../support/workFolder.ts';

/** 200 notes that mention boats less and less; one of them says it in other words, too. */
const files = Object.fromEntries(
  Array.from({ length: 200 }, (_, i) => [
    `note${String(i).padStart(3, '0')}.md`,
    `# Note ${i}\n\n${'The boats are blue. '.repeat(1 + ((199 - i) >> 3))}${i === 9 ? 'A shipwright mends them.' : 'Somebody sees them.'}\n`,
  ]),
);

async function started(t: TestContext, options: LoopbackOptions = {}, own: Readonly<Record<string, string>> = files) {
  const server = await loopbackServer(t, options);
  const folder = workFolder(t, own);
  const cache = cacheIn(folder.parent);
  const begin = (args: readonly string[]): ChildProcess =>
    spawn(process.execPath, [commandLine, ...args], { env: { ...process.env, ...cache } });
  const run = (...args: readonly string[]) => runHere(args, cache);
  const embedder = (name = 'm'): string[] => ['--embedder', name, '--endpoint', server.endpoint];
  const texts = () => server.received.flatMap(({ body }) => JSON.parse(body).input as string[]);
  return { server, folder, begin, run, embedder, texts, at: ['--dir', folder.root] };
}

/** Notes about boats are near the question, that of the shipwright nearest. */
const vectorOf = (text: string): readonly number[] => {
  const angle = /shipwright|question/.test(text) ? 0 : /Note (?:\d|1\d)\n/.test(text) ? 0.5 : 1.2;
  return [Math.cos(angle), Math.sin(angle)];
};

test('the estimate sends nothing; then the first results are ordered by vectors, too, and only where the embedder is given', async (t) => {
  const { run, embedder, texts, at } = await started(t, { vectorOf });
  const search = ['search', 'question about boats', ...at, '--json', '-k', '10'];
  const found = async (...more: readonly string[]): Promise<readonly { path: string; evidence: { kind: string }[] }[]> =>
    JSON.parse((await run(...search, '--explain', ...more)).stdout).results;
  const before = await found();
  assert.deepEqual(await found(...embedder()), before);
  assert.equal(texts().length, 0);
  const estimate = JSON.parse((await run('enrich', '--vectors', '--estimate', ...embedder(), ...at, '--json')).stdout);
  assert.deepEqual([estimate.passages, estimate.known, texts().length], [200, 0, 0]);
  const { status, stdout } = await run('enrich', '--vectors', ...embedder(), ...at, '--json');
  const { embedded, skipped, requests, tokensSent } = JSON.parse(stdout);
  assert.deepEqual([status, embedded, skipped, requests], [0, 200, 0, estimate.requests]);
  assert.equal(tokensSent, estimate.tokensSent);
  const after = await found(...embedder());
  const rank = (results: typeof before) => results.findIndex((one) => one.path === 'note009.md');
  assert.ok(rank(after) >= 0 && rank(after) < rank(before), `${rank(before)} ${rank(after)}`);
  assert.ok(after[rank(after)]?.evidence.some(({ kind }) => kind === 'vector'));
  const asked = texts().length;
  await found(...embedder());
  assert.equal(texts().length, asked);
  assert.deepEqual(await found(), before);
  assert.deepEqual(await found(...embedder('another')), before);
  assert.deepEqual(await found(...embedder(), '--set', 'vectors=0'), before);
});

test('if it is killed several times at random, no passage whose vector was kept is sent again', async (t) => {
  const { server, folder, begin, run, embedder, texts, at } = await started(t, { vectorOf });
  await run('index', ...at);
  const keptIn = (): number => {
    const cache = path.join(folder.parent, 'cache');
    const name = fs.readdirSync(cache, { recursive: true, encoding: 'utf8' }).find((file) => path.basename(file) === 'vectors');
    return name === undefined ? 0 : fs.readFileSync(path.join(cache, name), 'utf8').split('\n').length - 1;
  };
  for (let round = 0; round < rounds(4, 10); round++) {
    const [before, sent] = [keptIn(), texts().length];
    const child = begin(['enrich', '--vectors', ...embedder(), ...at, '--json', '--limit', '40']);
    const exited = once(child, 'close');
    const wanted = server.received.length + 1;
    while (server.received.length < wanted && child.exitCode === null) await wait(1);
    await wait(round);
    child.kill('SIGKILL');
    await exited;
    assert.equal(new Set(texts().slice(sent)).size, texts().length - sent);
    assert.ok(keptIn() >= before);
  }
  const [kept, sent] = [keptIn(), texts().length];
  const last = JSON.parse((await run('enrich', '--vectors', ...embedder(), ...at, '--json')).stdout);
  assert.deepEqual([last.known, last.embedded, texts().length - sent], [kept, 200 - kept, 200 - kept]);
});

test('secrets are masked', async (t) => {
  const own = { 'keys.md': `# Keys\n\n${planted.map(({ text }) => text).join('\n\n')}\n` };
  const { run, embedder, texts, at } = await started(t, {}, own);
  assert.equal((await run('enrich', '--vectors', ...embedder(), ...at)).status, 0);
  assert.ok(texts().length > 0);
  for (const text of texts()) for (const { secret } of planted) assert.ok(!text.includes(secret));
});

test('an embedder that changes ends the run and loses nothing; a search goes on by words and says so', async (t) => {
  let size = 2;
  const { run, embedder, at, folder } = await started(t, {
    vectorOf: (text) => Array.from({ length: size }, (_, i) => 1 + i + (text.length % 7)),
  });
  await run('enrich', '--vectors', ...embedder(), ...at);
  size = 3;
  fs.writeFileSync(path.join(folder.root, 'more.md'), '# More\n\nBoats again, in another note.\n');
  const { status, stderr } = await run('enrich', '--vectors', ...embedder(), ...at);
  assert.equal(status, 1);
  assert.match(stderr, /vectors of 2 and of 3 numbers/);
  const { results } = JSON.parse((await run('search', 'boats', ...embedder(), ...at, '--json', '--explain')).stdout);
  assert.match(JSON.stringify(results[0].evidence), /by words alone: the embedder failed/);
});

test('eval makes the vectors that it compares, once, and measures them on the user’s own questions', async (t) => {
  const { run, embedder, texts, folder } = await started(t, { vectorOf });
  const queries = path.join(folder.parent, 'queries.jsonl');
  fs.writeFileSync(queries, `${JSON.stringify({ id: 'q', query: 'question about boats', gold: ['note009.md'] })}\n`);
  const evaluate = async (...more: readonly string[]) =>
    JSON.parse((await run('eval', '--workspace', folder.root, '--queries', queries, '--json', ...more)).stdout);
  const plain = await evaluate();
  const compared = await evaluate(...embedder());
  assert.ok(compared.mrr > plain.mrr, `${compared.mrr} ${plain.mrr}`);
  assert.equal(texts().length, 101);
  assert.equal((await evaluate(...embedder())).mrr, compared.mrr);
  assert.equal(texts().length, 101);
});
