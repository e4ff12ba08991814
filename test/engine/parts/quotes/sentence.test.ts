/** Which texts say something, and how they are quoted: a table. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentenceOf } from '../../../../src/engine/parts/quotes/sentence.ts';

const table: readonly (readonly [text: string, sentence: string | undefined])[] = [
  ['', undefined],
  ['Brews tea for guests. It is hot.', 'Brews tea for guests.'],
  ['Brews tea for guests', 'Brews tea for guests'],
  ['Brews\n  tea   for guests.', 'Brews tea for guests.'],
  ['Brews tea.', undefined],
  ['It has these parts:', undefined],
  ['class Kettle of tea {', undefined],
  ['Home • Docs • Tea shop', undefined],
  ['Home | Docs | Tea shop', undefined],
  ['src/a.ts,src/b.ts,src/c.ts', undefined],
  ['1 2 3 4 5 + - * / = = =', undefined],
  ['See https://example.org/tea/and/more', undefined],
  ['**Kettle** brews __tea__ for <b>guests</b>.', 'Kettle brews tea for guests.'],
  ['[Kettle](https://example.org) brews tea.', 'Kettle brews tea.'],
  ['[Kettle][1] brews [tea][] for guests.', 'Kettle brews tea for guests.'],
  ['[Kettle] brews tea for guests.', '[Kettle] brews tea for guests.'],
  ['![A badge of tea](b.svg) [and one more](c.svg)', undefined],
  ['<img alt="A kettle for tea">', undefined],
  ['茶を客のために淹れる。熱い。', '茶を客のために淹れる。'],
  ['茶を。', undefined],
];

for (const [text, sentence] of table) test(JSON.stringify(text), () => assert.equal(sentenceOf(text), sentence));

test('a sentence of more than 200 characters ends with an ellipsis, at a blank if there is one near', () => {
  const words = 'guests '.repeat(40).trim();
  assert.equal(sentenceOf(words.slice(0, 200)), words.slice(0, 200));
  assert.equal(sentenceOf(words.slice(0, 201)), `${words.slice(0, words.lastIndexOf(' ', 199))} …`);
  const long = `Tea for ${'x'.repeat(300)} and guests`;
  assert.equal(sentenceOf(long), `${long.slice(0, 199)} …`);
});
