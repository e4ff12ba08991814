import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composePrompt } from '../../../../src/engine/answer/written/prompt.ts';

test('a prompt says how to look further only where that is possible, and how often', () => {
  const rules = (looks?: number): string => composePrompt('What holds the tide?', [], [], 'mark', looks).messages[0]?.content ?? '';
  assert.doesNotMatch(rules(), /LOOK/);
  assert.doesNotMatch(rules(0), /LOOK/);
  assert.match(rules(2), /LOOK search/);
  assert.notEqual(rules(2), rules(1));
});

test('earlier turns precede the question: answered ones as messages, others as a line', () => {
  const turns = [{ question: 'What is a tide?', answer: 'Water [1].' }, { question: 'And a neap?' }];
  const { messages, earlier } = composePrompt('Why?', turns, [], 'mark');
  assert.deepEqual(
    messages.map(({ role }) => role),
    ['system', 'user', 'assistant', 'user'],
  );
  assert.match(messages[3]?.content ?? '', /Earlier question: And a neap\?\nQuestion: Why\?$/);
  assert.equal(earlier, 2);
});
