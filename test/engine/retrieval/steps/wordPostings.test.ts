import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  languagesIn,
  stemPostings,
  termsTo,
  united,
  wordCounts,
  wordPostings,
} from '../../../../src/engine/retrieval/steps/wordPostings.ts';
import { indexOf, pathsFound } from '../../../support/memoryIndex.ts';
import { createRetriever } from '../../../support/systems.ts';

const bm25 = createRetriever('bm25', {});
const mesh = createRetriever('mesh', {});

const german = {
  'leuchtturm.md': 'Der Leuchtturm steht auf einer Klippe und die Wärterin zählt dort die Schiffe, wenn es dunkel wird.\n',
  'mole.md': 'Auf der Mole liegt ein altes Boot, das von den Kindern nicht mehr benutzt wird.\n',
};
const english = {
  'lighthouse.md': 'The keeper counts the ships that pass the cliff when it gets dark.\n',
  'pier.md': 'On the pier lies an old boat that is not used any more.\n',
};

function manyIn(text: string, count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`note${i}.md`, `${text} ${i}\n`]));
}

test('a word is found in another form, in the language of its document', async () => {
  const reader = indexOf({ ...german, ...english }).reader();
  assert.deepEqual(
    (await languagesIn(reader)).map(({ id }) => id),
    ['de'],
  );
  for (const retriever of [bm25, mesh]) {
    assert.equal((await pathsFound(reader, retriever, 'Schiff Wärterinnen'))[0], 'leuchtturm.md', retriever.name);
    assert.equal((await pathsFound(reader, retriever, 'ship'))[0], 'lighthouse.md', retriever.name);
  }
});

test('evidence and unknown words are reported as stored', async () => {
  const reader = indexOf(german).reader();
  const { results, unknownTerms } = await bm25.search(reader, 'Wo liegen denn ihre Schiffen?', { limit: 1 });
  assert.deepEqual(results[0]?.evidence, [{ kind: 'term', keys: ['schiff'] }]);
  assert.deepEqual(unknownTerms, ['wo', 'liegen', 'denn', 'ihr']);
});

test('a language of few chunks is not searched, unless the question is in it', async () => {
  const reader = indexOf({ ...manyIn('The keeper counts the ships', 120), ...german }).reader();
  assert.deepEqual(await languagesIn(reader), []);
  assert.deepEqual(
    (await termsTo(reader, 'counting ships')).flatMap(({ stems }) => stems),
    // As identifiers have them.
    ['counting', 'ships'],
  );
  assert.equal((await pathsFound(reader, bm25, 'Wo ist das Boot, mit dem die Kinder gespielt haben?'))[0], 'mole.md');
});

test('an index in English reads a question as if there were no other languages', async () => {
  const reader = indexOf(english).reader();
  assert.deepEqual(await languagesIn(reader), []);
  for (const { term, stems } of await termsTo(reader, 'Where does the boat lie?')) assert.deepEqual(stems, [], term);
});

test('the stems of a word count as one term', async () => {
  const reader = indexOf({ 'a.md': `${german['mole.md']} Hafen`, 'b.md': 'boats and boats in a harbour\n' }).reader();
  const words = [
    { term: 'boat', stems: ['boot', 'nowhere'] },
    { term: 'nowhere', stems: [] },
  ];
  const [stems = []] = await stemPostings(reader, words);
  assert.deepEqual(
    stems.map(({ term }) => term),
    ['boat', 'boot'],
  );
  const [boat, none] = await wordPostings(reader, words);
  assert.equal(boat?.size, 2);
  assert.deepEqual([...(boat?.chunks ?? [])], [0, 1]);
  assert.deepEqual([...(boat?.values ?? [])].sort(), [1, 2]);
  assert.equal(none?.size, 0);
  assert.deepEqual(await wordCounts(reader, [...words, { term: 'boat', stems: [] }]), [2, 0, 1]);
  const twice = united([...stems, ...stems]);
  assert.deepEqual([...twice.values].sort(), [2, 4]);
  assert.deepEqual([...twice.places], [...(boat?.places ?? [])]);
});
