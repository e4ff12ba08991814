import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAssignment, Words, wordSet } from '../../../src/engine/drift/driftWords.ts';

const words = (text: string): Words => new Words().read(text);

test('words and what is between them, and before the first and past the last', () => {
  const own = words('(one, 2nd)');
  assert.equal(own.count, 2);
  assert.deepEqual(
    [-1, 0, 1, 2].map((i) => own.word(i)),
    ['', 'one', '2nd', ''],
  );
  assert.deepEqual(
    [0, 1, 2].map((i) => own.separator(i)),
    ['(', ', ', ')'],
  );
  assert.deepEqual(
    [-1, 0, 1, 2].map((i) => own.isName(i)),
    [false, true, false, false],
  );
  assert.deepEqual([own.from(0), own.to(0), own.from(2), own.to(-1)], [1, 4, 10, 0]);
  const again = new Words().read('two').hash(0);
  assert.equal(words('one two').hash(1), again);
  assert.equal(own.read('two').hash(0), again, 'another text can be read');
});

test('a word is next to the one before if only blanks are between', () => {
  const own = words(' one two\n\tthree, four');
  assert.deepEqual(
    [0, 1, 2, 3].map((i) => own.isNextWord(i)),
    [false, true, true, false],
  );
});

test('a word is the first of its line after none but the characters given', () => {
  const own = words('# one two\n > three\nx.four');
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((i) => own.isFirstOnLine(i, '# >')),
    [true, false, true, true, false],
  );
  assert.ok(!own.isFirstOnLine(0, ' '));
});

test('a word is a string by itself between two quotes of a kind', () => {
  const isWhole = (text: string): boolean => words(text).isWholeString(0);
  assert.deepEqual(['"a"', "'a'", '`a`', '"a\'', 'a', '(a(', '"a b"'].map(isWhole), [true, true, true, false, false, false, false]);
});

test('one equals sign assigns, two compare', () => {
  assert.deepEqual([' = ', '=', '==', ' === ', ': ', ''].map(isAssignment), [true, true, false, false, false, false]);
  assert.deepEqual([...wordSet('a b')], ['a', 'b']);
});
