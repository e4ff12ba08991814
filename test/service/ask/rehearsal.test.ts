/** What is announced of a question, compared with what a real server on loopback receives when it is asked. */

import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { createOpenAIEmbedder } from '../../../src/models/openaiEmbedder.ts';
import { chatRequest, createOpenAIModel } from '../../../src/models/openaiModel.ts';
import { askModel } from '../../../src/service/ask/askModel.ts';
import { rehearse } from '../../../src/service/ask/rehearsal.ts';
import { createService } from '../../../src/service/createService.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { type ChatBody, loopbackServer } from '../../models/loopbackServer.ts';
import { assertAnnounced, helpful, notes, questions, sentTo, useless } from '../../support/announced.ts';
import { workFolder } from '../../support/workFolder.ts';

/** The purposes of the certain requests of a question; those of a follow-up are one to rewrite it. */
const systems: Readonly<Record<string, readonly string[]>> = {
  mesh: ['answer'],
  bm25: ['answer'],
  hug: ['judge'],
  topo: ['judge'],
  'multi-semantic': ['judge'],
  unweaver: ['answer'],
  'topo with an embedder': ['judge'],
  'multi-semantic with an embedder': ['embed'],
  'unweaver with an embedder': ['embed'],
  'vector with an embedder': ['embed'],
};

test('what a question sends is announced, for each system and for follow-ups', async (t) => {
  let speak: (body: ChatBody) => ReturnType<typeof helpful> = helpful;
  const { endpoint, received } = await loopbackServer(t, { speak: (body) => speak(body), vectorOf: (text) => [text.length, 1, 2] });
  const folder = workFolder(t, notes);
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(folder.root, { settings: defaultSettings, indexDirectory: path.join(folder.parent, 'index'), runGit: false });
  await service.idle();
  const model = createOpenAIModel({ endpoint, model: 'reader' });
  await service.enrich(model);
  for (const [name, purposes] of Object.entries(systems)) {
    const [system = '', isEmbedding] = name.split(' with an ');
    for (const [kind, { question, earlier }] of Object.entries(questions)) {
      for (const reply of [helpful, useless]) {
        // Each time another one, since no text is embedded twice.
        const embedder = createOpenAIEmbedder({ endpoint, model: `vectors of ${name}, ${kind}, ${reply.name}` });
        const turns = earlier.map((one) => ({ question: one, answer: 'Marta Quill did [1].' }));
        const options = { system, turns, ...(isEmbedding === undefined ? {} : { embedder }) };
        const before = received.length;
        const { certain, possible } = await rehearse(service, model, question, options);
        assert.equal(received.length, before, 'nothing is sent');
        const expected = kind === 'plain' ? purposes : ['restate'];
        assert.deepEqual([...new Set(certain.map(({ purpose }) => purpose))], expected, `${name}, ${kind}`);
        assert.deepEqual(await rehearse(service, model, question, options), { certain, possible }, 'nothing of it is kept');
        const announced = certain.map((one) => {
          if (!('texts' in one)) return { path: 'chat/completions', body: chatRequest(model.name, one.messages) };
          const body = { model: embedder.name.split(' ').slice(1).join(' '), input: one.texts, encoding_format: 'float' };
          return { path: 'embeddings', body };
        });
        speak = reply;
        await askModel(service, model, question, options);
        assertAnnounced(announced, possible, sentTo(received, before), `${name}, ${kind}, ${reply.name}`);
        speak = helpful;
      }
    }
  }
});

test('a question that finds nothing is restated, and sends nothing else', async (t) => {
  const { endpoint, received } = await loopbackServer(t, { speak: useless });
  const folder = workFolder(t, notes);
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(folder.root, { settings: defaultSettings, indexDirectory: path.join(folder.parent, 'index'), runGit: false });
  await service.idle();
  const model = createOpenAIModel({ endpoint, model: 'reader' });
  const { certain } = await rehearse(service, model, 'zymurgical?', { system: 'bm25' });
  assert.deepEqual(
    certain.map(({ purpose }) => purpose),
    ['restate'],
  );
  await askModel(service, model, 'zymurgical?', { system: 'bm25' });
  assert.equal(received.length, 1);
  assert.match(received[0]?.body ?? '', /zymurgical/);
  assert.doesNotMatch(received[0]?.body ?? '', /Quill/);
});
