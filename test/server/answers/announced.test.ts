/** What the preview of a question announces, compared with what a real server on loopback receives when the editor sends it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chatRequest, createOpenAIModel, embedderAt } from '../../../src/models/openaiModel.ts';
import { previewRequest } from '../../../src/protocol/answer.ts';
import {
  type EmbedParams,
  embedderRequest,
  embedRequest,
  type ModelChatParams,
  modelChatRequest,
  modelTextNotification,
} from '../../../src/protocol/model.ts';
import { askRequest } from '../../../src/protocol/server.ts';
import { loopbackServer } from '../../models/loopbackServer.ts';
import { assertAnnounced, helpful, notes, questions, sentTo } from '../../support/announced.ts';
import { workFolder } from '../../support/workFolder.ts';
import { startLspClient } from '../lspClient.ts';

test('what a question sends is announced, for each system and for follow-ups', async (t) => {
  const { endpoint, received } = await loopbackServer(t, { speak: helpful, vectorOf: (text) => [text.length, 1, 2] });
  const client = await startLspClient({ transport: 'ipc' });
  t.after(() => client.stop());
  const folder = workFolder(t, notes);
  await client.configure([folder.root]);
  // The test acts as the editor.
  const model = createOpenAIModel({ endpoint, model: 'reader' });
  const purposes: string[] = [];
  client.connection.onRequest(modelChatRequest as string, async ({ chat, messages, purpose }: ModelChatParams) => {
    purposes.push(purpose);
    for await (const text of model.chat(messages)) await client.notify(modelTextNotification, { chat, text });
    return { end: 'done' };
  });
  let embedder: string | undefined;
  client.connection.onRequest(embedderRequest as string, () => ({ name: embedder && `${endpoint} ${embedder}` }));
  client.connection.onRequest(embedRequest as string, async ({ texts }: EmbedParams) => {
    const vectors = await embedderAt({ endpoint, model: embedder ?? '' }).embed(texts);
    return { end: 'done', vectors: vectors.map(({ buffer }) => Buffer.from(buffer).toString('base64')) };
  });
  const info = { id: 'm', name: 'reader', contextTokens: 8192, counts: false };
  for (const system of ['mesh', 'hug', 'topo', 'multi-semantic']) {
    for (const [kind, { question, earlier }] of Object.entries(questions)) {
      embedder = system === 'multi-semantic' ? `vectors of ${kind}` : undefined;
      const turns = earlier.map((one) => ({ question: one, answer: 'Marta Quill did [1].', quoted: [] }));
      const params = { question, turns, model: info, system };
      const before = received.length;
      const { requests, possible } = await client.ask(previewRequest, params);
      assert.equal(received.length, before, 'nothing is sent');
      purposes.length = 0;
      const announced = requests.map((one) => {
        if ('messages' in one) return { path: 'chat/completions', body: chatRequest('reader', one.messages) };
        return { path: 'embeddings', body: embedderAt({ endpoint, model: embedder ?? '' }).bodyOf(one.texts) };
      });
      await client.ask(askRequest, params);
      assertAnnounced(announced, possible, sentTo(received, before), `${system}, ${kind}`);
      // Each is recorded under its purpose by the editor.
      assert.deepEqual(
        purposes,
        [...(kind === 'plain' ? [] : ['restate']), ...(system === 'mesh' ? [] : ['judge']), 'answer'],
        `${system}, ${kind}`,
      );
    }
  }
});
