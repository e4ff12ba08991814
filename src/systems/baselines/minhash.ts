/**
 * `minhash`: ranks chunks by the Jaccard similarity of their entities with those of the question, a baseline without a graph.
 *
 * Source: MeshRAG section 3.1: the share of equal minima, over the signatures of all chunks.
 * Cost: reads the minima of all chunks.
 */

import { type Hash, hash64 } from '../../engine/hash/hash.ts';
import type { RetrievalSystem } from '../../engine/retrieval/retrievalSystem.ts';
import { equalMinima, signMinima, writeMinima } from '../algorithms/minima.ts';
import { findUnknownTerms, rankItems } from '../entities/entityAnswer.ts';
import type { EntityGraph } from '../entities/entityGraph.ts';
import { entitiesOfQuestion, entityGraphs } from '../entities/readEntities.ts';

/** Minima per signature, as in the paper. */
const k = 12;

const signatures = new WeakMap<EntityGraph, Uint32Array>();

/** The minima of all items, k for each; made once. */
function minimaOfItems(graph: EntityGraph): Uint32Array {
  const known = signatures.get(graph);
  if (known !== undefined) return known;
  const minima = new Uint32Array(graph.count * k);
  for (const [item, entities] of graph.entities.entries()) {
    const hashes = Array.from(entities, (id) => graph.hashes[id] as Hash);
    writeMinima(hashes, k, minima, item * k);
  }
  signatures.set(graph, minima);
  return minima;
}

function estimates(graph: EntityGraph, keys: readonly string[]): Map<number, number> {
  const asked = signMinima(
    keys.map((key) => hash64(key)),
    k,
  );
  const minima = minimaOfItems(graph);
  const scores = new Map<number, number>();
  for (let item = 0; item < graph.count; item++) {
    const equal = equalMinima(minima, item * k, asked, 0, k);
    if (equal > 0) scores.set(item, equal / k);
  }
  return scores;
}

/** Ranks by the paper's estimate with its twelve minima. */
export const minhash: RetrievalSystem<object, EntityGraph> = {
  id: 'minhash',
  options: {},
  builder: () => entityGraphs,
  async search(question, graph, context) {
    const keys = [...entitiesOfQuestion(question)];
    return {
      results: await rankItems(context.reader, graph, estimates(graph, keys), graph.known(keys), context),
      unknownTerms: await findUnknownTerms(context.reader, question),
    };
  },
};
