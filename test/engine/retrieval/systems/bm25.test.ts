import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { questionTerms } from '../../../../src/engine/question/question.ts';
import { idf, scoreTerms, termEvidence } from '../../../../src/engine/retrieval/systems/bm25.ts';
import { indexOf, pathsFound } from '../../../support/memoryIndex.ts';
import { createRetriever } from '../../../support/systems.ts';

const bm25 = createRetriever('bm25', {});

const words = ['server', 'client', 'cache', 'token', 'reload', 'parse', 'index', 'walk'];
const anyBody = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 30 });

test('scores equal the formula, computed the long way', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyBody, { minLength: 1, maxLength: 12 }), anyBody, async (bodies, asked) => {
      // Documents without names, so that term frequencies are those of the text.
      const reader = indexOf(Object.fromEntries(bodies.map((body, i) => [`${i}`, body.join(' ')]))).reader();
      const question = questionTerms(asked.join(' '));
      const hits = await scoreTerms(reader, question);
      const infos = await reader.chunkInfo(bodies.map((_, chunk) => chunk));
      const texts = infos.map(({ path }) => [...(bodies[Number(path)] as string[]), path, path, path]);
      const mean = texts.reduce((sum, text) => sum + text.length, 0) / texts.length;
      const stems = new Map(words.map((word) => [questionTerms(word)[0]?.term, word]));
      texts.forEach((text, chunk) => {
        let expected = 0;
        for (const { term, weight } of question) {
          const word = stems.get(term);
          const holders = texts.filter((other) => other.includes(word as string)).length;
          const count = text.filter((other) => other === word).length;
          if (count === 0) continue;
          const rarity = Math.log(1 + (texts.length - holders + 0.5) / (holders + 0.5));
          expected += (weight * rarity * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * text.length) / mean));
        }
        assert.ok(Math.abs(hits.scoreOf(chunk) - expected) < 1e-9, `${hits.scoreOf(chunk)} is ${expected}`);
      });
    }),
    { numRuns: 60 },
  );
});

test('idf is never negative and falls with the size', () => {
  for (let size = 1; size <= 100; size++) assert.ok(idf(size, 100) > 0 && idf(size, 100) < idf(size - 1, 100));
});

test('evidence lists the matched terms, rarest first', async () => {
  const reader = indexOf({ 'a.txt': 'server cache', 'b.txt': 'server', 'c.txt': 'server walk' }).reader();
  const hits = await scoreTerms(reader, questionTerms('cache server unheard'));
  assert.deepEqual(hits.unknownTerms, ['unheard']);
  const infos = await reader.chunkInfo([0, 1, 2]);
  const chunk = infos.findIndex(({ path }) => path === 'a.txt');
  assert.deepEqual(termEvidence(hits, chunk), [{ kind: 'term', keys: ['cach', 'server'] }]);
});

test('only accepted chunks are returned, at most as many as asked', async () => {
  const reader = indexOf({ 'a.txt': 'server cache', 'b.txt': 'server', 'c.txt': 'walk' }).reader();
  assert.deepEqual(await pathsFound(reader, bm25, 'server cache'), ['a.txt', 'b.txt']);
  assert.deepEqual(await pathsFound(reader, bm25, 'server cache', 1), ['a.txt']);
  const infos = await reader.chunkInfo([0, 1, 2]);
  const { results } = await bm25.search(reader, 'server', { limit: 5, accept: (chunk) => infos[chunk]?.path === 'b.txt' });
  assert.equal(results.length, 1);
});
