/**
 * The approved rankings of the fixture sets. After an intended change of the ranking, `UPDATE_GOLDEN=1` rewrites them; the difference then
 * shows in review.
 */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { openCorpus } from '../../src/cli/evaluation/corpus.ts';
import { recallAt } from '../../src/cli/evaluation/metrics.ts';
import { type Query, readQueries } from '../../src/cli/evaluation/passages.ts';
import { openTree } from '../../src/cli/evaluation/workspace.ts';
import type { IndexReader } from '../../src/engine/index/reader.ts';
import { retrievers } from '../support/systems.ts';
import { goldenFile, passageFiles, treeFolder, treeQueries } from './fixtureSets.ts';

type Golden = Record<string, Record<string, readonly string[]>>;

const depth = 5;
const systems = ['mesh', 'bm25', 'tfidf', 'hippo'];

async function rank(reader: IndexReader, queries: readonly Query[], system: string): Promise<Record<string, readonly string[]>> {
  const retriever = retrievers.get(system);
  assert.ok(retriever, `there is no system ${system}`);
  const rankings: Record<string, readonly string[]> = {};
  for (const { id, query } of queries) {
    const { results } = await retriever.search(reader, query, { limit: depth });
    const infos = await reader.chunkInfo(results.map(({ chunk }) => chunk));
    rankings[id] = infos.map(({ path, startLine }) => (path.includes('.') ? `${path}:${startLine}` : path));
  }
  return rankings;
}

async function rankAll(): Promise<Golden> {
  const golden: Golden = {};
  const { reader } = await openCorpus([passageFiles.corpus], { titles: true });
  for (const system of systems) golden[`passages ${system}`] = await rank(reader, await readQueries(passageFiles.queries), system);
  const tree = await openTree(treeFolder);
  for (const system of systems) golden[`tree ${system}`] = await rank(tree.reader, await treeQueries(), system);
  await tree.close();
  return golden;
}

/** One ranking a line, so that a review shows each question whose ranking changed. */
function print(golden: Golden): string {
  const sets = Object.entries(golden).map(([set, rankings]) => {
    const lines = Object.entries(rankings).map(([id, found]) => `    ${JSON.stringify(id)}: ${JSON.stringify(found)}`);
    return `  ${JSON.stringify(set)}: {\n${lines.join(',\n')}\n  }`;
  });
  return `{\n${sets.join(',\n')}\n}\n`;
}

function meanRecall(queries: readonly Query[], rankings: Record<string, readonly string[]>, k: number): number {
  const shares = queries.map(({ id, gold }) => {
    const found = [...new Set((rankings[id] ?? []).map((place) => place.replace(/:\d+$/, '')))];
    return recallAt({ id, gold, found, ms: 0 }, k);
  });
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

test('rankings equal the approved ones', async () => {
  const ranked = await rankAll();
  if (process.env.UPDATE_GOLDEN === '1') fs.writeFileSync(goldenFile, print(ranked));
  const golden: Golden = JSON.parse(fs.readFileSync(goldenFile, 'utf8'));
  assert.deepEqual(ranked, golden, 'A ranking has changed. If it was meant to, run this file again with UPDATE_GOLDEN=1.');
});

test('mesh finds answers two hops away, and loses nothing on plain questions', async () => {
  const ranked = await rankAll();
  const queries = await readQueries(passageFiles.queries);
  const plain = queries.filter(({ gold }) => gold.length === 1);
  const hops = queries.filter(({ gold }) => gold.length > 1);
  const recall = (of: readonly Query[], system: string, k: number): number => meanRecall(of, ranked[`passages ${system}`] ?? {}, k);
  assert.equal(recall(plain, 'mesh', 2), 1);
  assert.ok(recall(hops, 'mesh', 5) >= 0.95, `recall at 5 of questions over several hops is ${recall(hops, 'mesh', 5)}`);
  assert.ok(recall(hops, 'mesh', 2) > recall(hops, 'bm25', 2) + 0.05, `bm25 has ${recall(hops, 'bm25', 2)} at 2`);
  const asked = await treeQueries();
  const ofTree = meanRecall(asked, ranked['tree mesh'] ?? {}, 5);
  assert.ok(ofTree >= meanRecall(asked, ranked['tree bm25'] ?? {}, 5) && ofTree >= 0.85, `recall at 5 of files is ${ofTree}`);
});
