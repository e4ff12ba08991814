/**
 * Reads the graph of entities and chunks of an index, in an order that does not depend on its history.
 *
 * Entities are the stored name keys of prose and symbol keys of code, or those extracted from the text by a given function. Items are the chunks
 * with an entity, ordered by two minima of their sets (by content), ties by place.
 * Source: MeshRAG section 3.1. Cost: one pass over the postings of all keys, a sort of the items.
 */

import { Space } from '../../engine/document.ts';
import { hash64 } from '../../engine/hash/hash.ts';
import { type ChunkInfo, type IndexReader, type Postings, Trait } from '../../engine/index/reader.ts';
import type { TextSource } from '../../engine/index/textSource.ts';
import { readQuestion } from '../../engine/question/question.ts';
import type { GenerationBuilder } from '../../engine/retrieval/derived.ts';
import { ColumnReader, ColumnWriter } from '../../engine/retrieval/derivedBytes.ts';
import { byPlace } from '../../engine/retrieval/steps/select.ts';
import { findNames } from '../../engine/text/names/nameFinder.ts';
import { tokenize } from '../../engine/text/words/tokens.ts';
import type { Yield } from '../../engine/util/steps.ts';
import { signMinima } from '../algorithms/minima.ts';
import { EntityGraph } from './entityGraph.ts';

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
    minima: signMinima(
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

export async function readEntities(reader: IndexReader, reading: EntityReading, yieldThread: Yield = async () => {}): Promise<EntityGraph> {
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
  return new EntityGraph(Int32Array.from(order), reader.chunkCount, keys, entities);
}

/** The graph of an index. */
export const entityGraphs: GenerationBuilder<EntityGraph> = {
  id: 'entity-graph',
  build: ({ reader, yieldThread }) => readEntities(reader, {}, yieldThread),
  encode: (graph, order) => graph.encode(order, new ColumnWriter()).toBytes(),
  async decode(bytes, order) {
    const reader = new ColumnReader(bytes);
    const graph = EntityGraph.decode(reader, order);
    reader.end();
    return graph;
  },
};
