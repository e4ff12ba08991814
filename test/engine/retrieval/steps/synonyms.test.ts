import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSynonyms } from '../../../../src/engine/retrieval/steps/synonyms.ts';
import { indexOf, pathsFound } from '../../../support/memoryIndex.ts';
import { createRetriever } from '../../../support/systems.ts';

const bm25 = createRetriever('bm25', {});

describe('readSynonyms()', () => {
  const synonyms = readSynonyms([
    ['car', 'automobile', 'motor vehicle'],
    ['United Kingdom', 'UK'],
  ]);

  it('widens a question by the other expressions of the groups it names, in any case', () => {
    assert.equal(synonyms.widen('Which Motor Vehicle?'), 'Which Motor Vehicle? ; car ; automobile');
    assert.equal(synonyms.widen('trade of the united kingdom'), 'trade of the united kingdom ; UK');
  });

  it('does not change a question that names none or all of a group, and ignores parts of words', () => {
    for (const question of ['a carpet', 'car, automobile or motor vehicle', '']) assert.equal(synonyms.widen(question), question);
  });

  it('maps the names of a group to its first', () => {
    assert.equal(synonyms.unify('n:uk'), 'n:united kingdom');
    assert.equal(synonyms.unify('n:united kingdom'), 'n:united kingdom');
    assert.equal(synonyms.unify('n:france'), 'n:france');
    assert.equal(synonyms.unify('s:uk'), 's:uk');
  });

  it('reports a group that it cannot read', () => {
    assert.throws(() => readSynonyms([['a b', 'c'], ['alone']]), /group 2 of the synonyms/);
    assert.throws(() => readSynonyms([['Car', 'car']]), /group 1 .* no two different expressions/);
    assert.throws(() => readSynonyms([['car', '!!']]), /group 1 .*"!!" has no word/);
  });
});

describe('a retriever with synonyms', () => {
  it('finds texts with the other expression', async () => {
    const reader = indexOf({ 'a.md': 'The automobile stands in the yard.\n', 'b.md': 'The kettle stands in the kitchen.\n' }).reader();
    assert.deepEqual(await pathsFound(reader, bm25, 'car'), []);
    assert.deepEqual(await pathsFound(reader, createRetriever('bm25', {}, { synonyms: readSynonyms([['car', 'automobile']]) }), 'car'), [
      'a.md',
    ]);
  });
});
