import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asksForCommand, asksHow } from '../../../src/engine/question/howToQuestions.ts';

test('questions of how to do something are told from those of how something works', () => {
  for (const question of [
    'How do I run the tests?',
    'how to install it',
    'What command builds it?',
    'How can we add a route?',
    'Steps to release',
  ])
    assert.ok(asksHow(question), question);
  for (const question of ['How do blueprints work?', 'How are routes added?', 'What is a hook?', 'Who installs it?', ''])
    assert.ok(!asksHow(question), question);
});

test('what is likely typed is told from what is written', () => {
  for (const question of ['How do I run the tests?', 'How to install it', 'How can I contribute?', 'How do I set up the project?'])
    assert.ok(asksForCommand(question), question);
  for (const question of ['How do I add a route?', 'How do I handle errors?', 'Who runs the tests?'])
    assert.ok(!asksForCommand(question), question);
});
