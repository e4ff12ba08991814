import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultAskedFor } from '../../../../src/engine/question/newcomers/defaultQuestions.ts';

test('what holds if nothing is set is asked for in many ways', () => {
  for (const question of [
    'What is the default depth of a harbour?',
    'How deep is a harbour if I configure nothing?',
    'How deep is a harbour unless I say otherwise?',
    'How deep is a harbour out of the box?',
    'Wie tief ist ein Hafen standardmäßig?',
    'Quelle est la profondeur par défaut ?',
    '港の深さのデフォルト値は？',
  ])
    assert.ok(defaultAskedFor(question) !== undefined, question);
  for (const question of ['How deep is a harbour?', 'What if the tide is low?'])
    assert.equal(defaultAskedFor(question), undefined, question);
});

test('the subject is left, with the names of what is measured', () => {
  const asked = defaultAskedFor('By default, how long does a tide last?');
  assert.match(asked?.subject ?? '', /does a tide last/);
  assert.doesNotMatch(asked?.subject ?? '', /default|how/);
  assert.match(asked?.called ?? '', /duration/);
});
