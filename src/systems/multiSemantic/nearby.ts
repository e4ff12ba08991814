/**
 * Entities near some others in the graph of entities, where those that are named in one place (sentence, block) are neighbours.
 *
 * Source: MS-RAG section 3.3.1, semantic neighbouring search. The paper takes all neighbours; four hops are then a large part of a small index.
 * Deviations: without a model, sentences alone lead from entity to entity, since a block of code names whatever it uses. An entity weighs `decay`
 * times its neighbour's weight times its own rarity, by the best path, and only the `width` heaviest of each hop, of at most `maxNear` chunks, are
 * followed. A neighbouring relation would vote for chunks of the entities that it shares, so that
 * entities alone are followed. Disambiguation (3.2.2): a name that ends with a neighbour, or ends it, of two words or more, is the same entity, so
 * its weight does not decay. Cost: for each hop the keys of the chunks of `width` entities.
 */

import { Space } from '../../engine/document.ts';
import type { IndexReader, KeyOfChunk, Postings } from '../../engine/index/reader.ts';
import { rarity } from '../../engine/retrieval/rarity.ts';
import { isEntity } from '../entities/descriptions.ts';

/** An entity to begin with; a positive weight. */
export interface Origin {
  readonly id: number;
  readonly key: string;
  readonly weight: number;
  /** The chunk that led to it. */
  readonly via?: number;
}

export interface NearEntity extends Origin {
  readonly postings: Postings;
  /** 0 for those to begin with. */
  readonly hop: number;
}

export interface NearbyOptions {
  readonly hops: number;
  readonly aliases: boolean;
}

/** Where entities are looked up, and the passages through which they are near each other. */
export interface NearbySource {
  readonly keys: Pick<IndexReader, 'keyPostings' | 'chunkKeys' | 'liveCount'>;
  leads(chunk: number): boolean;
}

/** Factor of the weight for each hop. */
const decay = 0.3;
const width = 20;
const maxNear = 50;

/** The given entities and those near them, by hops; each once, with its weight times its rarity. */
export async function nearbyEntities(
  source: NearbySource,
  origins: readonly Origin[],
  options: NearbyOptions,
): Promise<readonly NearEntity[]> {
  const found: NearEntity[] = [];
  const known = new Set<number>();
  let frontier = heaviest(origins, known);
  for (let hop = 0; frontier.length > 0; hop++) {
    const postings = await source.keys.keyPostings(frontier.map(({ id }) => id));
    const level = frontier.map((one, i) => {
      const own = postings[i] as Postings;
      return { ...one, postings: own, hop, weight: one.weight * rarity(own.size, source.keys.liveCount) };
    });
    found.push(...level);
    if (hop === options.hops) break;
    const followed = level.filter((one) => one.postings.size <= maxNear).sort(byWeight);
    frontier = heaviest(await findNeighbours(source, followed.slice(0, width), options), known);
  }
  return found;
}

/** Ids differ between histories of an index, keys do not. */
function byWeight(a: Origin, b: Origin): number {
  return b.weight - a.weight || (a.key < b.key ? -1 : 1);
}

/** Each entity that is not known yet with its largest weight; they are known then. */
function heaviest(origins: readonly Origin[], known: Set<number>): readonly Origin[] {
  const best = new Map<number, Origin>();
  for (const origin of origins)
    if (!known.has(origin.id) && origin.weight > (best.get(origin.id)?.weight ?? 0)) best.set(origin.id, origin);
  for (const id of best.keys()) known.add(id);
  return [...best.values()];
}

async function findNeighbours(
  source: NearbySource,
  entities: readonly NearEntity[],
  { aliases }: NearbyOptions,
): Promise<readonly Origin[]> {
  const chunks = [...new Set(entities.flatMap(({ postings }) => [...postings.chunks]))].filter((chunk) => source.leads(chunk));
  const held = await source.keys.chunkKeys(chunks);
  const keysOf = new Map(chunks.map((chunk, i) => [chunk, (held[i] as readonly KeyOfChunk[]).filter(({ text }) => isEntity(text))]));
  const found: Origin[] = [];
  for (const { key, weight, postings } of entities) {
    for (let i = 0; i < postings.size; i++) {
      const via = postings.chunks[i] as number;
      for (const { id, text, places } of keysOf.get(via) ?? [])
        if ((places & (postings.places[i] as number)) !== 0)
          found.push({ id, key: text, via, weight: weight * (aliases && isAlias(text, key) ? 1 : decay) });
    }
  }
  return found;
}

/** Whether one of two names ends with the other, of two words or more: `fred gehrke`, `clarence fred gehrke`. */
function isAlias(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short[0] === Space.Name && long[0] === Space.Name && short.includes(' ') && long.endsWith(` ${short.slice(2)}`);
}
