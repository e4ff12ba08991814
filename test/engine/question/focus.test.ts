import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keysAt, keysOfName, nameAt } from '../../../src/engine/question/focus.ts';

const line = 'The `PanelStore` of Sandra Dee reads "hot water valve" twice.';
const keys = ['s:PanelStore', 'n:sandra dee', 'n:sandra', 'q:hot water valve', 's:reads', 'p:panel', 'n:panel store'];
const at = (word: string) => keysAt(line, line.indexOf(word) + 1, keys);

test('keysAt() finds the symbol, name and literal at the column', () => {
  assert.deepEqual(at('PanelStore'), ['s:PanelStore']);
  assert.deepEqual(at('Sandra'), ['n:sandra dee', 'n:sandra']);
  assert.deepEqual(at('Dee'), ['n:sandra dee']);
  assert.deepEqual(at('water'), ['q:hot water valve']);
  assert.deepEqual(at('twice'), []);
});

test('keysAt() is empty between words, beyond the line and on lines of data', () => {
  assert.deepEqual(keysAt(line, line.length, keys), []);
  assert.deepEqual(keysAt('', 3, keys), []);
  const long = (length: number) => keysAt('PanelStore '.padEnd(length, 'x'), 2, keys);
  assert.deepEqual(long(5000), ['s:PanelStore']);
  assert.deepEqual(long(5001), []);
});

test('nameAt() touches a name from either end, in any script', () => {
  assert.equal(nameAt('a kettle b', 2), 'kettle');
  assert.equal(nameAt('a kettle b', 8), 'kettle');
  assert.equal(nameAt('a b', 0), undefined);
  assert.equal(nameAt('für Чайник', 5), 'Чайник');
});

test('keysOfName() folds a name and keeps a symbol', () => {
  assert.deepEqual(keysOfName('Résumé'), ['s:Résumé', 'n:resume']);
});

test('a column past the end of the line touches its last name, and a key without text never matches', () => {
  assert.deepEqual(keysAt('a kettle', 50, ['s:kettle', 'q:', 'l:', 'n:']), ['s:kettle']);
});
