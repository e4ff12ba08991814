// Which files come last: legal texts and records of changes, unless the question is about rights or changes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDemoted } from '../../../../src/engine/answer/brief/demotion.ts';

test('a licence comes last unless the question is about rights', () => {
  assert.equal(isDemoted('LICENSE', 'doc', 'Does the view notice when permissions change?'), true);
  assert.equal(isDemoted('LICENSE', 'doc', 'Which licence is this under?'), false);
});

test('a change log comes last unless the question is about changes; code of such a name does not', () => {
  assert.equal(isDemoted('CHANGELOG.md', 'doc', 'How is a fuse set?'), true);
  assert.equal(isDemoted('CHANGELOG.md', 'doc', 'What changed in the last release?'), false);
  assert.equal(isDemoted('lib/package_todo.rb', 'code', 'How is a fuse set?'), false);
});
