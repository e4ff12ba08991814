/**
 * The entities whose descriptions are nearest to a question, without a model and without reading a text.
 *
 * Source: UnWeaver section 2: chunks' entities with equal names are one class; its description is what its chunks say of it, and the question is
 * compared with descriptions. Here a name is a stored key, and its description the places (sentences, blocks) that hold it; the words of these
 * places are known by the position masks of the postings. A column of V holds the saturated frequencies of the question's terms in the
 * description, as in BM25, times their rarity; q holds the terms' weights times their rarity.
 * Deviations: classes are those of the `pool` best chunks by words, not all; names of more than `maxHolders` chunks are no class.
 * Cost: the postings of the keys of the pool, times the number of terms.
 */

import { Space } from '../../engine/document.ts';
import type { IndexReader, Postings } from '../../engine/index/reader.ts';
import { selectBest } from '../../engine/retrieval/steps/select.ts';
import { type Hits, lengthNorm, maxFrequency } from '../../engine/retrieval/systems/bm25.ts';
import { bitCount } from '../../engine/util/bitCount.ts';

/** A class of entities of one name. */
export interface EntityClass {
  readonly id: number;
  readonly key: string;
  /** The chunks that hold it. */
  readonly postings: Postings;
  /** Its column of V: the weight of each term of the question in its description. */
  readonly vector: Float64Array;
  /** V'q, 0 or more. */
  readonly similarity: number;
  /** The number of places of its description. */
  readonly length: number;
}

export interface DescriptionOptions {
  /** Max classes returned. */
  readonly classes: number;
  readonly maxHolders: number;
}

/** Number of top chunks by BM25 whose entities are compared. */
export const pool = 100;

/** Those of `unweaver`: the k0 of the paper. */
export const nearestNames: DescriptionOptions = { classes: 20, maxHolders: 1000 };

/** The nearest classes, best first; ties by key. */
export async function nearestClasses(
  reader: IndexReader,
  hits: Hits,
  { classes, maxHolders }: DescriptionOptions,
): Promise<readonly EntityClass[]> {
  const chunks = await selectBest(reader, hits.top(pool), hits.scoreOf, pool);
  const held = await reader.chunkKeys(chunks);
  const entities = held.flat().filter(({ text, count }) => isEntity(text) && count <= maxHolders);
  const kept = [...new Map(entities.map(({ id, text }) => [id, { id, key: text }])).values()];
  const postings = await reader.keyPostings(kept.map(({ id }) => id));
  const described = describeKeys(
    hits,
    kept.map((one, i) => ({ ...one, postings: postings[i] as Postings })),
  );
  const found = described.filter(({ similarity }) => similarity > 0);
  found.sort((x, y) => y.similarity - x.similarity || (x.key < y.key ? -1 : 1));
  return found.slice(0, classes);
}

/** Keys as classes; lengths are relative to `meanLength`, by default that of these keys. */
export function describeKeys(
  hits: Hits,
  keys: readonly Pick<EntityClass, 'id' | 'key' | 'postings'>[],
  meanLength?: number,
): readonly EntityClass[] {
  const described = keys.map((one) => describe(one, hits));
  const mean = meanLength ?? described.reduce((sum, { length }) => sum + length, 0) / Math.max(1, described.length);
  return described.map(({ counts, ...one }) => {
    const norm = lengthNorm(one.length, mean);
    let similarity = 0;
    const vector = counts.map((count, t) => {
      const term = hits.terms[t] as Hits['terms'][number];
      const weight = (count * maxFrequency * term.idf) / (count + norm);
      similarity += weight * term.weight * term.idf;
      return weight;
    });
    return { ...one, vector, similarity };
  });
}

export const isEntity = (key: string): boolean => key[0] === Space.Name || key[0] === Space.Symbol;

/** The frequency of each term of the question in a place of the entity, and the number of its places. */
function describe(one: Pick<EntityClass, 'id' | 'key' | 'postings'>, hits: Hits) {
  const { postings } = one;
  const counts = new Float64Array(hits.terms.length);
  let length = 0;
  for (let i = 0; i < postings.size; i++) {
    const chunk = postings.chunks[i] as number;
    const places = postings.places[i] as number;
    length += bitCount(places);
    for (const hit of hits.of(chunk)) counts[hit.t] = (counts[hit.t] as number) + bitCount(places & hit.places);
  }
  return { ...one, counts, length };
}
