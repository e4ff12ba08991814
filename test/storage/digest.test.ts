import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digestOfEntries, digestOfLines, stateDigest } from '../../src/storage/digest.ts';

test('the order of lines does not matter, what they are does', () => {
  assert.equal(digestOfLines(['b', 'a', 'c']), digestOfLines(['c', 'b', 'a']));
  assert.notEqual(digestOfLines(['a', 'b']), digestOfLines(['a', 'b', 'b']));
  assert.notEqual(digestOfLines(['ab']), digestOfLines(['a', 'b']));
});

test('a posting list has the digest of its entries in the order of the chunks, whatever their ids', () => {
  const list = (chunks: readonly number[], values: readonly number[], places: readonly number[], size = chunks.length) => ({
    size,
    chunks: Int32Array.from(chunks),
    values: Int32Array.from(values),
    places: Uint32Array.from(places),
  });
  const digest = digestOfEntries(list([0, 1], [5, 6], [7, 8]), Int32Array.of(0, 1));
  assert.equal(digestOfEntries(list([0, 2], [6, 5], [8, 7]), Int32Array.of(1, -1, 0)), digest);
  assert.equal(digestOfEntries(list([0, 1, 2], [5, 6, 9], [7, 8, 9], 2), Int32Array.of(0, 1, 2)), digest);
  for (const other of [list([0, 1], [6, 5], [7, 8]), list([0, 1], [5, 6], [8, 7]), list([0], [5], [7])])
    assert.notEqual(digestOfEntries(other, Int32Array.of(0, 1)), digest);
});

test('the state of an index is that of its contents under their paths', () => {
  const content = (hash: string, language = 'text') => ({ hash, language });
  const digest = stateDigest(
    new Map([
      ['a', content('1')],
      ['b', content('2')],
    ]),
  );
  assert.equal(
    stateDigest(
      new Map([
        ['b', content('2')],
        ['a', content('1')],
      ]),
    ),
    digest,
  );
  for (const other of [
    [
      ['a', content('2')],
      ['b', content('1')],
    ],
    [['a', content('1')]],
    [
      ['a', content('1', 'ts')],
      ['b', content('2')],
    ],
  ] as const)
    assert.notEqual(stateDigest(new Map(other as Iterable<readonly [string, { hash: string; language: string }]>)), digest);
});
