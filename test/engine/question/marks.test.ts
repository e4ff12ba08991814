import assert from 'node:assert/strict';
import { test } from 'node:test';
import { marksIn } from '../../../src/engine/question/marks.ts';

/** The marked ranges: words of the question as they are, names with their position. */
function check(text: string, question: string, names: readonly string[], expected: readonly string[]): void {
  const shown = marksIn(text, question, names).map(({ from, to, name }) => text.slice(from, to) + (name === undefined ? '' : `#${name}`));
  assert.deepEqual(shown, expected);
}

test('words of the question are marked whatever their ending, names at every occurrence', () => {
  check(
    'Kettles are heated. The KettleQueue heats.',
    'Which kettle is heated?',
    ['KettleQueue'],
    ['Kettles', 'heated', 'KettleQueue#0', 'heats'],
  );
});

test('names of several words, in another case, and of punctuation alone', () => {
  check('See the salt garden and ->.', '', ['The Salt Garden', '->'], ['the salt garden#0', '->#1']);
});

test('of overlapping marks the name stays, the longer one first', () => {
  check('Port Wexley harbour', 'Where is Port Wexley?', ['Port Wexley', 'Wexley'], ['Port Wexley#0']);
});

test('a term of the index is marked in the words that have it', () => {
  check('heated kettles', '', ['heat', 'kettl'], ['heated#0', 'kettles#1']);
});

test('a term of the question is marked alike in all of its forms', () => {
  check('Plugins register; a plugin is a module.', 'How do plugins register?', ['plugin'], ['Plugins#0', 'register', 'plugin#0']);
});

test('nothing is marked if there is nothing to mark', () => {
  check('anything', '', [''], []);
});

test('in a text in another language its own forms are marked', () => {
  check('Die Schiffe sind in dem Hafen, der nicht mehr benutzt wird.', 'Welches Schiff liegt im Hafen?', [], ['Schiffe', 'Hafen']);
});

test('a name that is one word is marked once, and in its other forms only if it is asked for', () => {
  check('The pier. Piers and a pierhead.', '', ['pier'], ['pier#0']);
  check('The pier. Piers and a pierhead.', 'Which pier?', ['pier'], ['pier#0', 'Piers#0']);
  check('a->b->c', '', ['->', ''], ['->#0', '->#0']);
});
