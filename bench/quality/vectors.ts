/**
 * What the similarity of passages to the question by an embedder is worth to `mesh`, by weight: minus `mesh` without, for each embedder at a real
 * endpoint. One whose vectors are random shows what is lost where an embedder is of no use.
 */

import { parseArgs } from 'node:util';
import { vectorsWhenAsked } from '../../src/cli/evaluation/modelSources.ts';
import type { Embedder } from '../../src/engine/retrieval/modelSources/embedder.ts';
import { createOpenAIEmbedder } from '../../src/models/openaiEmbedder.ts';
import { cachedEmbedder } from '../../src/storage/cachedEmbedder.ts';
import { ModelReplies } from '../../src/storage/modelReplies.ts';
import { compared } from './figures.ts';
import { askAll, type Metric, type System, systemOf } from './judge.ts';
import { commonOptions, readCommon, runProgram } from './options.ts';
import { findSets, type OpenSet, openerOf, withoutMissing } from './sets.ts';
import { points, tableOf } from './tables.ts';

const usage = `node bench/quality/vectors.ts --data DIR --endpoint URL --embedders A,B [--weights 0.05,0.1] [--sets A,B] [--half dev|test]`;
const shown: readonly Metric[] = ['hit@1', 'R@2', 'R@5'];

async function rowsOf(set: OpenSet, embedders: readonly Embedder[], weights: readonly string[]): Promise<readonly string[][]> {
  const { texts } = set;
  const systems = embedders.flatMap((embedder): readonly System[] => {
    const replies = new ModelReplies();
    const vectors = vectorsWhenAsked(embedder, replies.vectors.records(embedder.name), texts);
    const sources = { texts, embedder: cachedEmbedder(embedder, replies.embeddings.records(embedder.name)), vectors };
    return weights.map((weight) => ({
      name: `${embedder.name} ${weight}`,
      retriever: systemOf(`mesh:vectors=${weight}`, sources).retriever,
    }));
  });
  const mesh = systemOf('mesh', { texts });
  const outcomes = await askAll(set, [mesh, ...systems]);
  const own = outcomes.get('mesh') ?? [];
  return systems.map(({ name }) => {
    const [, embedder = '', weight = ''] = name.split(' ');
    const differences = shown.map((metric) => {
      const { mean, error } = compared(outcomes.get(name) ?? [], own, metric);
      return `${points(mean)} ± ${(100 * error).toFixed(1)}`;
    });
    return [set.name, `\`${embedder}\``, weight, ...differences];
  });
}

await runProgram(usage, async () => {
  const own = { endpoint: { type: 'string' }, embedders: { type: 'string' }, weights: { type: 'string' } } as const;
  const { values } = parseArgs({ options: { ...commonOptions, ...own } });
  const { endpoint = '', embedders = '', weights = '0.1' } = values;
  const options = readCommon(values);
  const open = openerOf(options);
  const given = embedders.split(',').map((model) => createOpenAIEmbedder({ endpoint, model, apiKey: process.env.MESHRAG_API_KEY }));
  const rows: string[][] = [];
  for (const source of withoutMissing(findSets(options))) rows.push(...(await rowsOf(await open(source), given, weights.split(','))));
  console.log(tableOf(['set', 'embedder', 'weight', ...shown], rows));
});
