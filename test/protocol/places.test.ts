/** How places are written, what of a turn is sent again, and how many sources are used. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { earlierTurn, lineRange, rangeText, reference, usedSources, type WirePlace } from '../../src/protocol/places.ts';
import { check } from '../../src/protocol/schema.ts';

test('a line is written once, several by the first and the last', () => {
  assert.deepEqual([rangeText({ startLine: 3, endLine: 3 }), rangeText({ startLine: 3, endLine: 4 })], ['3', '3–4']);
  const place = { path: 'a.ts', startLine: 3, endLine: 3 } as WirePlace;
  assert.deepEqual([reference(place), reference({ ...place, endLine: 4 })], ['a.ts:3', 'a.ts:3-4']);
});

test('a range ends where it begins or later', () => {
  const range = { startLine: 2, endLine: 2 };
  assert.deepEqual(check(lineRange, range), range);
  assert.deepEqual(check(lineRange, { ...range, startColumn: 0, endColumn: 5 }), { ...range, startColumn: 0, endColumn: 5 });
  for (const wrong of [{ startLine: 0 }, { endLine: 1 }, { endLine: 2.5 }, { startColumn: -1, endColumn: 5 }])
    assert.throws(() => check(lineRange, { ...range, ...wrong }), JSON.stringify(wrong));
});

test('of an earlier turn each quoted file is sent once by its content, and no answer that is empty', () => {
  const quoted = (uri: string, fileHash: string) => ({ uri, fileHash, more: true }) as never;
  assert.deepEqual(earlierTurn('a?', 'b', [quoted('u', '1'), quoted('v', '1'), quoted('u', '1'), quoted('u', '2')]), {
    question: 'a?',
    answer: 'b',
    quoted: [
      { uri: 'u', fileHash: '1' },
      { uri: 'v', fileHash: '1' },
      { uri: 'u', fileHash: '2' },
    ],
  });
  assert.deepEqual(earlierTurn('a?', '', []), { question: 'a?', answer: undefined, quoted: [] });
});

test('a source counts once, quoted or cited', () => {
  const of = (...numbers: readonly number[]) => numbers.map((n) => ({ n })) as never;
  assert.equal(usedSources({ blocks: of(1, 2, 1), citations: of(2, 5) }), 3);
  assert.equal(usedSources({ blocks: of(), citations: of() }), 0);
});
