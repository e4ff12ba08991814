import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { after, before, test } from 'node:test';
import { CancellationTokenSource } from 'vscode-languageserver/node';
import {
  type EmbedParams,
  type EmbedResult,
  type EnrichProgress,
  embedderRequest,
  embedRequest,
  enrichEstimateRequest,
  enrichProgressNotification,
  enrichRequest,
  type ModelChatParams,
  type ModelChatResult,
  type ModelInfo,
  modelChatRequest,
  modelTextNotification,
} from '../../src/protocol/model.ts';
import { searchRequest } from '../../src/protocol/server.ts';
import { copyFixture } from '../support/fixture.ts';
import { type LspClient, startLspClient } from './lspClient.ts';

// The test acts as the editor: it answers the server's requests over the real wire.
let client: LspClient;
let folder: string;
let play: (params: ModelChatParams) => Promise<ModelChatResult>;
const asked: ModelChatParams[] = [];
const progress: EnrichProgress[] = [];
/** The embedder that the editor offers, and the texts that it was asked for. */
let embedder: string | undefined;
let embed: (params: EmbedParams) => EmbedResult;
const embedded: EmbedParams[] = [];
const model: ModelInfo = { id: 'm', name: 'stand-in', contextTokens: 8000, counts: false };

before(async () => {
  folder = copyFixture('workspace');
  client = await startLspClient({ transport: 'ipc' });
  await client.configure([folder]);
  client.connection.onRequest(modelChatRequest as string, (params: ModelChatParams) => {
    asked.push(params);
    return play(params);
  });
  client.connection.onRequest(embedderRequest as string, () => ({ name: embedder }));
  client.connection.onRequest(embedRequest as string, (params: EmbedParams) => {
    embedded.push(params);
    return embed(params);
  });
  client.connection.onNotification(enrichProgressNotification as string, (done: EnrichProgress) => void progress.push(done));
});

after(async () => {
  await client.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

const reading = async ({ chat, messages }: ModelChatParams): Promise<ModelChatResult> => {
  const word = /\p{Lu}\p{Ll}{3,}/u.exec(messages[1]?.content ?? '')?.[0] ?? '';
  const reply = { entities: [{ name: word, description: 'Something zymurgical.', aliases: [] }], triples: [], summary: '' };
  await client.notify(modelTextNotification, { chat, text: JSON.stringify(reply) });
  return { end: 'done' };
};

test('nothing is sent for the estimate or after a refusal; what was stored before a pause is not requested again', async () => {
  const estimate = await client.ask(enrichEstimateRequest, { subject: 'passages', model: model.name });
  assert.equal(asked.length, 0);
  assert.ok(estimate.requests > 10 && estimate.known === 0 && estimate.tokensSent > 1000);

  play = async () => ({ end: 'withheld', messages: [{ code: 'verbatim', arguments: ['Nothing was sent: offline.'] }] });
  const refused = await client.ask(enrichRequest, { subject: 'passages', model });
  assert.deepEqual([refused.done, asked.length], [0, 1]);
  assert.match(JSON.stringify(refused.failure), /Nothing was sent: offline/);
  assert.deepEqual([asked[0]?.purpose, asked[0]?.sources], ['enrich', 1]);

  const pausing = new CancellationTokenSource();
  let left = 6;
  play = async (params) => {
    if (left-- === 0) pausing.cancel();
    return reading(params);
  };
  await assert.rejects(client.ask(enrichRequest, { subject: 'passages', model }, pausing.token));
  const kept = progress.at(-1)?.done ?? 0;
  assert.ok(kept >= 1 && kept < estimate.requests);

  play = reading;
  const before = asked.length;
  const done = await client.ask(enrichRequest, { subject: 'passages', model });
  assert.equal(done.failure, undefined);
  assert.ok(done.known >= kept);
  assert.equal(asked.length - before, done.done + done.skipped);
  assert.equal((await client.ask(enrichEstimateRequest, { subject: 'passages', model: model.name })).requests, 0);
  const { sources } = await client.ask(searchRequest, { query: 'zymurgical', system: 'unweaver' });
  assert.ok(sources.length > 0);
});

test('a passage about which the model says nothing, or more than can be read, is skipped, and the run goes on', async () => {
  let left = 2;
  play = async (params) => {
    const [code, args] = left-- > 1 ? ['emptyAnswer', ['127.0.0.1']] : ['unfinished', ['127.0.0.1', 30, 4]];
    return left >= 0 ? { end: 'failed', messages: [{ code: code as string, arguments: args as (string | number)[] }] } : reading(params);
  };
  const other = { ...model, name: 'another stand-in' };
  const { failure, skipped, done } = await client.ask(enrichRequest, { subject: 'passages', model: other });
  assert.deepEqual([failure, skipped], [undefined, 1]);
  assert.ok(done > 10);
});

test('gates are verified once, two passages per request, and a pair that the model denies is not a gate', async () => {
  const gates = { subject: 'gates' } as const;
  const before = asked.length;
  const estimate = await client.ask(enrichEstimateRequest, { ...gates, model: model.name });
  assert.equal(asked.length, before);
  assert.ok(estimate.requests > 0 && estimate.requests === estimate.total && estimate.tokensSent > 100);
  play = async ({ chat }) => {
    await client.notify(modelTextNotification, { chat, text: '{"related": false}' });
    return { end: 'done' };
  };
  const done = await client.ask(enrichRequest, { ...gates, model });
  assert.deepEqual([done.done, done.skipped, done.failure, asked.length - before], [estimate.requests, 0, undefined, estimate.requests]);
  assert.deepEqual([asked.at(-1)?.purpose, asked.at(-1)?.sources], ['enrich', 2]);
  assert.deepEqual(await client.ask(enrichEstimateRequest, { ...gates, model: model.name }), {
    ...{ total: estimate.total, known: estimate.total, requests: 0, tokensSent: 0 },
  });
});

test('the editor’s embedder compares what was read; without one, and after a refusal, words are compared', async () => {
  const ask = (query: string) => client.ask(searchRequest, { query, system: 'unweaver' });
  const base64 = (...numbers: number[]): string => Buffer.from(Float32Array.from(numbers).buffer).toString('base64');
  embed = ({ texts }) => ({
    end: 'done',
    vectors: texts.map((text) => (/zymurgical|saccharification/.test(text) ? base64(1, 0) : base64(0, 1))),
  });
  assert.equal((await ask('saccharification')).sources.length, 0);
  assert.equal(embedded.length, 0);

  embedder = 'https://models.example/v1 vectors';
  assert.ok((await ask('saccharification')).sources.length > 0);
  const texts = embedded.flatMap((params) => params.texts);
  assert.equal(new Set(texts).size, texts.length);
  assert.ok(texts.includes('saccharification') && embedded.every(({ name, tokens }) => name === embedder && tokens > 0));
  const before = embedded.length;
  await ask('saccharification');
  await client.ask(searchRequest, { query: 'saccharification', system: 'mesh' });
  assert.equal(embedded.length, before);

  /** Words take the place of an embedder that fails, and the first result says why. */
  const assertByWords = async (fault: RegExp, end: typeof embed): Promise<void> => {
    embed = end;
    const { sources } = await ask('zymurgical works');
    assert.ok(sources.length > 0);
    assert.match(JSON.stringify(sources[0]), fault);
  };
  const said = (sentence: string) => ({ vectors: [], messages: [{ code: 'verbatim' as const, arguments: [sentence] }] });
  await assertByWords(/Nothing was sent: offline/, () => ({ end: 'withheld', ...said('Nothing was sent: offline.') }));
  await assertByWords(/The endpoint is gone/, () => ({ end: 'failed', ...said('The endpoint is gone.') }));
  await assertByWords(/0 vectors of 1 texts/, () => ({ end: 'done', vectors: [] }));
  embedder = undefined;
  assert.ok((await ask('zymurgical')).sources.length > 0);
});

test('the editor’s embedder makes vectors of passages, once, up to the tokens that were agreed to', async () => {
  const base64 = Buffer.from(Float32Array.of(1, 0.5, 0.25).buffer).toString('base64');
  embed = ({ texts }) => ({ end: 'done', vectors: texts.map(() => base64) });
  embedder = undefined;
  const vectors = { subject: 'vectors' } as const;
  const estimate = await client.ask(enrichEstimateRequest, { ...vectors, model: 'https://models.example/v1 vectors' });
  assert.ok(estimate.total > 10 && estimate.known === 0 && estimate.requests > 0);
  await assert.rejects(client.ask(enrichRequest, vectors), /No embedding model can be used/);

  embedder = 'https://models.example/v1 vectors';
  const before = embedded.length;
  const stopped = await client.ask(enrichRequest, { ...vectors, tokens: 1 });
  assert.match(JSON.stringify(stopped.failure), /overEstimate/);
  assert.equal(embedded.length, before);
  embed = () => ({ end: 'refused', vectors: [], messages: [{ code: 'verbatim', arguments: ['Not like this.'] }] });
  const refused = await client.ask(enrichRequest, vectors);
  assert.match(JSON.stringify(refused.failure), /Not like this/);
  assert.equal(refused.done, 0);

  embed = ({ texts }) => ({ end: 'done', vectors: texts.map(() => base64) });
  const done = await client.ask(enrichRequest, { ...vectors, tokens: estimate.tokensSent });
  assert.deepEqual([done.failure, done.done], [undefined, estimate.total]);
  assert.equal((await client.ask(enrichEstimateRequest, { ...vectors, model: embedder })).requests, 0);
  const asked = embedded.length;
  await client.ask(searchRequest, { query: 'a question that was never asked' });
  assert.equal(embedded.length, asked + 1);
  embedder = undefined;
  await client.ask(searchRequest, { query: 'another question that was never asked' });
  assert.equal(embedded.length, asked + 1);
});
