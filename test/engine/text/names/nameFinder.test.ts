import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldedWords } from '../../../../src/engine/text/names/entities.ts';
import { findNames, nameOf, nameOfTitle } from '../../../../src/engine/text/names/nameFinder.ts';
import { tokenize } from '../../../../src/engine/text/words/tokens.ts';

function check(text: string, expected: readonly string[]): void {
  const found: string[] = [];
  let last = 0;
  findNames(text, tokenize(text), (name, offset) => {
    assert.ok(offset >= last, 'offsets ascend');
    last = offset;
    found.push(name);
  });
  assert.deepEqual(found, expected, text);
}

test('runs of capitalised words', () => {
  check('She met Sandra Dee in Paris.', ['sandra dee in paris', 'sandra dee', 'paris']);
  check('the cat sat', []);
  check('Sandra Dee,\nBobby Darin', ['sandra dee', 'bobby darin']);
  check('Kiss and Tell was a film.', ['kiss and tell', 'kiss', 'tell']);
  check('Richard, Duke of York', ['richard', 'duke of york', 'duke', 'york']);
  check('the Lord of the Rings.', ['lord of the rings', 'lord', 'rings']);
  check('Robert M. Young wrote it.', ['robert m young']);
  check('Apollo 11 landed in 1969', ['apollo 11', '1969']);
  check('Jean-Luc Picard', ['jean luc picard']);
  check('R&D Labs', ['r d labs']);
  check('Marks & Spencer', ['marks spencer']);
});

test('leading stop words are dropped, a name does not end in a particle', () => {
  check('The Beatles of old', ['beatles']);
  check('According to Marie Curie, yes', ['according to marie curie', 'according', 'marie curie']);
  check('In 12 days', []);
});

test('punctuation and empty lines end a name, one line break does not', () => {
  check('Alpha. Beta, Gamma', ['alpha', 'beta', 'gamma']);
  check('Marie\nCurie', ['marie curie']);
  check('Marie\r\nCurie', ['marie curie']);
  check('Marie \r\n Curie', ['marie curie']);
  check('Marie\n\nCurie', ['marie', 'curie']);
  check('Marie\r\n\r\nCurie', ['marie', 'curie']);
  check('Marie\tCurie', ['marie', 'curie']);
});

test('other scripts with case', () => {
  check('Он видел Анну Каренину вчера', ['он', 'анну каренину']);
  check('Er traf Jürgen Groß.', ['er', 'jurgen gross']);
});

test('a run of more than eight words is not a name', () => {
  check('A1 B2 C3 D4 E5 F6 G7 H8', ['a1 b2 c3 d4 e5 f6 g7 h8']);
  check('A1 B2 C3 D4 E5 F6 G7 H8 I9', []);
});

test('nameOf', () => {
  const cases: [string, string | undefined][] = [
    ['sandra dee', 'sandra dee'],
    ['the who', 'the who'],
    ['the', undefined],
    ['x', undefined],
    ['12', undefined],
    ['1969', '1969'],
    ['1969 12', undefined],
    ['', undefined],
  ];
  for (const [words, name] of cases) assert.equal(nameOf(words.split(' ')), name, words);
});

test('nameOfTitle drops trailing brackets', () => {
  assert.equal(nameOfTitle('Grease (film)', foldedWords), 'grease');
  assert.equal(nameOfTitle('(untitled)', foldedWords), 'untitled');
  assert.equal(nameOfTitle('', foldedWords), undefined);
  assert.equal(nameOfTitle(`${'('.repeat(100_000)}xy`, foldedWords), 'xy');
  assert.equal(nameOfTitle(`x${' '.repeat(100_000)}y`, foldedWords), 'x y');
});

test('where most letters have no case, nothing begins like a name', () => {
  check('في عام 1987 زارت Marta الميناء القديم', []);
  check('平成の港に NATO の船が来た。', []);
  check('The ship 平成 left Port Wexley', ['port wexley']);
});
