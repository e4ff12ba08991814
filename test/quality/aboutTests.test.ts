/** Tests are demoted if the question is not about them, and only then. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTree } from '../../src/cli/evaluation/workspace.ts';
import type { IndexReader } from '../../src/engine/index/reader.ts';
import { createRetriever } from '../support/systems.ts';
import { testQueries, treeFolder } from './fixtureSets.ts';

const mesh = createRetriever('mesh', {});
const undemoted = createRetriever('mesh', { test: '1' });

async function files(reader: IndexReader, query: string, retriever = mesh): Promise<readonly string[]> {
  const { results } = await retriever.search(reader, query, { limit: 10 });
  return [...new Set((await reader.chunkInfo(results.map(({ chunk }) => chunk))).map(({ path }) => path))];
}

test('twenty questions whose answer is a test find it as if tests were not demoted', async () => {
  const tree = await openTree(treeFolder);
  const queries = await testQueries();
  assert.equal(queries.length, 20);
  let first = 0;
  for (const { query, gold } of queries) {
    const found = await files(tree.reader, query);
    assert.ok(found.slice(0, 3).includes(gold[0] as string), `${query} finds ${found.slice(0, 3).join(', ')}`);
    assert.deepEqual(found, await files(tree.reader, query, undemoted), query);
    if (found[0] === gold[0]) first++;
  }
  assert.ok(first >= 14, `the test is first for ${first} of 20 questions`);
  await tree.close();
});

test('the same questions without a word about tests find the source before its test', async () => {
  const tree = await openTree(treeFolder);
  const questions = [
    ['a ferry leaves every two hours in summer', 'timetable'],
    ['a booking lapses after fifteen minutes', 'bookings'],
    ['who fits into the freed places is next in line', 'waitingList'],
    ['refundFor two days before departure', 'refunds'],
    ['is a signed ticket genuine', 'tickets'],
    ['groups of ten get a tenth off', 'prices'],
    ['the port is 8080 where none is named', 'config'],
  ] as const;
  for (const [question, name] of questions) {
    const found = await files(tree.reader, question);
    const [source, itsTest] = [found.indexOf(`src/${name}.ts`), found.indexOf(`tests/${name}.test.ts`)];
    assert.ok(source >= 0 && (itsTest < 0 || source < itsTest), `${question} finds ${found.join(', ')}`);
  }
  await tree.close();
});
