import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { createOpenAIEmbedder } from '../../../src/models/openaiEmbedder.ts';
import { createOpenAIModel } from '../../../src/models/openaiModel.ts';
import { askModel } from '../../../src/service/ask/askModel.ts';
import { createService } from '../../../src/service/createService.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { type ChatBody, loopbackServer } from '../../models/loopbackServer.ts';
import { workFolder } from '../../support/workFolder.ts';

const files = {
  'garden.md': '# Salt Garden\n\nMarta Quill staged it in spring.\n',
  'pier.md': '# Pier\n\nAnsel Brook rebuilt the pier.\n',
  'quay.md': '# Quay\n\nBerta Lund paints the quay.\n',
  // No model reads what is configuration or data.
  'build.yml': 'on: push\njobs:\n  build:\n    name: Berta Lund\n',
  'locales/de.json': '{ "quay": "Kai", "pier": "Mole" }\n',
};

async function opened(t: TestContext) {
  const asked: string[] = [];
  const speak = async ({ messages }: ChatBody) => {
    const content = messages.at(-1)?.content ?? '';
    const isPassage = !content.includes('Question:');
    asked.push(isPassage ? (/^# |\n(.*)\n/.exec(content)?.[1] ?? '') : (messages[0]?.content.split(' ')[1] ?? ''));
    const name = /Marta Quill|Ansel Brook|Berta Lund/.exec(content)?.[0] ?? '';
    const said = isPassage
      ? { entities: [{ name, description: `${name}, a zymurgist.`, aliases: [] }], triples: [], summary: `Said of ${name}.` }
      : { verdicts: [{ n: 2, grade: 10 }] };
    return { text: JSON.stringify(said), promptTokens: 1, answerTokens: 1 };
  };
  const { endpoint } = await loopbackServer(t, { speak });
  const folder = workFolder(t, files);
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(folder.root, { settings: defaultSettings, indexDirectory: path.join(folder.parent, 'index'), runGit: false });
  await service.idle();
  const paths = async (query: string): Promise<readonly string[]> =>
    (await service.search(query, { system: 'unweaver' })).results.map((result) => result.path);
  return { service, folder, asked, paths, model: createOpenAIModel({ endpoint, model: 'reader' }) };
}

test('survives saves of other files, a rebuild and a move; only a changed passage is requested again; clearing drops it', async (t) => {
  const { service, folder, asked, paths, model } = await opened(t);
  assert.deepEqual(await paths('zymurgist'), []);
  const run = await service.enrich(model);
  assert.deepEqual([run.enriched, run.known, asked.length], [3, 0, 3]);
  assert.deepEqual([...(await paths('zymurgist'))].sort(), ['garden.md', 'pier.md', 'quay.md']);

  folder.write('pier.md', '# Pier\n\nAnsel Brook rebuilt the old pier.\n', 0);
  folder.rename('quay.md', 'harbour/quay.md');
  await service.update(folder.root);
  assert.deepEqual([...(await paths('zymurgist'))].sort(), ['garden.md', 'harbour/quay.md']);
  await service.rebuild(folder.root);
  const estimate = await service.enrichmentEstimate('reader');
  assert.deepEqual([estimate.passages, estimate.known, estimate.requests], [3, 2, 1]);
  const again = await service.enrich(model);
  assert.deepEqual([again.enriched, again.known, asked.length], [1, 2, 4]);
  assert.equal((await paths('zymurgist')).length, 3);
  assert.equal((await service.enrichmentEstimate('another')).requests, 3);

  await service.clear(folder.root);
  await service.rebuild(folder.root);
  assert.deepEqual(await paths('zymurgist'), []);
});

test('a model that answers with multi-semantic grades the first passages before', async (t) => {
  const { service, asked, model } = await opened(t);
  const order = async (system: string): Promise<readonly string[]> => {
    const { chunks } = await service.pool('Who paints the quay or rebuilt the pier?', { system });
    return chunks.map((chunk) => chunk.path);
  };
  assert.ok((await order('multi-semantic')).length >= 2);
  const kinds: string[] = [];
  await askModel(service, model, 'Who paints the quay or rebuilt the pier?', { system: 'multi-semantic' }, ({ kind }) => kinds.push(kind));
  // To restate the question, to grade, to answer.
  assert.deepEqual(kinds.slice(0, 5), ['request', 'restated', 'request', 'prompt', 'request']);
  assert.equal(asked.length, 3);
  kinds.length = 0;
  await askModel(service, model, 'Who paints the quay?', { system: 'mesh', mayRestate: false }, ({ kind }) => kinds.push(kind));
  assert.deepEqual(kinds.slice(0, 2), ['prompt', 'request']);
});

test('the summary of a passage is sent with it to the model that answers, only for multi-semantic', async (t) => {
  const { service, model } = await opened(t);
  await service.enrich(model);
  const sent = async (system: string): Promise<string> => {
    const prompts: string[] = [];
    await askModel(service, model, 'Who paints the quay?', { system }, (event) => {
      if (event.kind === 'prompt') prompts.push(event.prompt.messages.map(({ content }) => content).join('\n'));
    });
    return prompts.join('\n');
  };
  assert.match(await sent('multi-semantic'), / title="Quay" summary="Said of Berta Lund\.">/);
  assert.doesNotMatch(await sent('mesh'), /summary=/);
});

test('vectors are stored next to the index, readable only by the user, and cleared with it', async (t) => {
  const { service, folder, model } = await opened(t);
  const { endpoint } = await loopbackServer(t, { vectorOf: (text) => (/brewer|zymurgist/.test(text) ? [1, 0] : [0, 1]) });
  const embedder = createOpenAIEmbedder({ endpoint, model: 'vectors' });
  await service.enrich(model);
  const file = path.join(folder.parent, 'index', 'embeddings');
  assert.equal(fs.existsSync(file), false);
  const found = async (options: object) => (await service.search('brewer', { system: 'unweaver', ...options })).results.length;
  assert.equal(await found({ embedder }), 3);
  assert.equal(await found({}), 0);
  assert.equal(fs.statSync(file).mode & 0o777, 0o600);
  await service.clear(folder.root);
  assert.equal(fs.existsSync(file), false);
});
