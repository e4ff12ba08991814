import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { evaluatePassages, type PassageOptions } from '../../../src/cli/evaluation/passages.ts';
import type { Retriever } from '../../../src/engine/retrieval/ranking.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const corpus = ['tide', 'moon', 'pier', 'boat'].map((id) => ({ id, title: id, text: `The ${id} of the harbour is old.` }));
const queries = [
  { id: 'one', query: 'old tide', gold: ['tide', 'moon'], answers: ['the TIDE, of harbour'] },
  { id: 'two', query: 'old boat', gold: ['boat'], answers: ['a zither'] },
  { id: 'three', query: 'old pier', gold: [], answers: [] },
];

/** Finds all passages in their order, with a score of 4 to 1, and counts what it examined. */
const inOrder: Retriever = {
  ...{ name: 'inOrder', needsWholeIndex: false, report: async () => 'how it went' },
  search: async (reader, question, { limit }) => ({
    results: Array.from({ length: Math.min(limit, reader.chunkCount) }, (_, chunk) => ({ chunk, score: 4 - chunk, evidence: [] })),
    unknownTerms: [],
    ...(question === 'old pier' ? {} : { counts: { examined: 0.5, questions: 1, hops: 3 } }),
  }),
};

async function evaluated(t: TestContext, more: Partial<PassageOptions> = {}, retriever = inOrder) {
  const root = temporaryDirectory(t);
  const write = (name: string, records: readonly object[]) => {
    fs.writeFileSync(path.join(root, name), records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    return path.join(root, name);
  };
  const options = {
    corpus: [write('corpus', corpus)],
    queries: write('queries', queries),
    ks: [1, 4],
    titles: true,
    answers: false,
    report: false,
  };
  return evaluatePassages(() => retriever, { ...options, ...more });
}

test('recall is that of the questions with relevant passages, and counts are summed, what was examined as a mean', async (t) => {
  const { indexMs, queryMs, communities, ...figures } = await evaluated(t);
  assert.deepEqual(figures, {
    ...{ system: 'inOrder', passages: 4, queries: 3 },
    recall: { 1: 0.25, 4: 1 },
    ...{ allGold5: 1, answerIn5: 0.5 },
    counters: { examined: 0.5, questions: 2, hops: 6 },
  });
  assert.ok((indexMs as number) >= 0 && (queryMs as { p95: number }).p95 >= 0);
  assert.equal((communities as { count: number }).count, 0);
});

test('answers and the report of a system are included where that is asked for', async (t) => {
  const { answerHit, answerFound, answerChars, cited, report } = await evaluated(t, { answers: true, report: true });
  assert.equal(report, 'how it went');
  for (const figure of [answerHit, answerFound, answerChars, cited]) assert.equal(typeof figure, 'number');
  assert.ok((answerChars as number) > 0 && (cited as number) >= 1);
  await assert.rejects(evaluated(t, { report: true }, { ...inOrder, report: async () => undefined }), /inOrder has no report/);
});

test('the ranking of each question is written to a depth of a hundred', async (t) => {
  const runFile = path.join(temporaryDirectory(t), 'run');
  await evaluated(t, { runFile });
  const lines = fs
    .readFileSync(runFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.map(({ id }) => id),
    ['one', 'two', 'three'],
  );
  assert.deepEqual(
    lines[0].results,
    corpus.map(({ id }, i) => ({ id, score: 4 - i })),
  );
});
