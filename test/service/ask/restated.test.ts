// A model that fails to restate a question costs nothing but that: the question is searched for as it is, and answered.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOf } from '../../../src/messages/messages.ts';
import { createOpenAIModel } from '../../../src/models/openaiModel.ts';
import { askModel } from '../../../src/service/ask/askModel.ts';
import { restatedBy } from '../../../src/service/ask/restated.ts';
import { createService } from '../../../src/service/createService.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { loopbackServer } from '../../models/loopbackServer.ts';
import { workFolder } from '../../support/workFolder.ts';

const files = { 'docs/tides.md': '# Tides\n\nThe tide table is kept in the harbour office.\n\n# Moon\n\nThe moon moves the sea.\n' };

test('a reply without text leaves the question as it is', async (t) => {
  const { endpoint, received } = await loopbackServer(t, {
    speak: async ({ messages: [rules] }) => {
      const text = rules?.content.includes('You help a search') ? '' : 'In the office [1].';
      return { text, promptTokens: 1, answerTokens: 1 };
    },
  });
  const { root } = workFolder(t, files);
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(root, { settings: defaultSettings, runGit: false });
  await service.idle();
  const model = createOpenAIModel({ endpoint, model: 'reader' });
  const { answer, restated, found } = await askModel(service, model, 'How do sailors learn when the water in the office is high?');
  assert.deepEqual([answer, found, restated], ['In the office [1].', true, undefined]);
  assert.equal(received.length, 2);
  // Whoever stops waits for nothing.
  const stop = AbortSignal.abort(new Error('stopped'));
  await assert.rejects(askModel(service, model, 'How do sailors learn it?', { signal: stop }), /stopped/);
});

test('a model that does not answer is waited for as long as the user says, at least a second', async (t) => {
  const { endpoint } = await loopbackServer(t, { speak: () => new Promise(() => undefined) });
  const { root } = workFolder(t, files);
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(root, { settings: defaultSettings, runGit: false });
  await service.idle();
  const model = createOpenAIModel({ endpoint, model: 'reader' });
  const question = 'How do sailors learn when the water in the office is high?';
  const late = async (maxRestateSeconds: number) => {
    const { failure, restated } = await restatedBy(service, model, question, [], { maxRestateSeconds });
    assert.equal(restated, undefined);
    return textOf(failure);
  };
  const [none, two] = await Promise.all([late(0), late(2)]);
  assert.match(none, /\b1 s/);
  assert.match(two, /\b2 s/);
  const given = { line: 'tide table', names: [] };
  assert.deepEqual(await restatedBy(service, model, question, [], { restated: given } as never), { restated: given });
  assert.deepEqual(await restatedBy(service, model, question, [], { restated: { line: '', names: [] } } as never), {});
});
