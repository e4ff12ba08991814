/**
 * Tables 2 and 3 of the paper in our reading of it: what search strategies and other clusterings find and examine, and how much the first places
 * change with the number of tables and the length of signatures. The paper's accuracy needs a model; here it is recall.
 *
 * Rank correlations are those of the places that are in both of two lists of twenty.
 */

import nodePath from 'node:path';
import { parseArgs } from 'node:util';
import { openCorpus } from '../../src/cli/evaluation/corpus.ts';
import { readQueries } from '../../src/cli/evaluation/passages.ts';
import type { ChunkInfo } from '../../src/engine/index/reader.ts';
import type { Retriever } from '../../src/engine/retrieval/ranking.ts';
import { createRetriever } from '../../test/support/systems.ts';
import { tableOf } from './tables.ts';

const usage = `node bench/quality/paperTables.ts FOLDER... [--system ID]

  FOLDER        corpus.jsonl and queries.jsonl
  --system ID   whose tables 2 and 3: mesh-paper-unfiltered by default, since the Bloom filter lets hardly a question reach a community`;

const { values, positionals } = parseArgs({
  options: { system: { type: 'string', default: 'mesh-paper-unfiltered' } },
  allowPositionals: true,
});
if (positionals.length === 0) {
  console.error(usage);
  process.exit(2);
}
const { system } = values;

/** Rows of table 2: name, system, options. */
const strategies: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
  ['BM25 (for dense search)', 'bm25', {}],
  ['DBSCAN, 10 communities', 'mesh-paper-dbscan', {}],
  ['k-means, 10 communities', 'mesh-paper-kmeans', {}],
  ...['1', '2'].flatMap((hops) =>
    ['0', '5', '10'].map((communities) => {
      const name = `${hops} ${hops === '1' ? 'hop' : 'hops'}, ${communities === '0' ? 'no' : communities} communities`;
      return [name, system, { hops, communities }] as const;
    }),
  ),
];
/** Rows of table 3. The default is L = 8, k = 12. */
const settings: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ...['10', '12', '14', '16'].map((tables) => [`L = ${tables}`, { tables }] as const),
  ...['8', '10', '14', '16'].map((minima) => [`k = ${minima}`, { minima }] as const),
];
const listed = 20;

for (const folder of positionals) {
  const corpus = await openCorpus([nodePath.join(folder, 'corpus.jsonl')], { titles: true });
  const queries = await readQueries(nodePath.join(folder, 'queries.jsonl'));
  const { reader } = corpus;
  const infos = await reader.chunkInfo([...(await reader.liveChunks())]);
  const idOf = new Map([...(await reader.liveChunks())].map((chunk, i) => [chunk, (infos[i] as ChunkInfo).path]));
  const askAll = async (retriever: Retriever) => {
    const lists: string[][] = [];
    const shares: number[] = [];
    for (const { query } of queries) {
      const { results, counts } = await retriever.search(reader, query, { limit: listed });
      lists.push(results.map(({ chunk }) => idOf.get(chunk) as string));
      if (counts?.examined !== undefined) shares.push(counts.examined);
    }
    return { lists, examined: shares.length === 0 ? undefined : mean(shares) };
  };
  const recall = (lists: readonly string[][], count: number): number =>
    mean(queries.map(({ gold }, i) => gold.filter((id) => lists[i]?.slice(0, count).includes(id)).length / gold.length));
  const percent = (value: number | undefined): string => (value === undefined ? '' : (100 * value).toFixed(1));

  const rows: string[][] = [];
  for (const [name, id, options] of strategies) {
    const { lists, examined } = await askAll(createRetriever(id, options));
    rows.push([name, percent(examined), percent(recall(lists, 2)), percent(recall(lists, 5))]);
  }
  console.log(`\n${nodePath.basename(folder)}, ${queries.length} questions\n\n${tableOf([system, 'examined, %', 'R@2', 'R@5'], rows)}\n`);

  const base = await askAll(createRetriever(system, {}));
  const others: string[][] = [];
  for (const [name, options] of settings) {
    const { lists } = await askAll(createRetriever(system, options));
    const pairs = base.lists.flatMap((list, i): [string[], string[]][] => (list.length === 0 ? [] : [[list, lists[i] as string[]]]));
    const overlap = (count: number): number =>
      mean(pairs.map(([a, b]) => common(a.slice(0, count), b.slice(0, count)).length / Math.min(count, a.length)));
    const ranked = pairs.map(([a, b]) => ranksOf(a, b)).filter(({ length }) => length > 1);
    others.push([
      name,
      ...[overlap(10), overlap(20), mean(ranked.map(spearman)), mean(ranked.map(kendall))].map((value) => value.toFixed(2)),
    ]);
  }
  console.log(tableOf(['against L = 8, k = 12', 'top 10', 'top 20', 'ρ', 'τ'], others));
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, value) => sum + value, 0) / Math.max(1, numbers.length);
}

function common(a: readonly string[], b: readonly string[]): readonly string[] {
  return a.filter((id) => b.includes(id));
}

/** The ranks of what both lists hold, from 0, in the order of the first: those in the second. */
function ranksOf(a: readonly string[], b: readonly string[]): readonly number[] {
  const shared = common(a, b);
  const order = b.filter((id) => shared.includes(id));
  return shared.map((id) => order.indexOf(id));
}

function spearman(ranks: readonly number[]): number {
  const n = ranks.length;
  return 1 - (6 * ranks.reduce((sum, rank, i) => sum + (rank - i) ** 2, 0)) / (n * (n * n - 1));
}

function kendall(ranks: readonly number[]): number {
  let [same, all] = [0, 0];
  for (let i = 0; i < ranks.length; i++) {
    for (let j = i + 1; j < ranks.length; j++) {
      all++;
      same += (ranks[i] as number) < (ranks[j] as number) ? 1 : -1;
    }
  }
  return same / all;
}
