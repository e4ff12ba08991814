/**
 * `hug`: best-first expansion over chunks, modules and the gates between modules.
 *
 * Source: HugRAG section 4 and appendix B (moduleGraph.ts, nodeScores.ts, expand.ts and selection.ts of modules have the parts): seeds on all levels, gated
 * expansion under a token budget, selection of the paths that support the answer.
 * Deviations: without a model, paths are selected by their scores (modules/selection.ts). gamma, the threshold, the budget and the weight of
 * diversity are not given in the paper.
 * Cost: building on the first question; then BM25, the edges of what is reached, and a look-up for each chunk reached. With a model, one request
 * a question.
 */

import { evidenceOfKeys } from '../../engine/retrieval/keyEvidence.ts';
import { relationKinds } from '../../engine/retrieval/modelSources/gateVerdict.ts';
import type { Evidence } from '../../engine/retrieval/ranking.ts';
import type { RetrievalSystem, SearchContext } from '../../engine/retrieval/retrievalSystem.ts';
import { selectBest } from '../../engine/retrieval/steps/select.ts';
import { termsTo } from '../../engine/retrieval/steps/wordPostings.ts';
import { flag, integer, number, type ValuesOf } from '../../engine/retrieval/systemOptions.ts';
import { type Hits, scoreTerms, termEvidence } from '../../engine/retrieval/systems/bm25.ts';
import { readRecords } from '../entities/enrichedPassages.ts';
import { alpha, type Expansion, expand, type Reached } from './expand.ts';
import { explainPaths } from './explain.ts';
import { type ModuleGraph, maxModule, readModuleGraph } from './moduleGraph.ts';
import { diverseBest, type NodeCosines, type NodeScores, scoreNodes } from './nodeScores.ts';
import { type DropReason, type Path, type PathJudge, selectPaths } from './selection.ts';
import { type StatementsTo, statementsBy } from './statements.ts';
import { keyOfLink } from './structure.ts';
import { nodeCosines } from './vectorScores.ts';

const options = {
  /** Seeds among the chunks, and on each level of modules (5.1: 3 and 3). */
  chunkSeeds: integer(3, { min: 1 }),
  moduleSeeds: integer(3),
  /** Gains below this end the expansion. */
  minGain: number(0.02, { max: 1 }),
  /** Words of chunks, as the index counts them. */
  tokens: integer(8000, { min: 1 }),
  hierarchy: flag(true),
  gates: flag(true),
  /** Whether paths are selected; otherwise chunks are ranked by gain. */
  selection: flag(true),
  /** Without a model, paths below this share of the best are dropped. */
  minShare: number(0.1, { max: 1 }),
  /** Whether a model also lists what is spurious. */
  spurious: flag(true),
  /** If the index has more chunks, only a part is searched. */
  maxChunks: integer(100_000, { min: 1 }),
};

export type HugOptions = ValuesOf<typeof options>;

/** Weight of unlikeness to the seeds chosen before, 0 to 1. */
const diversity = 0.3;

export const hug: RetrievalSystem<HugOptions> = {
  id: 'hug',
  options,
  maxChunks: ({ maxChunks }) => maxChunks,
  async search(question, _, context) {
    const { reader, options, sources, limit, accept } = context;
    const input = { ...context, texts: sources.texts };
    const graph = await readModuleGraph(context.derived, input, maxModule, sources.gates, sources.enrichment);
    const { hits, expansion } = await reach(question, graph, context, await nodeCosines(question, graph, context));
    const needsRecords = context.isExplained || sources.judge?.select !== undefined;
    const recordOf = needsRecords && sources.enrichment && (await readRecords(sources.enrichment, context.derived, input));
    const statementsTo = statementsBy(graph, recordOf || undefined);
    const { kept, dropped, refused } = await selectPaths(expansion, options, pathJudge(question, graph, statementsTo, context));
    const pathTo = new Map(kept.map((path) => [graph.chunks[path.end.item as number] as number, path]));
    const scoreOf = (chunk: number): number => pathTo.get(chunk)?.score ?? 0;
    const chunks = [...pathTo.keys()].filter((chunk) => accept?.(chunk) ?? true);
    const results = (await selectBest(reader, chunks, scoreOf, limit)).map((chunk) => {
      const { end } = pathTo.get(chunk) as Path;
      const left = dropped.filter((path) => path.end.from?.item === end.item);
      const evidence = [...termEvidence(hits, chunk), ...pathEvidence(graph, end), ...droppedEvidence(graph, left)];
      return { chunk, score: scoreOf(chunk), evidence };
    });
    const { reached, beyond } = expansion;
    const gates = reached.filter(({ type }) => type === 'gate').length;
    const shown = context.isExplained ? results.map(({ chunk }) => pathTo.get(chunk) as Path) : [];
    return {
      results,
      ...(context.isExplained ? { explanation: explainPaths(graph, statementsTo, shown, dropped) } : {}),
      unknownTerms: hits.unknownTerms,
      counts: {
        ...{ reached: reached.length, gates, dropped: dropped.length, beyondBudget: beyond.length },
        ...(refused === undefined ? {} : { refused }),
      },
    };
  },
};

/** The nodes reached for a question, before paths are selected. */
export async function reach(
  question: string,
  graph: ModuleGraph,
  { reader, options, signal }: Pick<SearchContext<HugOptions>, 'reader' | 'options' | 'signal'>,
  cosines?: NodeCosines,
): Promise<{ readonly hits: Hits; readonly expansion: Expansion }> {
  const hits = await scoreTerms(reader, await termsTo(reader, question));
  const scores = scoreNodes(graph, hits, alpha, cosines);
  return { hits, expansion: await expand(reader, graph, hits, scores, chooseSeeds(graph, scores, options), options, signal) };
}

/** The model and inputs of the selection, if a model selects. */
function pathJudge(
  question: string,
  graph: ModuleGraph,
  statementsTo: StatementsTo,
  { reader, sources: { judge, texts }, signal }: SearchContext<HugOptions>,
): PathJudge | undefined {
  const select = judge?.select?.bind(judge);
  if (select === undefined || texts === undefined) return undefined;
  return {
    ...{ select, question, ...(signal === undefined ? {} : { signal }) },
    async textOf({ item }) {
      const [info] = await reader.chunkInfo([graph.chunks[item as number] as number]);
      return info === undefined ? '' : `${info.title}\n\n${(await texts.chunkText(info)) ?? ''}`;
    },
    edgeOf: (end) =>
      [...pathEvidence(graph, end).map(({ kind, label, keys }) => `${label ?? kind} ${keys.join(', ')}`), ...statementsTo(end)].join('; '),
  };
}

/** The diverse best of the chunks and of the modules of each level. A module of one chunk cannot be a seed. */
function chooseSeeds({ levels, sizes }: ModuleGraph, { chunks, modules }: NodeScores, options: HugOptions): readonly Reached[] {
  const { chunkSeeds, moduleSeeds, hierarchy } = options;
  const seeds: Reached[] = [];
  for (const { id, score } of diverseBest(chunks.values(), chunkSeeds, diversity))
    seeds.push({ item: id, gain: score, hops: 0, type: 'seed' });
  const all = hierarchy ? [...modules.values()].filter(({ id }) => (sizes[id] as number) > 1) : [];
  for (const level of new Set(all.map(({ id }) => levels[id] as number))) {
    const own = all.filter(({ id }) => levels[id] === level);
    for (const { id, score } of diverseBest(own, moduleSeeds, diversity)) seeds.push({ module: id, gain: score, hops: 0, type: 'seed' });
  }
  return seeds;
}

/** Names of a module shown. */
const maxNames = 3;

/** The path to a chunk: a name in the chunk before it, the modules between, and the gates crossed. */
function pathEvidence(graph: ModuleGraph, end: Reached): readonly Evidence[] {
  const { chunks, keys, summaries, relations } = graph;
  const between: Evidence[] = [];
  let at = end;
  for (; at.type !== 'seed' && at.from !== undefined; at = at.from) {
    if (at.kind !== undefined) {
      const names = summaries[at.module ?? -1] ?? new Int32Array(0);
      const keys =
        at.relation === undefined ? namesOf(graph, names.subarray(0, maxNames)) : [(relations.keys[at.relation] as string).slice(2)];
      between.push({ kind: 'gate', label: relationKinds[at.kind] as string, keys });
    }
    if (at.from.item !== undefined) break;
    const names = summaries[at.from.module as number] as Int32Array;
    if (names.length > 0) between.push({ kind: 'module', label: 'module', keys: namesOf(graph, names.subarray(0, maxNames)) });
  }
  const via = at.from?.item === undefined ? undefined : chunks[at.from.item];
  const named = end.link === undefined ? [] : evidenceOfKeys([keys[keyOfLink(end.link)] as string]);
  return [...named, ...between].map((one) => (via === undefined ? one : { ...one, via }));
}

/** The paths from a chunk that were dropped, by reason, with what they would have followed. */
function droppedEvidence(graph: ModuleGraph, paths: readonly Path[]): readonly Evidence[] {
  const links = new Map<DropReason, number[]>();
  for (const { end, reason } of paths)
    if (reason !== undefined && end.link !== undefined) links.set(reason, [...(links.get(reason) ?? []), keyOfLink(end.link)]);
  return [...links].map(([reason, keys]) => ({
    kind: 'dropped',
    label: `dropped (${reason})`,
    keys: namesOf(graph, [...new Set(keys)].slice(0, maxNames)),
  }));
}

function namesOf({ keys }: ModuleGraph, ids: Iterable<number>): readonly string[] {
  return Array.from(ids, (id) => (keys[id] as string).slice(2));
}
