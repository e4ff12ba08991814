/**
 * `unweaver-ppr`: the entities whose descriptions are nearest to the question begin a walk over the graph of entities and chunks.
 *
 * Source: UnWeaver section 3, which replaces the election by personalised PageRank. The graph and the walk are those of `hippo`, the nearest
 * classes and their similarity those of `unweaver`, with and without a model. Cost: as both.
 */

import type { RetrievalSystem } from '../../engine/retrieval/retrievalSystem.ts';
import { termsTo } from '../../engine/retrieval/steps/wordPostings.ts';
import { scoreTerms } from '../../engine/retrieval/systems/bm25.ts';
import { rankByWalk } from '../baselines/hippo.ts';
import { nearestNames } from '../entities/descriptions.ts';
import type { EntityGraph } from '../entities/entityGraph.ts';
import { readEntitySource } from '../entities/entitySource.ts';
import { entityGraphs } from '../entities/readEntities.ts';

export const unweaverPpr: RetrievalSystem<object, EntityGraph | undefined> = {
  id: 'unweaver-ppr',
  options: {},
  builder: (_, { enrichment }) => (enrichment === undefined ? entityGraphs : undefined),
  async search(question, built, context) {
    const terms = await termsTo(context.reader, question);
    const hits = await scoreTerms(context.reader, terms);
    const entities = await readEntitySource(question, terms, hits, context);
    const { classes: nearest } = await entities.nearest(nearestNames);
    const graph = built ?? (entities.graph as EntityGraph);
    const reset = new Float64Array(graph.count + graph.keys.length);
    const known: number[] = [];
    for (const { key, similarity } of nearest) {
      const id = graph.idOf(key);
      if (id === undefined) continue;
      known.push(id);
      reset[graph.count + id] = similarity;
    }
    return rankByWalk(question, graph, reset, Int32Array.from(known).sort(), context);
  },
};
