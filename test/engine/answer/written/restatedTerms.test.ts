// The terms of a restated question, as they are shown and taken out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { termsOf, withoutTerm } from '../../../../src/engine/answer/written/restatedTerms.ts';

test('terms are taken out one by one, until nothing is left', () => {
  let restated = { line: 'Persistence of state: storage, cache', names: ['TideStore', 'storage'] as readonly string[] };
  assert.deepEqual(termsOf(restated), ['Persistence of state', 'storage', 'cache', 'TideStore']);
  for (const [term, line, names] of [
    ['storage', 'Persistence of state: cache', ['TideStore']],
    ['Persistence of state', 'cache', ['TideStore']],
    ['TideStore', 'cache', []],
    ['cache', '', []],
  ] as const) {
    restated = withoutTerm(restated, term);
    assert.deepEqual(restated, { line, names });
  }
  assert.deepEqual(termsOf(restated), []);
});
