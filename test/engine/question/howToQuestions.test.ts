import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asksForCommand, asksHow } from '../../../src/engine/question/howToQuestions.ts';

test('how to do something is distinguished from how something works', () => {
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

test('questions for commands are distinguished from questions for code', () => {
  for (const question of ['How do I run the tests?', 'How to install it', 'How can I contribute?', 'How do I set up the project?'])
    assert.ok(asksForCommand(question), question);
  for (const question of ['How do I add a route?', 'How do I handle errors?', 'Who runs the tests?'])
    assert.ok(!asksForCommand(question), question);
});
