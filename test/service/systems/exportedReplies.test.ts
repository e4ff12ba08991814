// What a model has said travels with an export that is asked for it: who imports it asks a model nothing of the same passages.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { createOpenAIEmbedder } from '../../../src/models/openaiEmbedder.ts';
import { createOpenAIModel } from '../../../src/models/openaiModel.ts';
import { createService } from '../../../src/service/createService.ts';
import type { Service } from '../../../src/service/types/service.ts';
import { EnrichedFile, VectorFile } from '../../../src/storage/modelRecordFile.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { type ChatBody, loopbackServer } from '../../models/loopbackServer.ts';
import { type WorkFolder, workFolder } from '../../support/workFolder.ts';

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

async function opened(t: TestContext, { root }: WorkFolder, indexDirectory?: string): Promise<Service> {
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(root, { settings: defaultSettings, indexDirectory, runGit: false });
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
  fs.writeFileSync(path.join(directory, name), bytes.fill(0, bytes.length >> 1, (bytes.length >> 1) + 1));
  const { root, parent } = folder;
  await assert.rejects(service.importIndex(root, directory), /damaged/);
  const line = new VectorFile(path.join(parent, 'index')).lines(new Set(['none']));
  assert.deepEqual(line, []);
  const file = new EnrichedFile(path.join(parent, 'other'));
  const [known] = fs.readFileSync(path.join(parent, 'index/enriched'), 'utf8').split('\n') as [string];
  assert.equal(file.keepLines(['', '{', '["key","model",0,null]', '[1,2,3,4]', known.slice(0, -3), known]), 1);
  assert.equal(file.keepLines([known]), 0);
  assert.equal(new EnrichedFile(path.join(parent, 'other')).count, 1);
});
