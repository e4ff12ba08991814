import assert from 'node:assert/strict';
import { test } from 'node:test';
import { marksIn } from '../../../src/engine/question/marks.ts';

/** The marked stretches: words of the question as they are, names with their position. */
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

test('names of several words, in other letters, and of signs alone', () => {
  check('See the salt garden and ->.', '', ['The Salt Garden', '->'], ['the salt garden#0', '->#1']);
});

test('of what overlaps the name stays, the longer one first', () => {
  check('Port Wexley harbour', 'Where is Port Wexley?', ['Port Wexley', 'Wexley'], ['Port Wexley#0']);
});

test('a term of the index is marked in the words that have it', () => {
  check('heated kettles', '', ['heat', 'kettl'], ['heated#0', 'kettles#1']);
});

test('nothing is marked where nothing is wanted', () => {
  check('anything', '', [''], []);
});

test('in a text of another language its own forms are marked', () => {
  check('Die Schiffe sind in dem Hafen, der nicht mehr benutzt wird.', 'Welches Schiff liegt im Hafen?', [], ['Schiffe', 'Hafen']);
});
