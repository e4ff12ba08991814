import assert from 'node:assert/strict';
import { test } from 'node:test';
import { taskAskedFor } from '../../../../src/engine/question/newcomers/taskQuestions.ts';

const ask = (question: string, occurs = true): string | undefined => taskAskedFor(question, () => occurs)?.restated;

test('a task is asked for in the words of documents, in any language', () => {
  for (const question of [
    'How can I run the specs on my machine?',
    'Which command kicks off the test suite?',
    'How do I run the tests before I push a branch?',
    'Wie führe ich die Tests aus?',
    'Comment lancer les tests ?',
    'Como executo os testes?',
    '¿Cómo ejecuto las pruebas?',
    'Как запустить тесты?',
    '怎么运行测试？',
  ])
    assert.equal(ask(question), 'How do I run tests', question);
  assert.equal(ask('How is the whole thing compiled?'), 'How do I build');
  assert.equal(ask('このプロジェクトのビルド方法は？', false), 'How do I build');
});

test('other words that occur are kept', () => {
  assert.equal(ask('How do I start the examples?'), 'How do I run examples');
  assert.equal(ask('How do I build it with docker?'), 'How do I build docker');
  assert.equal(ask('How do I build it with docker?', false), 'How do I build');
});

test('what the code does, and what a user makes with it, is no task', () => {
  for (const question of [
    'How does the runner collect tests?',
    'How do I test a route?',
    'How do I format a date?',
    'Where are the tests?',
    'What does build return?',
    '',
  ])
    assert.equal(ask(question), undefined, question);
});
