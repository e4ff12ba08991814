import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bind } from '../../../src/engine/retrieval/bind.ts';
import type { Retriever } from '../../../src/engine/retrieval/ranking.ts';
import { readSynonyms } from '../../../src/engine/retrieval/steps/synonyms.ts';
import { hippo } from '../../../src/systems/baselines/hippo.ts';
import { minhash } from '../../../src/systems/baselines/minhash.ts';
import { described, indexOf, pathsFound } from '../../support/memoryIndex.ts';
import { indexOfPassages, people } from '../../support/people.ts';
import { createRetriever, retrievers } from '../../support/systems.ts';

const tfidf = createRetriever('tfidf', {});

const passages = people(60);
const reader = indexOfPassages(passages).reader();
const question = 'Whom did Anna Ahlmark meet in Brindle?';

const baselines: readonly (readonly [string, Retriever])[] = [
  ['tfidf', tfidf],
  ['hippo', bind(hippo)],
  ['minhash', bind(minhash)],
];

for (const [name, retriever] of baselines) {
  describe(name, () => {
    it('ranks the same whatever the order of the index', async () => {
      const shuffled = indexOfPassages([...passages].reverse().slice(0, 20), [...passages].slice(0, 40)).reader();
      const [a, b] = [await retriever.search(reader, question, { limit: 60 }), await retriever.search(shuffled, question, { limit: 60 })];
      assert.ok(a.results.length > 0);
      assert.deepEqual(
        a.results.map(({ score }) => score.toFixed(9)),
        b.results.map(({ score }) => score.toFixed(9)),
      );
      assert.deepEqual(((await described(shuffled, b)) as { unknownTerms: unknown }).unknownTerms, a.unknownTerms);
    });

    it('returns at most the requested number, and only accepted chunks', async () => {
      const { results } = await retriever.search(reader, question, { limit: 3, accept: (chunk) => chunk % 2 === 1 });
      assert.ok(results.length <= 3 && results.every(({ chunk }) => chunk % 2 === 1));
    });
  });
}

describe('hippo', () => {
  it('reaches a chunk that shares no entity with the question', async () => {
    const index = indexOf({
      'a.md': 'Corliss Archer is played by Shirley Temple in the film.\n',
      'b.md': 'Shirley Temple was named Chief of Protocol.\n',
      'c.md': 'Nobody of Arlford knows Dunwall.\n',
    });
    const found = await pathsFound(index.reader(), bind(hippo), 'What became of the actor of Corliss Archer?');
    assert.deepEqual(found, ['a.md', 'b.md']);
  });

  it('answers a question without a known entity by BM25', async () => {
    assert.equal((await bind(hippo).search(reader, 'who built a bridge', { limit: 4 })).results.length, 4);
  });
});

describe('tfidf', () => {
  it('prefers the chunk with the rarer word, and the shorter of two', async () => {
    const index = indexOf({
      'rare.md': 'kettle common\n',
      'common.md': 'common common\n',
      'long.md': `kettle common ${'filler '.repeat(4)}\n`,
    });
    assert.deepEqual(await pathsFound(index.reader(), tfidf, 'common kettle'), ['rare.md', 'long.md', 'common.md']);
  });
});

describe('createRetriever()', () => {
  it('creates each baseline and each reading of the paper by name', async () => {
    for (const name of ['tfidf', 'hippo', 'minhash', 'mesh-paper', 'mesh-paper-ints', 'mesh-paper-kmeans', 'mesh-paper-dbscan']) {
      assert.equal(retrievers.get(name)?.name, name);
      assert.ok((await createRetriever(name, {}).search(reader, question, { limit: 5 })).results.length > 0, name);
    }
  });

  it('passes options on', () => {
    assert.throws(() => createRetriever('mesh-paper', { minima: '0' }), /option minima of mesh-paper is "0"/);
  });

  it('passes the synonyms of the user to every retriever', async () => {
    const synonyms = readSynonyms([['mill', 'grinding house']]);
    const { results } = await createRetriever('bm25', {}, { synonyms }).search(reader, 'grinding house', { limit: 3 });
    assert.equal(results.length, 3);
  });
});
