import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  cutAt,
  endsWithAny,
  hasAny,
  indentLength,
  isOnly,
  lineStarts,
  skip,
  startsWithAny,
  trimEndOf,
  wordsOf,
} from '../../../src/engine/util/strings.ts';

test('characters are skipped and cut at either end', () => {
  assert.equal(skip('  ab', ' '), 2);
  assert.equal(skip('  ', ' '), 2);
  assert.equal(skip('a--b', '-', 1), 3);
  assert.equal(trimEndOf('name*&.', '*&.'), 'name');
  assert.equal(trimEndOf('...', '.'), '');
  assert.equal(cutAt('a.test.ts', '.'), 'a');
  assert.equal(cutAt('.env.local', '.', 1), '.env');
  assert.equal(cutAt('name', '.'), 'name');
  assert.equal(indentLength(' \tcode'), 2);
});

test('an empty text begins and ends with nothing, and consists of anything', () => {
  assert.ok(startsWithAny('{a', '[{') && endsWithAny('a)', ')]') && hasAny('a;b', ']};='));
  assert.ok(!startsWithAny('', '[{') && !endsWithAny('', ')]') && !hasAny('', ';'));
  assert.ok(isOnly('', '-') && isOnly('---', '-') && !isOnly('--a', '-'));
});

test('lines begin after each kind of line break', () => {
  assert.deepEqual([...lineStarts('a\nb\r\nc\rd')], [0, 2, 5, 7]);
  assert.deepEqual([...lineStarts('a\n')], [0, 2]);
  assert.deepEqual([...lineStarts('')], [0]);
});

test('words are separated by white space', () => {
  assert.deepEqual(wordsOf(' one\n two\tthree '), ['one', 'two', 'three']);
  assert.deepEqual(wordsOf('  '), []);
});
