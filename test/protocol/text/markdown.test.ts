import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandLink, escapeMarkdown, shorten } from '../../../src/protocol/text/markdown.ts';

test('escapeMarkdown() leaves letters of all scripts as they are', () => {
  assert.equal(escapeMarkdown('Чайник 茶 كلمة naïve'), 'Чайник 茶 كلمة naïve');
  assert.equal(escapeMarkdown('a_b*c'), 'a\\_b\\*c');
});

test('escapeMarkdown() shows invisible and bidirectional characters as code points', () => {
  assert.equal(escapeMarkdown('evil\u202egpj.exe\u001b[31m'), 'evil&lsqb;U\\+202E\\]gpj\\.exe&lsqb;U\\+001B\\]&lsqb;31m');
});

test('commandLink() keeps its argument whole, however often it is decoded, and has no parenthesis', () => {
  const argument = { path: "a (copy) 'x' 100% #1.md", uri: 'file:///a%20%28copy%29%20%27x%27%20100%25%20%231.md' };
  const link = commandLink('meshrag.openPlace', argument);
  assert.doesNotMatch(link, /[()']/);
  const once = decodeURIComponent(link.slice(link.indexOf('?') + 1));
  assert.deepEqual(JSON.parse(once), [argument]);
  assert.deepEqual(JSON.parse(decodeURIComponent(once)), [argument]);
});

test('shorten() marks an omission', () => {
  assert.equal(shorten('abcdef', 6), 'abcdef');
  assert.equal(shorten('abcdefg', 6), 'abcde…');
});
