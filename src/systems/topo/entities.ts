/**
 * The entities that `topo` searches: stored keys, or the entities that a model has extracted from the passages, if any.
 *
 * Source: TopoRAG section 3.2: each node has a vector, and the question is compared with it. With an embedder, an enriched entity's vector is that
 * of its description, and the walk follows a proximity graph of these vectors (algorithms/hnsw.ts); without one, descriptions are compared by
 * words (steps/descriptions.ts, enriched/nearestTexts.ts), and the walk follows the links of the graph itself.
 * Cost: what is built when it is first asked for; then the postings of what is compared.
 */

import type { QuestionTerm } from '../../engine/question/question.ts';
import type { GenerationBuilder } from '../../engine/retrieval/derived.ts';
import { ColumnReader, ColumnWriter } from '../../engine/retrieval/derivedBytes.ts';
import { dot } from '../../engine/retrieval/modelSources/embedder.ts';
import type { SearchContext } from '../../engine/retrieval/retrievalSystem.ts';
import type { Hits } from '../../engine/retrieval/systems/bm25.ts';
import { maskSecrets } from '../../engine/text/secrets/secrets.ts';
import type { Neighbours } from '../algorithms/boundedDiameter.ts';
import { buildHnsw, type Hnsw, readHnsw, searchHnsw, writeHnsw } from '../algorithms/hnsw.ts';
import { describeKeys, type EntityClass, nearestClasses } from '../entities/descriptions.ts';
import { readEnriched } from '../entities/entitySource.ts';
import { nearestTexts } from '../entities/nearestTexts.ts';
import { type LinkOptions, linkedEntities, neighboursIn, type TopoGraph } from './nameGraph.ts';
import type { Part } from './subQuestions.ts';

/** Entities by number. */
export interface SearchedEntities {
  readonly keys: readonly string[];
  sizeOf(id: number): number;
  chunksOf(id: number): Iterable<number>;
  /** The entities of a chunk. */
  heldBy(chunk: number): Iterable<number>;
  readonly neighboursOf: Neighbours;
  /** The links of a proximity graph. */
  readonly walkedFrom?: (id: number) => Iterable<number>;
  compareWith(part: Part): Promise<Comparison>;
}

/** The similarity of entities to a part of the question. */
export interface Comparison {
  /** Entities of positive relevance, the nearest first. */
  nearest(limit: number): readonly number[];
  /** 0 or more. */
  relevanceOf(ids: readonly number[]): Promise<readonly number[]>;
}

type Context = SearchContext<LinkOptions>;

/** The stored keys. */
export async function storedEntities(graph: TopoGraph, hits: Hits, { reader, options, signal }: Context): Promise<SearchedEntities> {
  const { entities } = graph;
  const classes = await nearestClasses(reader, hits, { ...options, classes: Number.POSITIVE_INFINITY });
  const meanLength = classes.reduce((sum, { length }) => sum + length, 0) / Math.max(1, classes.length);
  const described = new Map<number, EntityClass>();
  const describeAll = async (ids: readonly number[]): Promise<void> => {
    signal?.throwIfAborted();
    const missing = ids.filter((id) => !described.has(id));
    const found = await reader.findKeys(missing.map((id) => entities.keys[id] as string));
    const keys = found.map(({ id, postings }, i) => ({ id, key: entities.keys[missing[i] as number] as string, postings }));
    for (const [i, one] of describeKeys(hits, keys, meanLength).entries()) described.set(missing[i] as number, one);
  };
  const near = classes.flatMap(({ key }) => entities.idOf(key) ?? []).filter((id) => (entities.sizes[id] as number) <= options.maxHolders);
  await describeAll(near);
  return {
    keys: entities.keys,
    sizeOf: (id) => entities.sizes[id] as number,
    chunksOf: (id) => (entities.holders[id] as Int32Array).map((item) => entities.chunks[item] as number),
    heldBy: (chunk) => ((entities.itemOf[chunk] as number) < 0 ? [] : (entities.entities[entities.itemOf[chunk] as number] as Int32Array)),
    neighboursOf: neighboursIn(graph, options),
    async compareWith({ has }) {
      /** V'q over the terms of the part. */
      const relevance = (id: number): number =>
        (described.get(id) as EntityClass).vector.reduce((sum, value, t) => {
          const term = hits.terms[t] as Hits['terms'][number];
          return has[t] ? sum + value * term.weight * term.idf : sum;
        }, 0);
      return {
        nearest: (limit) => sortedBy(relevance, near).slice(0, limit),
        async relevanceOf(ids) {
          await describeAll(ids);
          return ids.map(relevance);
        },
      };
    },
  };
}

/** The entities that a model has extracted from the passages, which must be among the sources. */
export async function enrichedEntities(terms: readonly QuestionTerm[], hits: Hits, context: Context): Promise<SearchedEntities> {
  const { reader, options, sources, derived, signal, yieldThread } = context;
  const { graph, vectors: known } = (await readEnriched(context)) as NonNullable<Awaited<ReturnType<typeof readEnriched>>>;
  const { keys, holders, keysOf, descriptions } = graph;
  const sizeOf = (id: number): number => holders[id]?.size ?? 0;
  const chunksOf = (id: number): Int32Array => holders[id]?.chunks ?? new Int32Array(0);
  const idsOf = (chunk: number): readonly number[] => (keysOf.get(chunk) ?? []).map(({ id }) => id);
  const stated = graph.stated();
  const neighboursOf = linkedEntities(options, {
    sizeOf,
    relatedTo: (id) => stated.get(id) ?? [],
    togetherWith: (id) => Array.from(chunksOf(id), idsOf),
  });
  const isNode = (id: number): boolean => sizeOf(id) <= options.maxHolders;
  const entities = { keys, sizeOf, chunksOf, heldBy: idsOf, neighboursOf };
  const { embedder } = sources;
  if (embedder === undefined || known === undefined) {
    return {
      ...entities,
      async compareWith({ has }) {
        const own = terms.filter(({ term }) => has[hits.terms.findIndex((one) => one.term === term)]);
        const { near } = nearestTexts(descriptions, { terms: own }, keys.length);
        const relevance = new Map(near.map(({ id, similarity }) => [id, similarity]));
        return {
          nearest: (limit) =>
            near
              .map(({ id }) => id)
              .filter(isNode)
              .slice(0, limit),
          relevanceOf: async (ids) => ids.map((id) => relevance.get(id) ?? 0),
        };
      },
    };
  }
  const vectors = known.descriptions;
  const variant = JSON.stringify([sources.enrichment?.version, embedder.name]);
  const proximity = await derived.ofGeneration(proximityGraphs(vectors, variant), { reader, texts: sources.texts, signal, yieldThread });
  return {
    ...entities,
    walkedFrom: (id) => (proximity.layers[0]?.[id] ?? []).filter(isNode),
    async compareWith({ text }) {
      const [asked = new Float32Array(0)] = await embedder.embed([maskSecrets(text).text], signal);
      const relevance = (id: number): number => Math.max(0, dot(asked, vectors[id] as Float32Array));
      return {
        nearest: (limit) =>
          sortedBy(
            relevance,
            searchHnsw(proximity, vectors, asked, 2 * limit)
              .map(({ node }) => node)
              .filter(isNode),
          ).slice(0, limit),
        relevanceOf: async (ids) => ids.map(relevance),
      };
    },
  };
}

/** The proximity graph of the descriptions of one generation. */
function proximityGraphs(vectors: readonly Float32Array[], variant: string): GenerationBuilder<Hnsw> {
  return {
    ...{ id: 'topo-proximity', isAskedOnly: true, hasOneVariant: true, variant },
    build: ({ yieldThread }) => buildHnsw(vectors, yieldThread),
    encode: (graph) => writeHnsw(new ColumnWriter(), graph).toBytes(),
    async decode(bytes) {
      const reader = new ColumnReader(bytes);
      const graph = readHnsw(reader, vectors.length);
      reader.end();
      return graph;
    },
  };
}

/** The entities of positive relevance, the most relevant first. */
function sortedBy(relevance: (id: number) => number, ids: readonly number[]): readonly number[] {
  const known = new Map(ids.map((id) => [id, relevance(id)]));
  const at = (id: number): number => known.get(id) as number;
  return ids.filter((id) => at(id) > 0).sort((a, b) => at(b) - at(a) || a - b);
}
