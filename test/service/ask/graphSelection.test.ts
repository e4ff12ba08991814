import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { createOpenAIModel } from '../../../src/models/openaiModel.ts';
import { askModel } from '../../../src/service/ask/askModel.ts';
import { createService } from '../../../src/service/createService.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { type ChatBody, loopbackServer } from '../../models/loopbackServer.ts';
import { workFolder } from '../../support/workFolder.ts';

test('a model that answers with hug uses only what it selected; with topo it divides the question first', async (t) => {
  const asked: string[] = [];
  const speak = async ({ messages }: ChatBody) => {
    const [rules = '', content = ''] = messages.map((one) => one.content);
    const kind = rules.startsWith('You select') ? 'select' : rules.startsWith('You divide') ? 'divide' : 'answer';
    asked.push(kind === 'answer' ? content : kind);
    const quill = /id=(N\d+)>\nMarta Quill/.exec(content)?.[1];
    const said = { select: { support: [quill] }, divide: { questions: ['Who directed it?', 'Where is Port Wexley?'] } };
    return { text: kind === 'answer' ? 'Marta Quill did [1].' : JSON.stringify(said[kind]), promptTokens: 1, answerTokens: 1 };
  };
  const { endpoint } = await loopbackServer(t, { speak });
  const folder = workFolder(t, {
    'garden.md': '# The Salt Garden\n\nThe Salt Garden is a play. It was directed by Marta Quill.\n',
    'quill.md': '# Marta Quill\n\nMarta Quill was born in Tarrow. She moved to Port Wexley.\n',
    'wexley.md': '# Port Wexley\n\nPort Wexley has a pier.\n',
  });
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(folder.root, { settings: defaultSettings, indexDirectory: path.join(folder.parent, 'index'), runGit: false });
  await service.idle();
  const model = createOpenAIModel({ endpoint, model: 'expert' });
  const kinds: string[] = [];
  const question = 'Who directed The Salt Garden?';
  const answer = await askModel(service, model, question, { system: 'hug' }, ({ kind }) => kinds.push(kind));
  assert.deepEqual(kinds.slice(0, 3), ['request', 'prompt', 'request']);
  assert.deepEqual(
    answer.written.sources.map((source) => source.path),
    ['quill.md'],
  );
  assert.equal(asked[0], 'select');
  assert.ok(!asked[1]?.includes('garden.md'));
  asked.length = 0;
  await askModel(service, model, question, { system: 'topo' });
  assert.equal(asked[0], 'divide');
  assert.ok(asked[1]?.includes('garden.md') && asked[1].includes('wexley.md'));
});
