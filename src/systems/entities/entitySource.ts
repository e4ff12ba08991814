/**
 * The source of a system's entities and relations: those that a model has extracted from the passages, if any, else the stored keys. Systems
 * see no other difference.
 */

import { type IndexReader, type KeyOfChunk, type Postings, Trait } from '../../engine/index/reader.ts';
import type { QuestionTerm } from '../../engine/question/question.ts';
import type { SearchContext } from '../../engine/retrieval/retrievalSystem.ts';
import { type Hits, maxFrequency } from '../../engine/retrieval/systems/bm25.ts';
import { maskSecrets } from '../../engine/text/secrets/secrets.ts';
import { type DescriptionOptions, type EntityClass, nearestClasses } from './descriptions.ts';
import type { EnrichedGraph } from './enrichedGraph.ts';
import type { EntityGraph } from './entityGraph.ts';
import { type EnrichedVectors, enrichedGraphs, enrichedVectors } from './keptGraph.ts';
import { nearestRelations, type Relation } from './nearest.ts';
import { type AskedTexts, nearestTexts } from './nearestTexts.ts';

export interface EntitySource {
  /** Entities as keys; ids are valid for one generation. */
  readonly keys: Pick<IndexReader, 'keyPostings' | 'chunkKeys' | 'liveCount'>;
  /** The entities whose descriptions are nearest to the question, best first, and q as in `EntityClass.vector`. */
  nearest(options: DescriptionOptions): Promise<{ readonly classes: readonly EntityClass[]; readonly asked: Float64Array }>;
  /** The graph to walk over, if it is not that of the stored keys. */
  readonly graph?: EntityGraph;
  /** The relations nearest to the question, best first: those that a model stated of all passages, and the sentences of these. */
  relations(pool: readonly number[], limit: number): Promise<readonly Relation[]>;
  /**
   * Whether the things that a passage names in one place are near each other: in a sentence they are, but a block of code names whatever it
   * uses.
   */
  leads(chunk: number): boolean;
  /** A model's one-sentence summary of a passage; empty without one. */
  summaryOf(chunk: number): string;
}

/** The source for a question, whose terms were looked up in `hits`. */
export async function readEntitySource(
  question: string,
  terms: readonly QuestionTerm[],
  hits: Hits,
  context: SearchContext,
): Promise<EntitySource> {
  const { reader, sources, signal } = context;
  const found = await readEnriched(context);
  if (found === undefined) return storedEntities(reader, hits);
  const { graph, vectors } = found;
  const [asked] = (await sources.embedder?.embed([maskSecrets(question).text], signal)) ?? [];
  return enrichedEntities(reader, hits, graph, terms, vectors && asked && { ...vectors, asked });
}

/** The entities that a model has extracted from the passages, with vectors if there is an embedder; built on first use. */
export async function readEnriched({
  reader,
  sources: { enrichment, embedder, texts },
  derived,
  signal,
  yieldThread,
}: Pick<SearchContext, 'reader' | 'sources' | 'derived' | 'signal' | 'yieldThread'>): Promise<
  { readonly graph: EnrichedGraph; readonly vectors?: EnrichedVectors } | undefined
> {
  if (enrichment === undefined) return undefined;
  const input = { reader, texts, signal, yieldThread };
  const graph = await derived.ofGeneration(enrichedGraphs(enrichment, derived), input);
  if (embedder === undefined) return { graph };
  return { graph, vectors: await derived.ofGeneration(enrichedVectors(enrichment, embedder, derived), input) };
}

function storedEntities(reader: IndexReader, hits: Hits): EntitySource {
  return {
    keys: reader,
    async nearest(options) {
      const classes = await nearestClasses(reader, hits, options);
      return { classes, asked: Float64Array.from(hits.terms, ({ weight, idf }) => weight * idf) };
    },
    relations: (pool, limit) => nearestRelations(reader, hits, pool, limit),
    leads: (chunk) => ((reader.traits[chunk] as number) & Trait.Prose) !== 0,
    summaryOf: () => '',
  };
}

function enrichedEntities(
  reader: IndexReader,
  hits: Hits,
  graph: EnrichedGraph,
  terms: readonly QuestionTerm[],
  vectors: (EnrichedVectors & { readonly asked: Float32Array }) | undefined,
): EntitySource {
  const comparedWith = (of: readonly Float32Array[] | undefined): AskedTexts =>
    vectors && of ? { terms, vectors: { asked: vectors.asked, of } } : { terms };
  const { keys, holders, keysOf, descriptions, relations, statements, summaries } = graph;
  const keyOf = (id: number): string => keys[id] as string;
  const postingsOf = (id: number): Postings => holders[id] as Postings;
  return {
    get graph() {
      return graph.entityGraph(reader.chunkCount);
    },
    keys: {
      liveCount: reader.liveCount,
      keyPostings: async (ids) => ids.map(postingsOf),
      chunkKeys: async (chunks) => chunks.map((chunk) => keysOf.get(chunk) ?? []),
    },
    async nearest({ classes, maxHolders }) {
      const { near, asked } = nearestTexts(
        descriptions,
        comparedWith(vectors?.descriptions),
        classes,
        (id) => postingsOf(id).size <= maxHolders,
      );
      const found = near.map(({ id, similarity, column }) => {
        const length = descriptions.lengths[id] as number;
        return { id, key: keyOf(id), postings: postingsOf(id), vector: column, similarity, length };
      });
      return { classes: found, asked };
    },
    async relations(pool, limit) {
      const { near, asked } = nearestTexts(statements, comparedWith(vectors?.statements), limit);
      // A cosine is a share of 1; V'q reaches this where a text holds all terms, often.
      const max = vectors === undefined ? maxFrequency * asked.reduce((sum, value) => sum + value * value, 0) : 1;
      const namedIn = (chunk: number, isNamed: (key: KeyOfChunk) => boolean) => (keysOf.get(chunk) ?? []).filter(isNamed);
      const stated = near.map(({ id, similarity }): Relation => {
        const { chunk, entities } = relations[id] as EnrichedGraph['relations'][number];
        return { chunk, entities: namedIn(chunk, (key) => entities.includes(key.id)), share: Math.min(1, similarity / max), place: 0 };
      });
      const named = (await nearestRelations(reader, hits, pool, limit)).map((relation): Relation => {
        const places = relation.place;
        return { ...relation, entities: namedIn(relation.chunk, (key) => (key.places & places) !== 0) };
      });
      return [...stated, ...named].sort((a, b) => b.share - a.share).slice(0, limit);
    },
    leads: () => true,
    summaryOf: (chunk) => summaries.get(chunk) ?? '',
  };
}
