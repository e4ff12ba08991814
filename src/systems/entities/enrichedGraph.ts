/**
 * Entities and relations of an enriched index: what a model and the index itself say of its passages (`enrichedPassages.ts`), with equal names as
 * one entity.
 *
 * Source: UnWeaver section 2 (entities of equal names are a class, its description their descriptions one after the other); MS-RAG section 3.2 (indexes
 * of entities and relations, summaries). Which names are one entity: `entityClasses.ts`; how it is kept: `keptGraph.ts`.
 * Cost: the texts of all passages, and one pass over the terms of all descriptions and statements.
 */

import { Role } from '../../engine/document.ts';
import type { KeyOfChunk, Postings } from '../../engine/index/reader.ts';
import type { Triple } from '../../engine/retrieval/modelSources/enrichment.ts';
import { pushTo } from '../../engine/util/pushTo.ts';
import type { Yield } from '../../engine/util/steps.ts';
import type { EnrichedPassage } from './enrichedPassages.ts';
import { EntityClasses } from './entityClasses.ts';
import { EntityGraph } from './entityGraph.ts';
import { createTextTable, type Texts, type TextTable } from './nearestTexts.ts';

/** An entity of a passage, with its roles and places there (`KeyOfChunk`). */
export interface HeldEntity {
  readonly id: number;
  readonly roles: number;
  readonly places: number;
}

/** The entities of each passage with one, ascending; passages in the order of their ids. */
export type HeldEntities = ReadonlyMap<number, readonly HeldEntity[]>;

/** What the rest of the graph follows from, with the entities that passages hold. */
export interface GraphParts {
  /** Key of each entity, ascending. */
  readonly keys: readonly string[];
  readonly descriptions: TextTable;
  /** Passage and entities of each relation. */
  readonly relations: readonly { readonly chunk: number; readonly entities: readonly number[] }[];
  readonly statements: TextTable;
  /** By passage, where there is one. */
  readonly summaries: ReadonlyMap<number, string>;
}

export interface EnrichedGraph extends GraphParts {
  /** Passages of each entity; its places are the sentences and triples of a passage that name it. */
  readonly holders: readonly Postings[];
  readonly keysOf: ReadonlyMap<number, readonly KeyOfChunk[]>;
  /** The descriptions and statements, which hold lines of the workspace and are therefore not kept; absent where the graph was kept. */
  readonly texts?: { readonly descriptions: Texts; readonly statements: Texts };
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
  const descriptionOf = (id: number): string => [(keys[id] as string).slice(2), ...[...(described[id] as Set<string>)].sort()].join('. ');
  const statementOf = (id: number): string => {
    const { subject, relation, object } = triples[id] as Triple;
    return `${subject} ${relation} ${object}`;
  };
  const texts = {
    descriptions: { count: keys.length, textOf: descriptionOf },
    statements: { count: triples.length, textOf: statementOf },
  };
  const parts = {
    ...{ keys, relations },
    descriptions: await createTextTable(texts.descriptions, yieldThread),
    statements: await createTextTable(texts.statements, yieldThread),
    summaries: new Map(passages.flatMap(({ chunk, summary }) => (summary === '' ? [] : [[chunk, summary]]))),
  };
  return { ...(await graphOf(parts, await heldByChunk(collected, yieldThread), yieldThread)), texts };
}

/** The graph of its parts. Awaits `yieldThread` between slices. */
export async function graphOf(parts: GraphParts, held: HeldEntities, yieldThread: Yield): Promise<EnrichedGraph> {
  const { keys, relations } = parts;
  const { holders, keysOf } = await readHolders(held, keys, yieldThread);
  let stated: ReadonlyMap<number, ReadonlySet<number>> | undefined;
  let entityGraph: EntityGraph | undefined;
  return {
    ...{ ...parts, holders, keysOf },
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

async function heldByChunk({ held }: Collected, yieldThread: Yield): Promise<HeldEntities> {
  const found = new Map<number, HeldEntity[]>();
  for (const [id, chunks] of held.entries()) {
    if (id % slice === 0) await yieldThread();
    for (const [chunk, { roles, places }] of chunks) pushTo(found, chunk, { id, roles, places });
  }
  return new Map([...found].sort(([a], [b]) => a - b));
}

/** The passages of each entity, ascending, and the entities of each passage. */
async function readHolders(
  held: HeldEntities,
  keys: readonly string[],
  yieldThread: Yield,
): Promise<Pick<EnrichedGraph, 'holders' | 'keysOf'>> {
  const sizes = new Int32Array(keys.length);
  for (const entities of held.values()) for (const { id } of entities) sizes[id] = (sizes[id] as number) + 1;
  const holders = Array.from(sizes, (size) => {
    return { size, chunks: new Int32Array(size), values: new Uint8Array(size), places: new Uint32Array(size) };
  });
  const ends = new Int32Array(keys.length);
  const keysOf = new Map<number, readonly KeyOfChunk[]>();
  for (const [chunk, entities] of held) {
    if (keysOf.size % slice === 0) await yieldThread();
    const own = entities.map(({ id, roles, places }): KeyOfChunk => {
      const { chunks, values, places: all } = holders[id] as (typeof holders)[number];
      const at = ends[id] as number;
      ends[id] = at + 1;
      chunks[at] = chunk;
      values[at] = roles;
      all[at] = places;
      return { id, text: keys[id] as string, count: sizes[id] as number, roles, places };
    });
    keysOf.set(chunk, own);
  }
  return { holders, keysOf };
}

/** Chunk ids differ between histories of an index, contents do not; equal ones stay in their order, that of their places. */
function inContentOrder(passages: readonly EnrichedPassage[]): readonly EnrichedPassage[] {
  const nameOf = ({ content, title }: EnrichedPassage): string => `${content} ${title}`;
  const named = passages.map((passage) => ({ passage, name: nameOf(passage) }));
  named.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
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
