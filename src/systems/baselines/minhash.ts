/**
 * `minhash`: ranks chunks by the Jaccard similarity of their entities with those of the question, a baseline without a graph.
 *
 * Source: MeshRAG section 3.1: the share of equal minima, over the signatures of all chunks.
 * Cost: reads the minima of all chunks.
 */

import { type Hash, hash64 } from '../../engine/hash/hash.ts';
import type { RetrievalSystem } from '../../engine/retrieval/retrievalSystem.ts';
import { equalMinima, minimaOf, writeMinima } from '../algorithms/minima.ts';
import { rankItems, unknownTermsOf } from '../entities/entityAnswer.ts';
import { builderFromSets, type EntitySets, entitiesOfQuestion } from '../entities/entitySets.ts';

/** Minima per signature, as in the paper. */
const k = 12;

interface Signed {
  readonly sets: EntitySets;
  readonly minima: Uint32Array;
}

function estimates({ sets, minima }: Signed, keys: readonly string[]): Map<number, number> {
  const asked = minimaOf(
    keys.map((key) => hash64(key)),
    k,
  );
  const scores = new Map<number, number>();
  for (let item = 0; item < sets.count; item++) {
    const equal = equalMinima(minima, item * k, asked, 0, k);
    if (equal > 0) scores.set(item, equal / k);
  }
  return scores;
}

/** Ranks by the paper's estimate with its twelve minima. */
export const minhash: RetrievalSystem<object, Signed> = {
  id: 'minhash',
  options: {},
  builder: () =>
    builderFromSets({ id: 'minhash', variant: String(k) }, (sets): Signed => {
      const minima = new Uint32Array(sets.count * k);
      sets.entities.forEach((entities, item) => {
        writeMinima(
          [...entities].map((id) => sets.hashes[id] as Hash),
          k,
          minima,
          item * k,
        );
      });
      return { sets, minima };
    }),
  async search(question, signed, context) {
    const keys = [...entitiesOfQuestion(question)];
    const known = Int32Array.from(keys.flatMap((key) => signed.sets.idOf(key) ?? [])).sort();
    const scores = estimates(signed, keys);
    return {
      results: await rankItems(context.reader, signed.sets, scores, known, context),
      unknownTerms: await unknownTermsOf(context.reader, question),
    };
  },
};
