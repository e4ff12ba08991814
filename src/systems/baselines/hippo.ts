/**
 * `hippo`: personalised PageRank from the question's entities over the graph of entities and chunks, a baseline.
 *
 * Source: HippoRAG (Gutiérrez et al., 2024): seeds are the entities of the question, weighted by their specificity 1 / df, damping 0.5.
 * Deviations: entities come from a regular expression instead of a language model, and are linked through the chunks that contain them instead
 * of extracted triples and embedded synonyms; a question without a known entity falls back to BM25, in HippoRAG to a dense retriever. Cost:
 * a walk by local push, which reads what is near the entities.
 */

import type { GenerationBuilder } from '../../engine/retrieval/derived.ts';
import type { Ranking } from '../../engine/retrieval/ranking.ts';
import type { RetrievalSystem, SearchContext } from '../../engine/retrieval/retrievalSystem.ts';
import { bm25 } from '../../engine/retrieval/systems/bm25.ts';
import { type Graph, pageRank } from '../algorithms/pagerank.ts';
import { rankItems, unknownTermsOf } from '../entities/entityAnswer.ts';
import { builderFromSets, type EntitySets, entitiesOfQuestion, holdersOf } from '../entities/entitySets.ts';

/** Walks return to their start this often. */
const damping = 0.5;
/** Residual ranks below this, times the number of a node's neighbours, go no further. */
const epsilon = 1e-7;

export interface EntityGraph {
  readonly sets: EntitySets;
  /** Items first, then entities. */
  readonly graph: Graph;
}

/** The bipartite graph of items and entities. */
function entityGraph(sets: EntitySets): Graph {
  const rows = [...sets.entities.map((list) => list.map((id) => id + sets.count)), ...holdersOf(sets)];
  const offsets = new Int32Array(rows.length + 1);
  rows.forEach((row, i) => {
    offsets[i + 1] = (offsets[i] as number) + row.length;
  });
  const targets = new Int32Array(offsets[rows.length] as number);
  rows.forEach((row, i) => {
    targets.set(row, offsets[i]);
  });
  return { offsets, targets };
}

/** The graph of sets that were read elsewhere, made once. */
export function graphOfSets(sets: EntitySets): EntityGraph {
  const known = graphs.get(sets) ?? { sets, graph: entityGraph(sets) };
  graphs.set(sets, known);
  return known;
}

const graphs = new WeakMap<EntitySets, EntityGraph>();

/** The graph of an index. */
export const entityGraphs: GenerationBuilder<EntityGraph> = builderFromSets({ id: 'entity-graph' }, graphOfSets);

/** The chunks by their rank in a walk that begins at `reset`; `known` are the entities of the question, for evidence. */
export async function rankByWalk(
  question: string,
  { sets, graph }: EntityGraph,
  reset: Float64Array,
  known: Int32Array,
  context: SearchContext,
): Promise<Ranking> {
  if (reset.every((value) => value === 0)) return bm25.search(question, undefined, context);
  const ranks = pageRank(graph, reset, { damping, epsilon });
  const scores = new Map<number, number>();
  for (let item = 0; item < sets.count; item++) if ((ranks[item] as number) > 0) scores.set(item, ranks[item] as number);
  return {
    results: await rankItems(context.reader, sets, scores, known, context),
    unknownTerms: await unknownTermsOf(context.reader, question),
  };
}

/** Ranks like HippoRAG. */
export const hippo: RetrievalSystem<object, EntityGraph> = {
  id: 'hippo',
  options: {},
  builder: () => entityGraphs,
  async search(question, built, context) {
    const { sets } = built;
    const known = Int32Array.from([...entitiesOfQuestion(question)].flatMap((key) => sets.idOf(key) ?? [])).sort();
    const reset = new Float64Array(sets.count + sets.keys.length);
    const specificity = known.reduce((sum, id) => sum + 1 / (sets.sizes[id] as number), 0);
    for (const id of known) reset[sets.count + id] = 1 / (sets.sizes[id] as number) / specificity;
    return rankByWalk(question, built, reset, known, context);
  },
};
