import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRetriever, defaultRetriever, retrievers } from '../../../src/engine/retrieval/retrievers.ts';
import { indexOf, pathsFound } from '../../support/memoryIndex.ts';

test('every retriever finds a document by its name and words', async () => {
  const reader = indexOf({
    'Marta Quill.md': '# Marta Quill\n\nMarta Quill directed The Salt Garden at Port Wexley.\n',
    'Ansel Brook.md': '# Ansel Brook\n\nAnsel Brook was a composer in Tarrow.\n',
    'Corin College.md': '# Corin College\n\nCorin College was founded by Ines Vale.\n',
  }).reader();
  for (const [name, retriever] of retrievers) {
    assert.equal(retriever.name, name);
    if (!name.startsWith('mesh-paper') || name === 'mesh-paper-ints') {
      assert.equal((await pathsFound(reader, retriever, 'What did Marta Quill direct?'))[0], 'Marta Quill.md', name);
    }
  }
  assert.ok(retrievers.has(defaultRetriever));
});

test('createRetriever() parses options and reports invalid ones', () => {
  assert.equal(createRetriever('mesh', { seeds: '5', file: '0.2' }).name, 'mesh');
  assert.throws(() => createRetriever('nothing', {}), /There is no system "nothing"; there are mesh, bm25/);
  assert.throws(() => createRetriever('mesh', { nothing: '1' }), /mesh has no option "nothing"; it has pool/);
  assert.throws(() => createRetriever('mesh', { seeds: 'many' }), /Option "seeds" is "many", expected a number/);
  assert.throws(() => createRetriever('bm25', { k1: '1' }), /bm25 has no option "k1"; it has none/);
});
