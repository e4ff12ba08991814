import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandLink, escapeMarkdown, shorten } from '../../src/protocol/markdown.ts';

test('escapeMarkdown() leaves letters of all scripts as they are', () => {
  assert.equal(escapeMarkdown('Чайник 茶 كلمة naïve'), 'Чайник 茶 كلمة naïve');
  assert.equal(escapeMarkdown('a_b*c'), 'a\\_b\\*c');
});

test('escapeMarkdown() shows by its number what is unseen and turns the direction', () => {
  assert.equal(escapeMarkdown('evil\u202egpj.exe\u001b[31m'), 'evil\\[U\\+202E\\]gpj\\.exe\\[U\\+001B\\]\\[31m');
});

test('commandLink() keeps its argument whole and has no parenthesis', () => {
  const link = commandLink('meshrag.openPlace', { path: "a (copy) 'x'.md" });
  assert.doesNotMatch(link, /[()']/);
  assert.deepEqual(JSON.parse(decodeURIComponent(link.slice(link.indexOf('?') + 1))), [{ path: "a (copy) 'x'.md" }]);
});

test('shorten() says that something was left out', () => {
  assert.equal(shorten('abcdef', 6), 'abcdef');
  assert.equal(shorten('abcdefg', 6), 'abcde…');
});
