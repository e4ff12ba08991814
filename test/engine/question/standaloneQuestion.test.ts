/** What a follow-up carries over from the questions before it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { standaloneQuestion } from '../../../src/engine/question/standaloneQuestion.ts';

const carried = (question: string, ...earlier: readonly string[]): readonly string[] => standaloneQuestion(question, earlier).carried;

test('names are carried over into a question that leans on earlier ones, and into no other', () => {
  assert.deepEqual(standaloneQuestion('And who calls it?', ['What does readTide return?']), {
    query: 'And who calls it? (readTide)',
    carried: ['readTide'],
  });
  assert.deepEqual(standaloneQuestion('Who calls readTide?', ['What does parseTide return?']), {
    query: 'Who calls readTide?',
    carried: [],
  });
  assert.deepEqual(standaloneQuestion('And who calls it?', []), { query: 'And who calls it?', carried: [] });
  assert.deepEqual(carried('And who calls it?', 'Where is `open store` in src/a/b.ts of "the harbour" kept by Sandra Dee?'), [
    'open store',
    'the harbour',
    'sandra dee',
    'src/a/b.ts',
  ]);
  assert.deepEqual(carried('Does readTide call it?', 'What do readTide and parseTide return?'), ['parseTide']);
});

test('of several questions the last one that names something is used; words are carried where nothing is named', () => {
  assert.deepEqual(carried('And who calls it?', 'What is readTide?', 'What is parseTide?'), ['parseTide']);
  assert.deepEqual(carried('And who calls it?', 'What is readTide?', 'And is it slow?'), ['readTide', 'slow']);
  assert.deepEqual(carried('And who winds it?', 'How is the clock painted?'), ['clock', 'painted']);
  assert.deepEqual(carried('And who winds it?', 'What is readTide?', 'How is the clock painted?'), ['clock', 'painted']);
});

test('at most eight are carried, each once', () => {
  const names = Array.from({ length: 9 }, (_, i) => `readTide${i}`);
  assert.deepEqual(carried('And who calls it?', `What do ${names.join(', ')} and readTide0 do?`), names.slice(0, 8));
  assert.deepEqual(carried('And who calls it?', 'Is `readTide` "readTide"?'), ['readTide']);
});
