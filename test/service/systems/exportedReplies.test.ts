// What a model has said travels with an export that is asked for it: who imports it asks a model nothing of the same passages.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { LazyBytes } from '../../../src/engine/index/codec/lazyBytes.ts';
import { createOpenAIEmbedder } from '../../../src/models/openaiEmbedder.ts';
import { createOpenAIModel } from '../../../src/models/openaiModel.ts';
import { createService } from '../../../src/service/createService.ts';
import type { SharedOptions, WriteIndex } from '../../../src/service/types/options.ts';
import type { Service } from '../../../src/service/types/service.ts';
import { ModelReplies } from '../../../src/storage/modelReplies.ts';
import { publish } from '../../../src/storage/postgres/openPublished.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { type ChatBody, loopbackServer } from '../../models/loopbackServer.ts';
import { sharedServer } from '../../support/publishedIndex.ts';
import { serveRanges } from '../../support/rangeServer.ts';
import { type WorkFolder, workFolder } from '../../support/workFolder.ts';
import { gatedFiles } from '../../systems/hug/gatedFiles.ts';

const server = await sharedServer();
after(() => server.server?.stop());

const files = {
  'garden.md': '# Salt Garden\n\nMarta Quill staged it in spring, and Ansel Brook paid.\n',
  'pier.md': '# Pier\n\nAnsel Brook rebuilt the pier of Port Wexley.\n',
};

const speak = async ({ messages }: ChatBody) => {
  const content = messages.at(-1)?.content ?? '';
  const names = [...new Set(content.match(/Marta Quill|Ansel Brook|Port Wexley/g))];
  const entities = names.map((name) => ({ name, description: `${name}, a zymurgist.`, aliases: [] }));
  return { text: JSON.stringify({ entities, triples: [], summary: 'Of salt.' }), promptTokens: 1, answerTokens: 1 };
};

async function opened(t: TestContext, { root }: WorkFolder, indexDirectory?: string, shared?: SharedOptions): Promise<Service> {
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(root, { settings: defaultSettings, indexDirectory, runGit: false, ...(shared && { shared }) });
  await service.idle();
  return service;
}

async function read(t: TestContext) {
  const { endpoint } = await loopbackServer(t, { speak });
  const [folder, clone] = [workFolder(t, files), workFolder(t, { ...files, 'new.md': '# New\n\nOf the new lighthouse.\n' })];
  const [model, embedder] = [createOpenAIModel({ endpoint, model: 'reader' }), createOpenAIEmbedder({ endpoint, model: 'vectors' })];
  const service = await opened(t, folder, path.join(folder.parent, 'index'));
  await service.enrich(model);
  await service.embedPassages(embedder);
  return { folder, clone, service, model, embedder, directory: path.join(folder.parent, 'export') };
}

test('whoever imports it has nothing left to ask of the passages that both have, and asks for the others alone', async (t) => {
  const { folder, clone, service, model, embedder, directory } = await read(t);
  // What was said of a text that is gone stays here.
  folder.write('pier.md', '# Pier\n\nThe pier was closed.\n');
  await service.update(folder.root);
  const without = await service.exportIndex(folder.root, directory);
  assert.deepEqual([without.replies, without.repliesLeftOut], [0, 4]);
  assert.ok(fs.readdirSync(directory).every((name) => !name.startsWith('replies')));
  const exported = await service.exportIndex(folder.root, directory, { withReplies: true });
  assert.deepEqual([exported.replies, exported.repliesLeftOut], [2, 0]);

  const index = path.join(clone.parent, 'index');
  const other = await opened(t, clone, index);
  const before = await other.enrichmentEstimate(model.name);
  assert.deepEqual([before.known, before.passages], [0, 3]);
  assert.equal((await other.importIndex(clone.root, directory)).replies, 2);
  const [after, vectors] = [await other.enrichmentEstimate(model.name), await other.vectorEstimate(embedder.name)];
  assert.deepEqual([after.known, after.passages, vectors.known, vectors.passages], [1, 3, 1, 3]);
  assert.equal((await other.nameFacts('Marta Quill')).length, 1);
  assert.equal((await other.importIndex(clone.root, directory)).replies, 0);
  assert.doesNotMatch(fs.readFileSync(path.join(index, 'enriched'), 'utf8'), /Port Wexley/);
  // In memory, too.
  const unsaved = await opened(t, clone);
  assert.equal((await unsaved.importIndex(clone.root, directory)).replies, 2);
  assert.equal((await unsaved.enrichmentEstimate(model.name)).known, 1);
});

test('an export whose replies are damaged is refused whole, and lines that are no records are left out', async (t) => {
  const { folder, service, directory } = await read(t);
  await service.exportIndex(folder.root, directory, { withReplies: true });
  const name = fs.readdirSync(directory).find((one) => one.startsWith('replies-')) as string;
  const bytes = fs.readFileSync(path.join(directory, name));
  bytes[bytes.length >> 1] = ~(bytes[bytes.length >> 1] as number);
  fs.writeFileSync(path.join(directory, name), bytes);
  const { root, parent } = folder;
  await assert.rejects(service.importIndex(root, directory), /damaged/);
  assert.deepEqual(new ModelReplies(path.join(parent, 'index')).vectors.lines(new Set(['none'])), []);
  const file = new ModelReplies(path.join(parent, 'other')).enriched;
  const [known] = fs.readFileSync(path.join(parent, 'index/enriched'), 'utf8').split('\n') as [string];
  const take = (...lines: readonly string[]) => file.take(LazyBytes.near(new TextEncoder().encode(lines.join('\n'))), () => undefined);
  assert.equal(await take('', '{', '["key","model",0,null]', '[1,2,3,4]', known.slice(0, -3), known), 1);
  assert.equal(await take(known), 0);
  assert.equal(new ModelReplies(path.join(parent, 'other')).enriched.count, 1);
});

test('verdicts on gates and vectors of questions travel, too, and come along with a shared index, whose files overlay it', async (t) => {
  const judge = async (body: ChatBody) =>
    body.messages.some(({ content }) => content.includes('related')) ? { ...(await speak(body)), text: '{"related": false}' } : speak(body);
  const { endpoint, received } = await loopbackServer(t, { speak: judge });
  const all = { ...files, ...gatedFiles, 'rope.md': '# Ropes\n\nOf hemp.\n' };
  const [folder, clone] = [workFolder(t, all), workFolder(t, { ...all, 'rope.md': '# Ropes\n\nOf nylon.\n' })];
  const [model, embedder] = [createOpenAIModel({ endpoint, model: 'reader' }), createOpenAIEmbedder({ endpoint, model: 'vectors' })];
  const first = await opened(t, folder, path.join(folder.parent, 'index'));
  const found = async (service: Service) => (await service.search('Who paid for the garden?', { system: 'unweaver', embedder })).results;
  await first.enrich(model);
  await first.embedPassages(embedder);
  await first.verifyGates(model);
  await found(first);
  await first.exportIndex(folder.root, path.join(folder.parent, 'web/harbour'), { withReplies: true });
  const web = await serveRanges(t, path.join(folder.parent, 'web'));
  const shared = {
    ...{ address: web.address, name: 'harbour', environment: async () => ({}), isRequired: true },
    cacheFolder: path.join(clone.parent, 'cache'),
  };

  const other = await opened(t, clone, path.join(clone.parent, 'index'), shared);
  const sent = received.length;
  const [read, gates, vectors] = [
    await other.enrichmentEstimate(model.name),
    await other.gateEstimate(model.name),
    await other.vectorEstimate(embedder.name),
  ];
  const passages = read.passages - 1;
  assert.deepEqual([read.known, vectors.known, gates.known, gates.candidates], [passages, passages, 1, 1]);
  assert.ok((await found(other)).some((one) => one.path === 'garden.md'));
  assert.equal(received.length, sent);
  assert.ok((await other.nameFacts('Marta Quill')).length > 0);
  await other.close();
  // Whoever opens it again has them here, and asks the server for its manifest alone.
  web.taken();
  const again = await opened(t, clone, path.join(clone.parent, 'index'), shared);
  assert.equal((await again.enrichmentEstimate(model.name)).known, passages);
  assert.equal(web.taken().requests, 1);
  // Replies that are damaged on the way are left out.
  web.faults.change = (name, bytes) => (name.startsWith('replies') ? bytes.fill(1) : bytes);
  const unsaved = await opened(t, clone, undefined, { ...shared, cacheFolder: undefined });
  assert.equal((await unsaved.enrichmentEstimate(model.name)).known, 0);
  web.faults.change = (_, bytes) => bytes;
  assert.equal((await unsaved.enrichmentEstimate(model.name)).known, passages);
});

test('pushed to PostgreSQL, they serve whoever has the files and reads the index there', {
  skip: server.skip,
  timeout: 60_000,
}, async (t) => {
  const { folder, clone, service, model, embedder } = await read(t);
  const place = { address: server.address, name: 'harbour' };
  const write: WriteIndex = (source, yieldThread) => publish(place, source, server.env, yieldThread);
  const without = await service.publishIndex(folder.root, write);
  assert.deepEqual([without.replies, without.repliesLeftOut], [0, 4]);
  const pushed = await service.publishIndex(folder.root, write, { withReplies: true });
  assert.deepEqual([pushed.replies, pushed.repliesLeftOut], [4, 0]);
  const shared = { ...place, environment: async () => server.env, isRequired: true };
  const other = await opened(t, clone, path.join(clone.parent, 'index'), shared);
  const [after, vectors] = [await other.enrichmentEstimate(model.name), await other.vectorEstimate(embedder.name)];
  assert.deepEqual([after.known, after.passages, vectors.known, vectors.passages], [2, 3, 2, 3]);
});
