/** Words that refer to nothing before. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idiomsIn, wholeWorkspace } from '../../../src/engine/question/anaphoraIdioms.ts';

/** The words of a question that are used in an idiom. */
const found = (question: string): string =>
  [...idiomsIn(question)]
    .sort((a, b) => a - b)
    .map((at) => /^[\w]+/.exec(question.slice(at))?.[0])
    .join(' ');

test('each idiom is recognised, and the word alone is not', () => {
  const idioms: Readonly<Record<string, string>> = {
    'what is this project about': 'this',
    'what is this code base about': 'this',
    'is there a limit': 'there',
    'there are two, or there’s one': 'there there',
    'is it possible to stop': 'it',
    'it is important that it stops': 'it that',
    "it's safe if it stops": 'it',
    'it means that all stop': 'it',
    'is it fast': '',
    'ensure that files are read': 'that',
    'so that it runs': 'that',
    'the file that holds names': 'that',
    'the old file that holds names': '',
    'the old file that is read': 'that',
    'a file that is read': 'that',
    'does that hold': '',
    'those who read': 'those',
    'those files': '',
    'can one read it': 'one',
    'in one file': 'one',
    'one of the files': 'one',
    'which one': '',
    'if it fails then what': 'then',
    'then what': '',
    'two files with the same name': 'same',
    'two share the same name': 'same',

    'the same name as before': 'same',
    'the same name': '',
  };
  for (const [question, words] of Object.entries(idioms)) assert.equal(found(question), words, question);
});

test('words in between count, punctuation in between does not, and an open gap ends after forty', () => {
  assert.equal(found('a file, that is read'), '');
  const far = (words: number): string => `if ${'word '.repeat(words)}then it stops`;
  assert.equal(found(far(39)), 'then');
  assert.equal(found(far(40)), '');
  assert.equal(found('first, stop: then go'), 'then');
  assert.equal(found(`the same ${'word '.repeat(39)}as before`), 'same');
  assert.equal(found(`the same ${'word '.repeat(40)}as before`), '');
});

test('a workspace is named as a whole', () => {
  for (const words of ['this project', 'This Repo', 'this code base', 'this codebase'])
    assert.ok(wholeWorkspace.test(`What does ${words} do?`), words);
  for (const words of ['the project', 'this projector', 'this file']) assert.ok(!wholeWorkspace.test(`What does ${words} do?`), words);
});
