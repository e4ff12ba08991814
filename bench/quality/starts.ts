/**
 * Why TopoRAG's walk finds fewer than k names: for some options of `topo`, R@5 and the questions that get fewer; and how many names are linked to the
 * three names nearest to each part of a question, directly and within two links.
 */

import { parseArgs } from 'node:util';
import { bind } from '../../src/engine/retrieval/bind.ts';
import { createDerivedStore } from '../../src/engine/retrieval/derived.ts';
import type { Retriever } from '../../src/engine/retrieval/ranking.ts';
import { readOptions } from '../../src/engine/retrieval/systemOptions.ts';
import { scoreTerms } from '../../src/engine/retrieval/systems/bm25.ts';
import { storedEntities } from '../../src/systems/topo/entities.ts';
import { topoGraphs } from '../../src/systems/topo/nameGraph.ts';
import { divide } from '../../src/systems/topo/subQuestions.ts';
import { topo } from '../../src/systems/topo/topo.ts';
import { compared } from './figures.ts';
import { askAll } from './judge.ts';
import { commonOptions, readCommon, runProgram } from './options.ts';
import { findSets, type OpenSet, openerOf, withoutMissing } from './sets.ts';
import { points, tableOf } from './tables.ts';

const usage = `node bench/quality/starts.ts --data DIR [--sets A,B]

  --data DIR   sets of passages, as DIR/passages/SET`;

const variants = [{}, { starts: 1 }, { starts: 20 }, { centres: 0 }, { filter: 'post' }] as const;
const nearest = 3;

/** The retriever, and the sum of its counts by question. */
function counting(retriever: Retriever): { readonly retriever: Retriever; readonly incomplete: Set<string> } {
  const incomplete = new Set<string>();
  const search: Retriever['search'] = async (reader, question, wanted) => {
    const ranking = await retriever.search(reader, question, wanted);
    if (ranking.counts?.incomplete === 1) incomplete.add(question);
    return ranking;
  };
  return { retriever: { ...retriever, search }, incomplete };
}

async function optionRows(set: OpenSet): Promise<readonly string[][]> {
  const systems = variants.map((options) => ({ name: JSON.stringify(options), ...counting(bind(topo, options)) }));
  const outcomes = await askAll(set, systems);
  const base = outcomes.get('{}') ?? [];
  return systems.map(({ name, incomplete }) => {
    const own = outcomes.get(name) ?? [];
    const mean = own.reduce((sum, { values }) => sum + (values['R@5'] ?? 0), 0) / own.length;
    const { mean: gain, low, high } = compared(own, base, 'R@5');
    return [
      set.name,
      name,
      (100 * mean).toFixed(1),
      `${points(gain)} (${points(low)} to ${points(high)})`,
      `${incomplete.size} of ${own.length}`,
    ];
  });
}

/** Of the parts of the questions: how many have fewer than k names linked to each of the nearest, directly and within two links. */
async function linkRow(set: OpenSet): Promise<readonly string[]> {
  const derived = createDerivedStore();
  const graph = await derived.ofGeneration(topoGraphs, { reader: set.reader });
  const options = readOptions(topo, {});
  const context = { reader: set.reader, options, sources: {}, derived, limit: set.depth };
  const counts = { parts: 0, few: 0, fewWithinTwo: 0 };
  for (const { query } of set.queries.filter(({ gold }) => gold.length > 0)) {
    const divided = await divide(query, context);
    const hits = await scoreTerms(set.reader, divided.terms);
    const entities = await storedEntities(graph, hits, context);
    for (const part of divided.partsOf(hits)) {
      const near = (await entities.compareWith(part)).nearest(nearest);
      if (near.length === 0) continue;
      counts.parts++;
      const linked = near.map((id) => new Set([id, ...entities.neighboursOf(id)]));
      if (linked.some(({ size }) => size >= options.size)) continue;
      counts.few++;
      const within = linked.map((own) => new Set([...own].flatMap((id) => [id, ...entities.neighboursOf(id)])));
      if (within.every(({ size }) => size < options.size)) counts.fewWithinTwo++;
    }
  }
  return [set.name, ...Object.values(counts).map(String)];
}

await runProgram(usage, async () => {
  const options = readCommon(parseArgs({ options: commonOptions }).values);
  const rows: (readonly string[])[] = [];
  const links: (readonly string[])[] = [];
  const open = openerOf(options);
  for (const source of withoutMissing(findSets(options)).filter(({ kind }) => kind === 'passages')) {
    const set = await open(source);
    rows.push(...(await optionRows(set)));
    links.push(await linkRow(set));
    await set.close();
  }
  console.log(tableOf(['set', 'options', 'R@5', 'minus the default', 'fewer than k'], rows));
  console.log(tableOf(['set', 'parts', 'none of three has k linked', 'nor within two links'], links));
});
