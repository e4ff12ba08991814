// The graph of an enriched index is stored: a restart builds nothing, another reply of the model builds it again, and damage changes nothing but a line.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { textOf } from '../../../src/messages/messages.ts';
import { createOpenAIEmbedder } from '../../../src/models/openaiEmbedder.ts';
import { createOpenAIModel } from '../../../src/models/openaiModel.ts';
import { createService } from '../../../src/service/createService.ts';
import type { Service } from '../../../src/service/types/service.ts';
import { ModelReplies } from '../../../src/storage/modelReplies.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { type ChatBody, loopbackServer } from '../../models/loopbackServer.ts';
import { type WorkFolder, workFolder } from '../../support/workFolder.ts';

const files = {
  'garden.md': '# Salt Garden\n\nMarta Quill staged it in spring, and Ansel Brook paid.\n',
  'pier.md': '# Pier\n\nAnsel Brook rebuilt the pier of Port Wexley.\n',
  'quay.md': '# Quay\n\nBerta Lund paints the quay of Port Wexley.\n',
  'copy.md': '# Quay\n\nBerta Lund paints the quay of Port Wexley.\n',
};
const systems = ['unweaver', 'unweaver-ppr', 'multi-semantic', 'topo'];
/** The graph, and with an embedder the vectors and the proximity graph. */
const keptCount = 3;

const speak = async ({ messages }: ChatBody) => {
  const content = messages.at(-1)?.content ?? '';
  const names = [...new Set(content.match(/Marta Quill|Ansel Brook|Berta Lund|Port Wexley/g))];
  const entities = names.map((name) => ({ name, description: `${name}, a zymurgist.`, aliases: [] }));
  const triples = names.length > 1 ? [[names[0], 'knows', names[1]]] : [];
  return { text: JSON.stringify({ entities, triples, summary: `Of ${names[0]}.` }), promptTokens: 1, answerTokens: 1 };
};

async function serviceOn({ root }: WorkFolder, indexDirectory: string) {
  const kept: string[] = [];
  const onWrite = (what: string): void => void (what === 'derived state' && kept.push(what));
  const service = createService();
  await service.openFolder(root, { settings: defaultSettings, indexDirectory, runGit: false, onWrite });
  await service.idle();
  return { service, kept };
}

/** An enriched folder, and what each system finds in it by words and by vectors. */
async function enriched(t: TestContext) {
  const { endpoint } = await loopbackServer(t, { speak });
  const folder = workFolder(t, files);
  const indexDirectory = path.join(folder.parent, 'index');
  const embedder = createOpenAIEmbedder({ endpoint, model: 'vectors' });
  const answers = async (service: Service) => {
    const all: unknown[] = [];
    for (const system of systems)
      for (const one of [{}, { embedder }])
        all.push((await service.search('Which zymurgist knows the pier of Port Wexley?', { system, ...one })).results);
    return all;
  };
  const first = await serviceOn(folder, indexDirectory);
  await first.service.enrich(createOpenAIModel({ endpoint, model: 'reader' }));
  const wanted = await answers(first.service);
  assert.equal(first.kept.length, keptCount);
  await first.service.close();
  return { folder, indexDirectory, answers, wanted };
}

test('a restart builds nothing; another reply about the same passage builds the graph again', async (t) => {
  const { folder, indexDirectory, answers, wanted } = await enriched(t);
  const second = await serviceOn(folder, indexDirectory);
  assert.deepEqual(await answers(second.service), wanted);
  assert.deepEqual(second.kept, []);
  await second.service.close();

  const records = new ModelReplies(indexDirectory).enriched.records('reader');
  const [key] = fs
    .readFileSync(path.join(indexDirectory, 'enriched'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('Marta Quill'))
    .map((line) => JSON.parse(line)[0]);
  records.keep(key, { entities: [{ name: 'Marta Quill', description: 'A lutenist.', aliases: [] }], triples: [], summary: '' });
  const third = await serviceOn(folder, indexDirectory);
  const changed = await answers(third.service);
  assert.notDeepEqual(changed, wanted);
  assert.equal(third.kept.length, keptCount);
  await third.service.close();
  const fourth = await serviceOn(folder, indexDirectory);
  assert.deepEqual(await answers(fourth.service), changed);
  assert.deepEqual(fourth.kept, []);
  await fourth.service.close();
});

test('a graph that is damaged is built again', async (t) => {
  const { folder, indexDirectory, answers, wanted } = await enriched(t);
  for (const file of fs.globSync(path.join(indexDirectory, 'derived/*'))) fs.truncateSync(file, fs.statSync(file).size >> 1);
  const second = await serviceOn(folder, indexDirectory);
  assert.deepEqual(await answers(second.service), wanted);
  assert.equal(second.kept.length, keptCount);
  assert.match(textOf(second.service.report()[0]?.messages), /derived data was damaged/);
  await second.service.close();
});
