/**
 * The hierarchical graph of HugRAG: chunks, modules of chunks on several levels, and gates between modules.
 *
 * Source: HugRAG section 4.1 and appendix B.1: Leiden's communities of the base graph are modules, each summarised; a gate joins two modules that
 * are related. Modules of more than `maxModule` chunks are split again, as in GraphRAG, whose levels the paper's tables count (level 0 is the
 * coarsest).
 * Deviations: a summary is the keys that a module's chunks share and others lack, with the model's summaries of its passages in an enriched index; no
 * model is asked for one of the module. Algorithm 2 compares
 * nearly all pairs of modules and leaves out those below related ones, to save calls (allPairs.ts); here a gate needs a relation (relations.ts),
 * which a model may verify (verdicts.ts), and nothing is left out: on each level the modules of the two chunks are joined if they differ.
 * Cost: that of the base graph, Leiden and the relations. What follows from them in linear time is not kept.
 */

import { CorruptBytesError } from '../../engine/index/codec/bytes.ts';
import type { DerivedInput, DerivedStore, GenerationBuilder } from '../../engine/retrieval/derived.ts';
import { ColumnReader, ColumnWriter } from '../../engine/retrieval/derivedBytes.ts';
import type { EnrichmentSource } from '../../engine/retrieval/modelSources/enrichment.ts';
import { type GateVerdicts, relationKinds } from '../../engine/retrieval/modelSources/gateVerdict.ts';
import { firstSentences } from '../../engine/text/sentences.ts';
import { countTerms } from '../../engine/text/words/countTerms.ts';
import { rowsIn, tally } from '../algorithms/graph.ts';
import type { EnrichedGraph } from '../entities/enrichedGraph.ts';
import { enrichedGraphs } from '../entities/keptGraph.ts';
import { compareAll, countPairs, levelSizes, maxPairs } from './allPairs.ts';
import { gateRelations } from './gateRelations.ts';
import { levelsApart } from './levels.ts';
import type { Relations } from './relations.ts';
import { readSharedEntities, readSharedKeys } from './sharedKeys.ts';
import { createNodeKeys, createNodes, type NodeKeys, type Nodes, readNodes } from './structure.ts';
import { type GateSide, keyedPair } from './verdicts.ts';

/** The part of the modules that is built and kept. */
interface Kept extends Nodes {
  /** Structural neighbours of each node, and the link to each (`linkOf` a position in `keys`). */
  readonly neighbours: readonly Int32Array[];
  readonly links: readonly Int32Array[];
  readonly keys: readonly string[];
  /** The module that each was split from, -1 at the top; parents come first. */
  readonly parents: Int32Array;
  /** The smallest module of each node. */
  readonly leafOf: Int32Array;
  /** Keys of each module's summary, positions in `keys`, most characteristic first. */
  readonly summaries: readonly Int32Array[];
}

/** Columns of pairs. */
interface ModulePairs {
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Positions in `relationKinds`. */
  readonly kinds: Int32Array;
}

/** A gate from one module; gates can be crossed from either side. */
export interface Gate {
  readonly to: number;
  /** The position of its kind in `relationKinds`. */
  readonly kind: number;
  /** The relation with the rarest key of those that make it; absent if only the summaries of the modules do. */
  readonly relation?: number;
}

/** Modules on all levels. */
export interface ModuleLevels extends Kept {
  /** The level of each module, 0 at the top. */
  readonly levels: Int32Array;
  /** Modules split from each, and the nodes of each that is not split. */
  readonly parts: readonly (readonly number[])[];
  readonly members: readonly (readonly number[])[];
  /** Number of nodes of each module. */
  readonly sizes: Int32Array;
  /** Stemmed words of each summary. */
  readonly summaryTerms: readonly ReadonlySet<string>[];
}

/** Modules with the gates between them. */
export interface ModuleGraph extends ModuleLevels {
  /** Of an enriched index. */
  readonly enriched?: EnrichedGraph;
  /** What each module is about, as text: its names, and what a model says of its passages; empty without either. */
  readonly summaryTexts: readonly string[];
  readonly relations: Relations;
  /** Pairs of modules that a model has found to be related by their summaries. */
  readonly modulePairs: ModulePairs;
  /** By module, the rarest relation first. */
  readonly gates: readonly (readonly Gate[])[];
}

/** Modules of more chunks are split again. */
export const maxModule = 30;
/** Keys of a summary. */
const maxSummary = 8;

/**
 * The graph of an index, of the entities that a model has read out of its passages if there are enrichments. With verdicts of a model, pairs that it
 * judged have only the gates that it confirmed.
 */
export async function readModuleGraph(
  store: DerivedStore,
  input: DerivedInput,
  maxModule: number,
  verdicts?: GateVerdicts,
  enrichment?: EnrichmentSource,
): Promise<ModuleGraph> {
  const enriched = enrichment && (await store.ofGeneration(enrichedGraphs(enrichment, store), input));
  const levels = await store.ofGeneration(
    moduleLevels(maxModule, enrichment && enriched && { version: enrichment.version, graph: enriched }),
    input,
  );
  const { relations } = await store.ofGeneration(gateRelations(verdicts), input);
  const known = graphs.get(levels) ?? new WeakMap<Relations, Promise<ModuleGraph>>();
  graphs.set(levels, known);
  const graph = known.get(relations) ?? withGates(levels, relations, verdicts, enriched);
  known.set(relations, graph);
  return graph;
}

/** By their levels and relations. */
const graphs = new WeakMap<ModuleLevels, WeakMap<Relations, Promise<ModuleGraph>>>();

async function withGates(
  levels: ModuleLevels,
  relations: Relations,
  verdicts: GateVerdicts | undefined,
  enriched: EnrichedGraph | undefined,
): Promise<ModuleGraph> {
  const summed = enriched === undefined ? { ...levels, summaryTexts: namesOfModules(levels) } : withSummaries(levels, enriched);
  const modulePairs = await relatedModules(summed, verdicts);
  const graph = { ...summed, relations, modulePairs };
  return { ...graph, gates: findGates(graph) };
}

function namesOfModules({ keys, summaries }: Pick<Kept, 'keys' | 'summaries'>): readonly string[] {
  return summaries.map((ids) => Array.from(ids, (id) => (keys[id] as string).slice(2)).join(', '));
}

/** UTF-16 units of what is said of the passages of a module; a model that compares two modules reads both. */
const maxSummaryLength = 1500;

/** Modules with what a model says of their passages; their words are terms of the summary. */
function withSummaries(levels: ModuleLevels, enriched: EnrichedGraph): ModuleLevels & Pick<ModuleGraph, 'summaryTexts' | 'enriched'> {
  const passages: string[][] = Array.from(levels.parents, () => []);
  levels.leafOf.forEach((leaf, node) => {
    const summary = enriched.summaries.get(levels.chunks[node] as number);
    if (summary !== undefined) for (const module of modulesAbove(levels.parents, leaf)) passages[module]?.push(summary);
  });
  const names = namesOfModules(levels);
  const summaryTexts = passages.map((own, module) =>
    [names[module] as string, firstSentences(own.join(' '), maxSummaryLength)].filter(Boolean).join('. '),
  );
  return { ...levels, enriched, summaryTexts, summaryTerms: summaryTexts.map((text) => new Set(countTerms(text).keys())) };
}

/** The modules of an index, or of the entities of an enriched one. */
export function moduleLevels(
  maxModule: number,
  enriched?: { readonly version: string; readonly graph: EnrichedGraph },
): GenerationBuilder<ModuleLevels> {
  return {
    id: 'modules',
    variant: enriched === undefined ? String(maxModule) : JSON.stringify([maxModule, enriched.version]),
    isAskedOnly: true,
    async build({ reader, yieldThread, otherThread }) {
      const nodes = await readNodes(reader);
      const shared = await (enriched ? readSharedEntities(reader, enriched.graph, yieldThread) : readSharedKeys(reader, yieldThread));
      const nodeKeys = createNodeKeys(nodes, shared, reader.liveCount);
      await yieldThread();
      const { offsets, targets, links, parents, leafOf } = await levelsApart({ keys: nodeKeys, maxModule }, yieldThread, otherThread);
      await yieldThread();
      return withModules({
        ...nodes,
        ...{ parents, leafOf },
        neighbours: rowsIn(offsets, targets),
        links: rowsIn(offsets, links),
        keys: shared.map(({ text }) => text),
        summaries: summarizeModules(nodeKeys, parents, leafOf),
      });
    },
    encode: ({ chunks, neighbours, links, keys, parents, leafOf, summaries }, { positions }) =>
      new ColumnWriter()
        .numbers(chunks.map((chunk) => positions[chunk] as number))
        .texts(keys)
        .lists(neighbours)
        .lists(links)
        .numbers(parents.map((parent) => parent + 1))
        .numbers(leafOf)
        .lists(summaries)
        .toBytes(),
    async decode(bytes, { chunks, positions }) {
      const reader = new ColumnReader(bytes);
      const nodes = createNodes(
        reader.numbers(chunks.length).map((position) => chunks[position] as number),
        positions.length,
      );
      const count = nodes.chunks.length;
      const keys = reader.texts();
      const neighbours = reader.lists(count, count);
      const links = reader.lists(2 * keys.length, count);
      const parents = reader.numbers(2 * count + 1).map((parent) => parent - 1);
      const leafOf = reader.numbers(parents.length);
      const summaries = reader.lists(keys.length, parents.length);
      const all = { ...nodes, keys, neighbours, links, parents, leafOf, summaries };
      reader.end();
      checkShape(all);
      return withModules(all);
    },
  };
}

/** Throws `CorruptBytesError` for columns that do not belong together. */
function checkShape({ chunks, neighbours, links, parents, leafOf }: Kept): void {
  const isWhole =
    leafOf.length === chunks.length &&
    neighbours.every(({ length }, node) => length === links[node]?.length) &&
    parents.every((parent, one) => parent < one);
  if (!isWhole) throw new CorruptBytesError('modules whose columns do not belong together');
}

function withModules(kept: Kept): ModuleLevels {
  const { parents, leafOf, keys, summaries } = kept;
  const levels = computeLevels(parents);
  const parts: number[][] = Array.from(parents, () => []);
  const members: number[][] = Array.from(parents, () => []);
  const sizes = new Int32Array(parents.length);
  parents.forEach((parent, one) => {
    if (parent >= 0) parts[parent]?.push(one);
  });
  leafOf.forEach((leaf, node) => {
    members[leaf]?.push(node);
    for (const one of modulesAbove(parents, leaf)) sizes[one] = (sizes[one] as number) + 1;
  });
  const summaryTerms = summaries.map((ids) => new Set(countTerms(Array.from(ids, (id) => keys[id]?.slice(2)).join(' ')).keys()));
  return { ...kept, levels, parts, members, sizes, summaryTerms };
}

/** The level of each module, 0 at the top. */
function computeLevels(parents: Int32Array): Int32Array {
  const levels = new Int32Array(parents.length);
  parents.forEach((parent, one) => {
    levels[one] = parent < 0 ? 0 : (levels[parent] as number) + 1;
  });
  return levels;
}

/** The side of a module that a model is shown: its summary; `undefined` without any. */
export function moduleSide({ summaryTexts }: Pick<ModuleGraph, 'summaryTexts'>, module: number): GateSide | undefined {
  const text = summaryTexts[module] as string;
  return text === '' ? undefined : { title: 'Passages that share these names', text };
}

/** The pairs of algorithm 2 that verdicts confirm; empty if there are too many to verify. */
async function relatedModules(
  graph: Pick<ModuleGraph, 'parents' | 'summaryTexts'>,
  verdicts: GateVerdicts | undefined,
): Promise<ModulePairs> {
  const found: { readonly from: number; readonly to: number; readonly kind: number }[] = [];
  const compared = { parents: graph.parents, levels: computeLevels(graph.parents) };
  const isKnown = (module: number): boolean => graph.summaryTexts[module] !== '';
  if (verdicts !== undefined && countPairs(levelSizes(compared, isKnown)) <= maxPairs)
    await compareAll(compared, isKnown, async (from, to) => {
      const { key, isInOrder } = keyedPair(moduleSide(graph, from) as GateSide, moduleSide(graph, to) as GateSide);
      const verdict = verdicts.get(key);
      if (!verdict) return false;
      const isForth = (verdict.direction === 'forth') === isInOrder || verdict.direction === 'both';
      const ends = isForth ? { from, to } : { from: to, to: from };
      const isNew = !found.some((one) => one.from === ends.from && one.to === ends.to);
      if (isNew) found.push({ ...ends, kind: relationKinds.indexOf(verdict.kind) });
      return true;
    });
  return {
    from: Int32Array.from(found, ({ from }) => from),
    to: Int32Array.from(found, ({ to }) => to),
    kinds: Int32Array.from(found, ({ kind }) => kind),
  };
}

/** A module and those that it is part of, the largest last. */
export function modulesAbove(parents: Int32Array, module: number): number[] {
  const all: number[] = [];
  for (let one = module; one >= 0; one = parents[one] as number) all.push(one);
  return all;
}

/** On each level, the modules of two related chunks are joined if they differ; below its smallest module, a chunk stays in that. */
function findGates({ parents, leafOf, relations, modulePairs }: Omit<ModuleGraph, 'gates'>): readonly (readonly Gate[])[] {
  const gates: Map<number, Gate>[] = Array.from(parents, () => new Map());
  const join = (from: number, to: number, gate: Pick<Gate, 'kind' | 'relation'>): void => {
    // Relations with rarer keys come first, verdicts on summaries last.
    if (!gates[from]?.has(to)) gates[from]?.set(to, { to, ...gate });
  };
  relations.from.forEach((from, relation) => {
    const [a, b] = [from, relations.to[relation] as number].map((node) => modulesAbove(parents, leafOf[node] as number).reverse()) as [
      number[],
      number[],
    ];
    for (let level = 0; level < Math.max(a.length, b.length); level++) {
      const x = a[Math.min(level, a.length - 1)] as number;
      const y = b[Math.min(level, b.length - 1)] as number;
      if (x === y) continue;
      const gate = { kind: relations.kinds[relation] as number, relation };
      join(x, y, gate);
      join(y, x, gate);
    }
  });
  modulePairs.from.forEach((from, i) => {
    const [to, kind] = [modulePairs.to[i] as number, modulePairs.kinds[i] as number];
    join(from, to, { kind });
    join(to, from, { kind });
  });
  return gates.map((own) => [...own.values()]);
}

/** The keys of each module by the share of their chunks that are its own, times the number of these; of two chunks at least. */
function summarizeModules({ offsets, nodes, sizes }: NodeKeys, parents: Int32Array, leafOf: Int32Array): readonly Int32Array[] {
  const weights: { readonly key: number; readonly weight: number }[][] = Array.from(parents, () => []);
  sizes.forEach((size, key) => {
    const above = Array.from(nodes.subarray(offsets[key], offsets[key + 1]), (node) => modulesAbove(parents, leafOf[node] as number));
    for (const [one, count] of tally(above)) if (count > 1) weights[one]?.push({ key, weight: count ** 2 / size });
  });
  return weights.map((own) =>
    Int32Array.from(own.sort((a, b) => b.weight - a.weight || a.key - b.key).slice(0, maxSummary), ({ key }) => key),
  );
}
