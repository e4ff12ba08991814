/**
 * The relations that are nearest to a question, without a model and without reading a text.
 *
 * Source: MS-RAG section 3.2.1: a relation is a statement about entities, in an index of its own. Here it is a place (sentence, block of lines)
 * that names at least two entities, of which the title of its chunk is one; its words are known by the position masks of the postings.
 * Cost: the keys of `pool`, and the hits of its chunks for each of their places.
 */

import type { IndexReader, KeyOfChunk } from '../../engine/index/reader.ts';
import type { Hits } from '../../engine/retrieval/systems/bm25.ts';
import { everywhere } from '../../engine/text/names/places.ts';
import { isEntity } from './descriptions.ts';

export interface Relation {
  readonly chunk: number;
  /** At least two. */
  readonly entities: readonly KeyOfChunk[];
  /** The share of the question, by the weight and rarity of its terms, that is in the place; above 0, at most 1. */
  readonly share: number;
  /** As a bit of the positions of its keys; 0 if a model stated it. */
  readonly place: number;
}

/** The nearest relations of some chunks, best first; ties in the order of the chunks and their places. */
export async function nearestRelations(
  reader: IndexReader,
  hits: Hits,
  pool: readonly number[],
  limit: number,
): Promise<readonly Relation[]> {
  const held = await reader.chunkKeys(pool);
  const mass = hits.terms.reduce((sum, { weight, idf }) => sum + weight * idf, 0);
  const found = pool.flatMap((chunk, i) => findRelations(chunk, held[i] as readonly KeyOfChunk[], hits, mass));
  return found.sort((a, b) => b.share - a.share).slice(0, limit);
}

function findRelations(chunk: number, keys: readonly KeyOfChunk[], hits: Hits, mass: number): Relation[] {
  const entities = keys.filter(({ text }) => isEntity(text));
  let named = 0;
  for (const { places } of entities) if (places >>> 0 !== everywhere) named |= places;
  const found: Relation[] = [];
  for (let rest = named; rest !== 0; rest &= rest - 1) {
    const place = rest & -rest;
    const inPlace = entities.filter(({ places }) => (places & place) !== 0);
    const share = massAt(chunk, place, hits) / mass;
    if (inPlace.length > 1 && share > 0) found.push({ chunk, entities: inPlace, share, place });
  }
  return found;
}

function massAt(chunk: number, place: number, hits: Hits): number {
  let sum = 0;
  for (const { term, places } of hits.of(chunk)) if ((places & place) !== 0) sum += term.weight * term.idf;
  return sum;
}
