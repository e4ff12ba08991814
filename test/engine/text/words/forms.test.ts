import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formsOf, spellingsLike } from '../../../../src/engine/text/words/forms.ts';
import { stem } from '../../../../src/engine/text/words/stem.ts';

test('agent nouns and verbs are forms of each other', () => {
  const pairs = 'linter lint|formatter format|parser parse|router route|logger log|extractor extract|writer write|loader load';
  for (const pair of pairs.split('|')) {
    const [agent, verb] = pair.split(' ') as [string, string];
    assert.ok(formsOf(agent).includes(stem(verb)), `${agent}: ${formsOf(agent)}`);
    assert.ok(formsOf(verb).includes(stem(agent)), `${verb}: ${formsOf(verb)}`);
  }
  assert.ok(formsOf('parsed').includes('parser'));
});

test('irregular verbs and abbreviations in code', () => {
  assert.ok(formsOf('built').includes('build'));
  assert.ok(formsOf('written').includes(stem('write')));
  assert.ok(formsOf('configuration').includes('config'));
  assert.ok(formsOf('dir').includes(stem('directory')));
});

test('no word is a form of itself, and short words have no agent noun', () => {
  for (const word of ['linter', 'built', 'config', 'render', 'renderer', 'user', 'for', 'or', 'a'])
    assert.ok(!formsOf(word).includes(stem(word)), word);
  assert.ok(!formsOf('user').includes('us'));
  assert.deepEqual(formsOf('or'), []);
});

test('spellings of a word in file names', () => {
  assert.ok(spellingsLike('cookies').includes('cookie'));
  assert.ok(spellingsLike('cookie').includes('cookies'));
  assert.ok(spellingsLike('registries').includes('registry'));
  assert.ok(spellingsLike('extractor').includes('extract'));
  assert.ok(spellingsLike('routes').includes('routing'));
  assert.ok(spellingsLike('logging').includes('logger') || spellingsLike('logging').includes('log'));
  assert.ok(!spellingsLike('class').includes('clas'));
  for (const word of ['cookies', 'class', 'logging', 'use']) assert.ok(!spellingsLike(word).includes(word), word);
});
