/**
 * `minhash`: ranks chunks by the Jaccard similarity of their entities with those of the question, a baseline without a graph.
 *
 * Source: MeshRAG section 3.1: the share of equal minima, over the signatures of all chunks, or the exact similarity.
 * Cost: the estimate reads the minima of all chunks, the exact similarity only the chunks with the question's entities.
 */

import { type Hash, hash64 } from '../../engine/hash/hash.ts';
import type { RetrievalSystem } from '../../engine/retrieval/retrievalSystem.ts';
import { equalMinima, minimaOf, writeMinima } from '../algorithms/minima.ts';
import { rankItems, unknownTermsOf } from '../entities/entityAnswer.ts';
import { builderFromSets, type EntitySets, entitiesOfQuestion, holdersOf } from '../entities/entitySets.ts';

/** Options of the baseline. */
export interface MinhashOptions {
  /** `estimate` compares signatures, `exact` entity sets. */
  readonly measure: 'estimate' | 'exact';
  /** Minima per signature, a positive integer; the paper has 12. */
  readonly minima: number;
}

interface Signed {
  readonly sets: EntitySets;
  readonly minima: Uint32Array;
  readonly holders: readonly Int32Array[];
}

function estimates({ sets, minima }: Signed, keys: readonly string[], k: number): Map<number, number> {
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

function similarities({ sets, holders }: Signed, known: Int32Array, asked: number): Map<number, number> {
  const shared = new Map<number, number>();
  for (const id of known) for (const item of holders[id] as Int32Array) shared.set(item, (shared.get(item) ?? 0) + 1);
  return new Map([...shared].map(([item, both]) => [item, both / ((sets.entities[item] as Int32Array).length + asked - both)]));
}

/** Ranks by the paper's estimate with its twelve minima. */
export const minhash: RetrievalSystem<MinhashOptions, Signed> = {
  id: 'minhash',
  options: { measure: 'estimate', minima: 12 },
  validate({ minima }) {
    if (!Number.isInteger(minima) || minima < 1)
      throw new RangeError(`Cannot make minhash: its option minima is ${minima}; it must be a positive integer`);
  },
  builder: ({ measure, minima: k }) =>
    builderFromSets({ id: 'minhash', variant: `${measure} ${k}` }, (sets): Signed => {
      if (measure === 'exact') return { sets, minima: new Uint32Array(0), holders: holdersOf(sets) };
      const minima = new Uint32Array(sets.count * k);
      sets.entities.forEach((entities, item) => {
        writeMinima(
          [...entities].map((id) => sets.hashes[id] as Hash),
          k,
          minima,
          item * k,
        );
      });
      return { sets, minima, holders: [] };
    }),
  async search(question, signed, context) {
    const { measure, minima } = context.options;
    const keys = [...entitiesOfQuestion(question)];
    const known = Int32Array.from(keys.flatMap((key) => signed.sets.idOf(key) ?? [])).sort();
    const scores = measure === 'exact' ? similarities(signed, known, keys.length) : estimates(signed, keys, minima);
    return {
      results: await rankItems(context.reader, signed.sets, scores, known, context),
      unknownTerms: await unknownTermsOf(context.reader, question),
    };
  },
};
