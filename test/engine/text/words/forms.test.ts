import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stem } from '../../../../src/engine/text/stemming/stem.ts';
import { formsOf, respelled } from '../../../../src/engine/text/words/forms.ts';

test('agent nouns and verbs are forms of each other', () => {
  const pairs = 'linter lint|formatter format|parser parse|router route|logger log|extractor extract|writer write|loader load';
  for (const pair of pairs.split('|')) {
    const [agent, verb] = pair.split(' ') as [string, string];
    assert.ok(formsOf(agent).includes(stem(verb)), `${agent}: ${formsOf(agent)}`);
    assert.ok(formsOf(verb).includes(stem(agent)), `${verb}: ${formsOf(verb)}`);
  }
  assert.ok(formsOf('parsed').includes('parser'));
});

test('words and their abbreviations in code are forms of each other, identifiers have none', () => {
  assert.ok(formsOf('configuration').includes('config'));
  assert.ok(formsOf('dir').includes(stem('directory')));
  assert.deepEqual(formsOf('config_dir'), []);
});

test('British and American spellings are forms of each other', () => {
  for (const pair of 'licence license|Colour color|serialise serialize|analyse analyze|centre center|catalogue catalog'.split('|')) {
    const [a, b] = pair.split(' ') as [string, string];
    assert.ok(formsOf(a).includes(stem(b)) && respelled(b).includes(stem(a.toLowerCase())), `${pair}: ${formsOf(a)}; ${respelled(b)}`);
  }
  assert.deepEqual(respelled('color_map'), []);
});

test('no word is a form of itself, and short words have no agent noun', () => {
  for (const word of ['linter', 'built', 'config', 'render', 'renderer', 'user', 'for', 'or', 'a'])
    assert.ok(!formsOf(word).includes(stem(word)), word);
  assert.ok(!formsOf('user').includes('us'));
  assert.deepEqual(formsOf('or'), []);
});
