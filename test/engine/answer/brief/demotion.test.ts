// Which files come last: legal texts and records of changes, unless the question is about rights or changes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDemoted, isLeftOut } from '../../../../src/engine/answer/brief/demotion.ts';

test('a licence comes last unless the question is about rights', () => {
  assert.equal(isDemoted('LICENSE', 'doc', 'Does the view notice when permissions change?'), true);
  assert.equal(isDemoted('LICENSE', 'doc', 'Which licence is this under?'), false);
});

test('a change log comes last unless the question is about changes; code with such a name does not', () => {
  assert.equal(isDemoted('CHANGELOG.md', 'doc', 'How is a fuse set?'), true);
  assert.equal(isDemoted('CHANGELOG.md', 'doc', 'What changed in the last release?'), false);
  assert.equal(isDemoted('lib/package_todo.rb', 'code', 'How is a fuse set?'), false);
});

test('codes of conduct and templates are left out unless the question asks for them', () => {
  assert.equal(isLeftOut('CODE_OF_CONDUCT.md', 'How can I speed up routing in production?'), true);
  assert.equal(isLeftOut('.github/ISSUE_TEMPLATE/bug.md', 'How is a fuse set?'), true);
  assert.equal(isLeftOut('CODE_OF_CONDUCT.md', 'Is there a code of conduct?'), false);
  assert.equal(isLeftOut('.github/PULL_REQUEST_TEMPLATE.md', 'Is there a template for pull requests?'), false);
  assert.equal(isLeftOut('docs/templates.md', 'How is a fuse set?'), false);
});
