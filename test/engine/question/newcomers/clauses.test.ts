import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinedQuestions, splitClauses } from '../../../../src/engine/question/newcomers/clauses.ts';

test('the last clause comes first, the whole question last', () => {
  assert.deepEqual(splitClauses('I am new here, which file should I read first?'), [
    'which file should I read first?',
    'I am new here?',
    'I am new here, which file should I read first?',
  ]);
  assert.equal(splitClauses("May I sell it? What's the licence?")[0], "What's the licence?");
  assert.equal(splitClauses('Can I sell it, i.e. what licence is it under?')[0], 'what licence is it under?');
});

test('a question of one clause is itself', () => {
  for (const question of ['Where is v1.2 read?', 'What is new', 'tides', 'x, y', `${'A long report, with clauses. '.repeat(9)}`])
    assert.deepEqual(splitClauses(question), [question]);
});

test('a conjunction may join two questions', () => {
  assert.deepEqual(joinedQuestions('What is it for and where do I begin?'), ['What is it for?', 'where do I begin?']);
  assert.deepEqual(joinedQuestions('Was ist das und wie starte ich es?'), ['Was ist das?', 'wie starte ich es?']);
  for (const question of ['What does it do?', 'What are cranes and kettles?', 'and'])
    assert.deepEqual(joinedQuestions(question), [question]);
});
