/**
 * Entities and relations of an enriched index: what a model and the index itself say of its passages (`enrichedPassages.ts`), with equal names as
 * one entity.
 *
 * Source: UnWeaver section 2 (entities of equal names are a class, its description their descriptions one after the other); MS-RAG section 3.2 (indexes
 * of entities and relations, summaries). Which names are one entity: `entityClasses.ts`.
 * The names of the passages' contents are data of documents, so that only changed ones are read again; the graph itself lives in memory, since none of
 * the workspace's text may be kept. Cost: the texts of all passages, and one pass over the terms of all descriptions and
 * statements; with an embedder one vector for each.
 */

import { Role } from '../../engine/document.ts';
import type { KeyOfChunk, Postings } from '../../engine/index/reader.ts';
import type { DerivedStore, MemoryBuilder } from '../../engine/retrieval/derived.ts';
import type { Embedder } from '../../engine/retrieval/modelSources/embedder.ts';
import type { EnrichmentSource, Triple } from '../../engine/retrieval/modelSources/enrichment.ts';
import { pushTo } from '../../engine/util/pushTo.ts';
import type { Yield } from '../../engine/util/steps.ts';
import { type EnrichedPassage, readPassages } from './enrichedPassages.ts';
import { EntityClasses } from './entityClasses.ts';
import { EntityGraph } from './entityGraph.ts';
import { createTextTable, embedTexts, type TextTable } from './nearestTexts.ts';

export interface EnrichedGraph {
  /** Key of each entity, ascending. */
  readonly keys: readonly string[];
  /** Passages of each entity; its places are the sentences and triples of a passage that name it. */
  readonly holders: readonly Postings[];
  readonly keysOf: ReadonlyMap<number, readonly KeyOfChunk[]>;
  readonly descriptions: TextTable;
  /** Passage and entities of each relation. */
  readonly relations: readonly { readonly chunk: number; readonly entities: readonly number[] }[];
  readonly statements: TextTable;
  /** By passage, where there is one. */
  readonly summaries: ReadonlyMap<number, string>;
  /** The entities that a statement names with each, itself among them; made once. */
  stated(): ReadonlyMap<number, ReadonlySet<number>>;
  /** The graph of entities and passages of an index with so many chunks; made once. */
  entityGraph(chunkCount: number): EntityGraph;
}

/** Passages read between two yields. */
const slice = 256;
/** Places are bits of a mask: those of sentences from the lowest, those of triples from the highest; more triples share them. */
const triplePlaces = 8;
const placeOfTriple = (i: number): number => (1 << (31 - (i % triplePlaces))) >>> 0;

/** The graph of an index with enrichments; `derived` has the names of its contents. */
export function enrichedGraphs(source: EnrichmentSource, derived: Pick<DerivedStore, 'ofDocuments'>): MemoryBuilder<EnrichedGraph> {
  return {
    id: 'enriched-graph',
    variant: source.version,
    build: async (context) => createEnrichedGraph(await readPassages(source, derived, context), context.yieldThread),
  };
}

/** A vector of each description and statement of a graph. */
export interface EnrichedVectors {
  readonly descriptions: readonly Float32Array[];
  readonly statements: readonly Float32Array[];
}

/** The vectors of an index with enrichments. */
export function enrichedVectors(source: EnrichmentSource, embedder: Embedder, derived: DerivedStore): MemoryBuilder<EnrichedVectors> {
  return {
    id: 'enriched-vectors',
    isAskedOnly: true,
    variant: JSON.stringify([source.version, embedder.name]),
    async build({ reader, texts, yieldThread }) {
      const graph = await derived.ofGeneration(enrichedGraphs(source, derived), { reader, texts, yieldThread });
      const descriptions = await embedTexts(graph.descriptions.texts, embedder, yieldThread);
      return { descriptions, statements: await embedTexts(graph.statements.texts, embedder, yieldThread) };
    },
  };
}

/** What the passages say, by the numbers of their classes. */
interface Collected {
  readonly described: readonly Set<string>[];
  /** By class, then by chunk. */
  readonly held: readonly Map<number, { roles: number; places: number }>[];
  readonly relations: { readonly chunk: number; readonly entities: readonly number[] }[];
  /** Of each relation. */
  readonly triples: Triple[];
}

/** The same for the same passages in any order, but for ids. Awaits `yieldThread` between slices. */
export async function createEnrichedGraph(passages: readonly EnrichedPassage[], yieldThread: Yield): Promise<EnrichedGraph> {
  const classes = await EntityClasses.find(passages, yieldThread);
  const { keys } = classes;
  const collected: Collected = { described: keys.map(() => new Set()), held: keys.map(() => new Map()), relations: [], triples: [] };
  for (const [at, passage] of inContentOrder(passages).entries()) {
    if (at % slice === 0) await yieldThread();
    addPassage(collected, passage, classes);
  }
  const { described, relations, triples } = collected;
  const { holders, keysOf } = await readHolders(collected, keys, yieldThread);
  const descriptionOf = (id: number): string => [(keys[id] as string).slice(2), ...[...(described[id] as Set<string>)].sort()].join('. ');
  const statementOf = (id: number): string => {
    const { subject, relation, object } = triples[id] as Triple;
    return `${subject} ${relation} ${object}`;
  };
  let stated: ReadonlyMap<number, ReadonlySet<number>> | undefined;
  let entityGraph: EntityGraph | undefined;
  return {
    ...{ keys, holders, keysOf, relations },
    descriptions: await createTextTable({ count: keys.length, textOf: descriptionOf }, yieldThread),
    statements: await createTextTable({ count: triples.length, textOf: statementOf }, yieldThread),
    summaries: new Map(passages.flatMap(({ chunk, summary }) => (summary === '' ? [] : [[chunk, summary]]))),
    stated: () => (stated ??= statedIn(relations)),
    entityGraph: (chunkCount) => (entityGraph ??= toEntityGraph(keys, keysOf, chunkCount)),
  };
}

/** Adds what a passage says: of a name that the model describes, its description alone; of any other, the lines that hold it. */
function addPassage({ described, held, relations, triples }: Collected, passage: EnrichedPassage, classes: EntityClasses): void {
  const { chunk, title, entities, stored } = passage;
  const own = classes.idOf(title);
  const hold = (id: number, { roles = 0, places = 0 }: { readonly roles?: number; readonly places?: number } = {}): void => {
    const before = held[id]?.get(chunk) ?? { roles: id === own ? Role.Title : 0, places: 0 };
    held[id]?.set(chunk, { roles: before.roles | roles, places: (before.places | places) >>> 0 });
  };
  const idOf = classes.within(entities);
  const isDescribed = new Set<number>();
  for (const { name, description } of entities) {
    const id = idOf(name);
    if (id === undefined) continue;
    hold(id);
    if (description === '') continue;
    described[id]?.add(description);
    isDescribed.add(id);
  }
  for (const { name, description, roles, places } of stored) {
    const id = idOf(name);
    if (id === undefined) continue;
    hold(id, { roles, places });
    if (description !== '' && !isDescribed.has(id)) described[id]?.add(description);
  }
  for (const [i, triple] of passage.triples.entries()) {
    const named = [...new Set([triple.subject, triple.object].flatMap((name) => idOf(name) ?? []))];
    for (const id of named) hold(id, { places: placeOfTriple(i) });
    relations.push({ chunk, entities: named });
    triples.push(triple);
  }
}

/** The passages of each entity, and the entities of each passage. */
async function readHolders(
  { held }: Collected,
  keys: readonly string[],
  yieldThread: Yield,
): Promise<Pick<EnrichedGraph, 'holders' | 'keysOf'>> {
  const holders: Postings[] = [];
  const keysOf = new Map<number, KeyOfChunk[]>();
  for (const [id, chunks] of held.entries()) {
    if (id % slice === 0) await yieldThread();
    const entries = [...chunks].sort(([a], [b]) => a - b);
    holders.push({
      size: entries.length,
      chunks: Int32Array.from(entries, ([chunk]) => chunk),
      values: Uint8Array.from(entries, ([, { roles }]) => roles),
      places: Uint32Array.from(entries, ([, { places }]) => places),
    });
    for (const [chunk, entry] of entries) pushTo(keysOf, chunk, { id, text: keys[id] as string, count: entries.length, ...entry });
  }
  return { holders, keysOf };
}

/** Chunk ids differ between histories of an index, contents do not. */
function inContentOrder(passages: readonly EnrichedPassage[]): readonly EnrichedPassage[] {
  const nameOf = ({ content, title }: EnrichedPassage): string => `${content} ${title}`;
  const named = passages.map((passage) => ({ passage, name: nameOf(passage) }));
  named.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.passage.chunk - b.passage.chunk));
  return named.map(({ passage }) => passage);
}

function statedIn(relations: EnrichedGraph['relations']): ReadonlyMap<number, ReadonlySet<number>> {
  const found = new Map<number, Set<number>>();
  for (const { entities } of relations)
    for (const id of entities) {
      const own = found.get(id) ?? new Set();
      found.set(id, own);
      for (const other of entities) own.add(other);
    }
  return found;
}

/** Items are the passages with an entity, in the order of what they hold. */
function toEntityGraph(keys: readonly string[], keysOf: EnrichedGraph['keysOf'], chunkCount: number): EntityGraph {
  const items = [...keysOf].map(([chunk, held]) => {
    const entities = Int32Array.from(held, ({ id }) => id).sort();
    return { chunk, entities, name: entities.join(' ') };
  });
  items.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.chunk - b.chunk));
  const chunks = Int32Array.from(items, ({ chunk }) => chunk);
  return new EntityGraph(
    chunks,
    chunkCount,
    keys,
    items.map(({ entities }) => entities),
  );
}
