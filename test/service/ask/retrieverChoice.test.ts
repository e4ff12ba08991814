import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createChoice, retrieverOf } from '../../../src/service/ask/retrieverChoice.ts';

test('a retriever with synonyms is made once for the same synonyms', () => {
  const choose = createChoice();
  const synonyms = ['bar, sandbank'];
  assert.equal(choose({}), retrieverOf());
  assert.equal(choose({ synonyms: [] }), retrieverOf('mesh'));
  const first = choose({ synonyms });
  assert.notEqual(first, retrieverOf());
  assert.equal(choose({ synonyms: [...synonyms] }), first);
  assert.notEqual(choose({ synonyms: ['bar, shoal'] }), first);
  assert.notEqual(choose({ system: 'bm25', synonyms }), first);
});

test('a system that is not there is refused, with synonyms and without', () => {
  const choose = createChoice();
  // The embedding reads texts, which an index alone does not have.
  for (const system of ['oracle', 'embedding'])
    for (const synonyms of [[], ['bar, sandbank']])
      assert.throws(() => choose({ system, synonyms }), /There is no system "\w+"; there are mesh/);
});
