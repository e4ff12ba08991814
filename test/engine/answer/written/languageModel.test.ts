import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  announced,
  ContextOverflow,
  estimateTokens,
  type LanguageModel,
  type ModelRequest,
} from '../../../../src/engine/answer/written/languageModel.ts';

test('letters count in fours, digits in twos, spaces in eights but for one, anything else by itself', () => {
  const tokens: Readonly<Record<string, number>> = {
    ...{ '': 0, a: 1, abcd: 1, abcde: 2, abcdABCD: 2, '1': 1, '12': 1, '123': 2, ab12: 2, '…': 1, '()': 2, '\n': 1, azAZ: 1, '09': 1 },
    ...{ ' ': 0, 'a b': 2, 'a  b': 3, 'a         b': 3, 'a          b': 4, '\t\t': 1, é: 1, 日本: 2, '@[`{/:': 6 },
  };
  for (const [text, count] of Object.entries(tokens)) assert.equal(estimateTokens(text), count, JSON.stringify(text));
});

const facts = { purpose: 'answer', sources: 0, earlier: 0, masked: 0, tokens: 100 } as const;

test('a request is announced before it is sent, and not sent if it exceeds the context', async () => {
  const log: string[] = [];
  const model: LanguageModel = {
    name: 'small',
    contextTokens: 100,
    countTokens: async (text) => text.length,
    async *chat([message]) {
      log.push(`sent ${message?.content}`);
      yield 'text';
      return { isCut: true };
    },
  };
  const requests: ModelRequest[] = [];
  const watched = announced(model, (request) => {
    log.push('announced');
    requests.push(request);
  });
  const messages = [{ role: 'user', content: 'why' }] as const;
  const reply = watched.chat(messages, undefined, facts);
  assert.deepEqual(await reply.next(), { done: false, value: 'text' });
  assert.deepEqual(await reply.next(), { done: true, value: { isCut: true } });
  assert.deepEqual(log, ['announced', 'sent why']);
  assert.deepEqual(requests, [{ ...facts, messages }]);
  assert.deepEqual([watched.name, watched.contextTokens, await watched.countTokens('four')], ['small', 100, 4]);
  await assert.rejects(watched.chat(messages, undefined, { ...facts, tokens: 101 }).next(), (error) => error instanceof ContextOverflow);
  assert.equal(log.length, 2);
});
