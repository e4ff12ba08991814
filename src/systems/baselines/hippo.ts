/**
 * `hippo`: personalised PageRank from the question's entities over the graph of entities and chunks, a baseline.
 *
 * Source: HippoRAG (Gutiérrez et al., 2024): seeds are the entities of the question, weighted by their specificity 1 / df, damping 0.5.
 * Deviations: entities come from a regular expression instead of a language model, and are linked through the chunks that contain them instead
 * of extracted triples and embedded synonyms; a question without a known entity falls back to BM25, in HippoRAG to a dense retriever. Cost:
 * a walk by local push, which reads what is near the entities.
 */

import type { Ranking } from '../../engine/retrieval/ranking.ts';
import type { RetrievalSystem, SearchContext } from '../../engine/retrieval/retrievalSystem.ts';
import { bm25 } from '../../engine/retrieval/systems/bm25.ts';
import { pageRank } from '../algorithms/pagerank.ts';
import { findUnknownTerms, rankItems } from '../entities/entityAnswer.ts';
import type { EntityGraph } from '../entities/entityGraph.ts';
import { entitiesOfQuestion, entityGraphs } from '../entities/readEntities.ts';

/** Walks return to their start this often. */
const damping = 0.5;
/** Residual ranks below this, times the number of a node's neighbours, go no further. */
const epsilon = 1e-7;

/** The chunks by their rank in a walk that begins at `reset`; `known` are the entities of the question, for evidence. */
export async function rankByWalk(
  question: string,
  graph: EntityGraph,
  reset: Float64Array,
  known: Int32Array,
  context: SearchContext,
): Promise<Ranking> {
  if (reset.every((value) => value === 0)) return bm25.search(question, undefined, context);
  const ranks = pageRank(graph.walk, reset, { damping, epsilon });
  const scores = new Map<number, number>();
  for (let item = 0; item < graph.count; item++) if ((ranks[item] as number) > 0) scores.set(item, ranks[item] as number);
  return {
    results: await rankItems(context.reader, graph, scores, known, context),
    unknownTerms: await findUnknownTerms(context.reader, question),
  };
}

/** Ranks like HippoRAG. */
export const hippo: RetrievalSystem<object, EntityGraph> = {
  id: 'hippo',
  options: {},
  builder: () => entityGraphs,
  async search(question, graph, context) {
    const known = graph.known(entitiesOfQuestion(question));
    const reset = new Float64Array(graph.count + graph.keys.length);
    const specificity = known.reduce((sum, id) => sum + 1 / (graph.sizes[id] as number), 0);
    for (const id of known) reset[graph.count + id] = 1 / (graph.sizes[id] as number) / specificity;
    return rankByWalk(question, graph, reset, known, context);
  },
};
