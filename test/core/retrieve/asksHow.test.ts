import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asksOfRights, asksOfThePast, isLegalText } from '../../../src/core/answer/aside.ts';
import { asksForCommand, asksHow } from '../../../src/core/retrieve/asksHow.ts';

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

test('licences are told by their names, and what asks of them by its words', () => {
  for (const path of [
    'LICENSE',
    'a/LICENSE.md',
    'License.txt',
    'COPYING',
    'licenses/MIT.txt',
    'UNLICENSE',
    'ThirdPartyNotices.txt',
    'LICENSE-MIT',
  ])
    assert.ok(isLegalText(path), path);
  for (const path of ['src/license.ts/a.ts', 'src/noticeBoard.ts', 'docs/copy.md', 'README.md']) assert.ok(!isLegalText(path), path);
  assert.ok(asksOfRights('Under which licence is it?') && !asksOfRights('Why is the sky blue?'));
  assert.ok(asksOfThePast('What changed in version 3?') && !asksOfThePast('How does it work?'));
});

test('which command does something asks for a command, whatever it does', () => {
  assert.ok(asksForCommand('Which command opens the console?'));
  assert.ok(asksForCommand('What script reloads the settings?'));
  assert.ok(!asksForCommand('Which queue holds the settings?'));
});
