/**
 * The entity sets E_i of all chunks, in an order that does not depend on the history of the index.
 *
 * Entities are the stored name keys of prose and symbol keys of code, or those extracted from the text by a given function. Items are the chunks
 * with an entity, ordered by two minima of their sets (by content), ties by place.
 * Source: MeshRAG section 3.1. Cost: one pass over the postings of all keys, a sort of the items.
 */

import { Space } from '../../engine/document.ts';
import { type Hash, hash64 } from '../../engine/hash/hash.ts';
import { type ChunkInfo, type IndexReader, type Postings, Trait } from '../../engine/index/reader.ts';
import type { TextSource } from '../../engine/index/textSource.ts';
import { readQuestion } from '../../engine/question/question.ts';
import { type ChunkOrder, positionsOf } from '../../engine/retrieval/chunkOrder.ts';
import type { DataKind, GenerationBuilder } from '../../engine/retrieval/derived.ts';
import { ColumnReader, ColumnWriter } from '../../engine/retrieval/derivedBytes.ts';
import { byPlace } from '../../engine/retrieval/steps/select.ts';
import { findNames } from '../../engine/text/names/nameFinder.ts';
import { tokenize } from '../../engine/text/words/tokens.ts';
import type { Yield } from '../../engine/util/steps.ts';
import { minimaOf } from '../algorithms/minima.ts';

/** Items with their entities, by dense ids. */
export interface EntitySets {
  /** Number of items. */
  readonly count: number;
  /** The chunk of each item. */
  readonly chunks: Int32Array;
  /** The item of each chunk, -1 without an entity. */
  readonly itemOf: Int32Array;
  /** Key of each entity; ascending, so that entity ids are in the order of their keys. */
  readonly keys: readonly string[];
  readonly hashes: readonly Hash[];
  /** Number of items with each entity. */
  readonly sizes: Int32Array;
  /** Entity ids of each item, ascending. */
  readonly entities: readonly Int32Array[];
  idOf(key: string): number | undefined;
}

/** Source of the entities; by default the stored keys. */
export interface EntityReading {
  /** Extracts entities from the text instead of using the stored keys. */
  readonly fromText?: { readonly texts: TextSource; readonly read: (text: string) => Iterable<string> };
  /** Maps a key to the canonical one. */
  readonly unify?: (key: string) => string;
}

/** The entities of a question, as those of a chunk: proper names and symbols. */
export function entitiesOfQuestion(question: string): ReadonlySet<string> {
  const found = new Set<string>();
  findNames(question, tokenize(question), (name) => found.add(`${Space.Name}:${name}`));
  for (const key of readQuestion(question).symbols) found.add(key);
  return found;
}

/** Keys per look-up, so that other work can run in between. */
const batch = 5000;

/** Keys of each live chunk that has any. */
async function storedEntities(reader: IndexReader, yieldThread: Yield): Promise<Map<number, string[]>> {
  const ids = await reader.keysBySize(1, reader.liveCount);
  const found = new Map<number, string[]>();
  for (let from = 0; from < ids.length; from += batch) {
    await yieldThread();
    const part = ids.slice(from, from + batch);
    const [texts, postings] = await Promise.all([reader.keyTexts(part), reader.keyPostings(part)]);
    for (const [i, key] of texts.entries()) {
      for (const chunk of (postings[i] as Postings).chunks) {
        const keys = found.get(chunk) ?? [];
        found.set(chunk, keys);
        const isProse = ((reader.traits[chunk] as number) & Trait.Prose) !== 0;
        if (key[0] === (isProse ? Space.Name : Space.Symbol)) keys.push(key);
      }
    }
  }
  return found;
}

async function textEntities(
  reader: IndexReader,
  chunks: readonly number[],
  { texts, read }: NonNullable<EntityReading['fromText']>,
  yieldThread: Yield,
): Promise<Map<number, string[]>> {
  const infos = await reader.chunkInfo(chunks);
  const found = new Map<number, string[]>();
  for (const [i, chunk] of chunks.entries()) {
    if (i % 200 === 0) await yieldThread();
    const info = infos[i] as ChunkInfo;
    found.set(chunk, [...read(`${info.title}. ${(await texts.chunkText(info)) ?? ''}`)]);
  }
  return found;
}

async function inContentOrder(reader: IndexReader, found: ReadonlyMap<number, readonly string[]>): Promise<number[]> {
  const chunks = [...found.keys()].filter((chunk) => (found.get(chunk) as readonly string[]).length > 0);
  const infos = await reader.chunkInfo(chunks);
  const sorted = chunks.map((chunk, i) => ({
    chunk,
    info: infos[i] as ChunkInfo,
    minima: minimaOf(
      (found.get(chunk) as readonly string[]).map((key) => hash64(key)),
      2,
      -1,
    ),
  }));
  sorted.sort(
    (a, b) =>
      (a.minima[0] as number) - (b.minima[0] as number) || (a.minima[1] as number) - (b.minima[1] as number) || byPlace(a.info, b.info),
  );
  return sorted.map(({ chunk }) => chunk);
}

export async function readEntitySets(
  reader: IndexReader,
  reading: EntityReading,
  yieldThread: Yield = async () => {},
): Promise<EntitySets> {
  const stored = await storedEntities(reader, yieldThread);
  await yieldThread();
  const { fromText, unify } = reading;
  let found = fromText === undefined ? stored : await textEntities(reader, [...stored.keys()], fromText, yieldThread);
  if (unify !== undefined) found = new Map([...found].map(([chunk, keys]) => [chunk, [...new Set(keys.map(unify))]]));
  const order = await inContentOrder(reader, found);
  await yieldThread();
  const keys = [...new Set(order.flatMap((chunk) => found.get(chunk) as string[]))].sort();
  const ids = new Map(keys.map((key, id) => [key, id]));
  const entities = order.map((chunk) => Int32Array.from(found.get(chunk) as string[], (key) => ids.get(key) as number).sort());
  return setsOf(Int32Array.from(order), reader.chunkCount, keys, entities);
}

/** Sets of items by their chunks, ascending entity ids and keys. */
export function setsOf(chunks: Int32Array, chunkCount: number, keys: readonly string[], entities: readonly Int32Array[]): EntitySets {
  const ids = new Map(keys.map((key, id) => [key, id]));
  const sizes = new Int32Array(keys.length);
  for (const list of entities) for (const id of list) sizes[id] = (sizes[id] as number) + 1;
  return {
    count: chunks.length,
    chunks,
    itemOf: positionsOf(chunks, chunkCount),
    keys,
    hashes: keys.map((key) => hash64(key)),
    sizes,
    entities,
    idOf: (key) => ids.get(key),
  };
}

/** Writes the sets; `decodeSets` reads them. */
export function encodeSets({ chunks, keys, entities }: EntitySets, { positions }: ChunkOrder, writer: ColumnWriter): ColumnWriter {
  return writer
    .numbers(chunks.map((chunk) => positions[chunk] as number))
    .texts(keys)
    .lists(entities);
}

/** Throws `CorruptBytesError`. */
export function decodeSets(reader: ColumnReader, { chunks, positions }: ChunkOrder): EntitySets {
  const items = reader.numbers(chunks.length).map((position) => chunks[position] as number);
  const keys = reader.texts();
  return setsOf(items, positions.length, keys, reader.lists(keys.length, items.length));
}

/** A builder of what follows from the sets alone: these are kept, the rest is made of them. */
export function builderFromSets<T extends { readonly sets: EntitySets }>(
  kind: DataKind,
  make: (sets: EntitySets, yieldThread: Yield) => T | Promise<T>,
): GenerationBuilder<T> {
  return {
    ...kind,
    build: async ({ reader, yieldThread }) => make(await readEntitySets(reader, {}, yieldThread), yieldThread),
    encode: ({ sets }, order) => encodeSets(sets, order, new ColumnWriter()).toBytes(),
    async decode(bytes, order, yieldThread) {
      const reader = new ColumnReader(bytes);
      const sets = decodeSets(reader, order);
      reader.end();
      return make(sets, yieldThread);
    },
  };
}

/** The entities that two ascending lists share. */
export function sharedEntities(a: Int32Array, b: Int32Array): number[] {
  const shared: number[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [x, y] = [a[i] as number, b[j] as number];
    if (x === y) shared.push(x);
    if (x <= y) i++;
    if (y <= x) j++;
  }
  return shared;
}

/** The items of each entity, ascending. */
export function holdersOf(sets: EntitySets): readonly Int32Array[] {
  const holders = [...sets.sizes].map((size) => new Int32Array(size));
  const filled = new Int32Array(holders.length);
  sets.entities.forEach((list, item) => {
    for (const id of list) {
      (holders[id] as Int32Array)[filled[id] as number] = item;
      filled[id] = (filled[id] as number) + 1;
    }
  });
  return holders;
}
