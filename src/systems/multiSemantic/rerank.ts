/**
 * The first results ordered again by how far each helps to answer the question.
 *
 * Source: MS-RAG section 3.3.2. A model grades the passages where there is a judge, each with its summary (3.2.2: summaries are a reference for the
 * model), and its order is final (`judged.ts`). Without one, a score grows by the share of the question in one place of the passage. No later result
 * passes the first ones.
 */

import type { Ranked } from '../../engine/retrieval/ranking.ts';
import type { SearchContext } from '../../engine/retrieval/retrievalSystem.ts';
import { coverageOf, questionMass } from '../../engine/retrieval/steps/mesh/seeds.ts';
import type { Hits } from '../../engine/retrieval/systems/bm25.ts';
import { orderedBy } from '../judged.ts';

/** The results with the first `count` in their new order. Throws the judge's errors. */
export async function rerank(
  question: string,
  hits: Hits,
  results: readonly Ranked[],
  count: number,
  { reader, sources: { judge, texts }, signal }: SearchContext,
): Promise<readonly Ranked[]> {
  const first = results.slice(0, count);
  const rest = results.slice(count);
  if (judge !== undefined && texts !== undefined) {
    const ordered = await orderedBy({ judge, texts }, question, first, reader, signal);
    if (ordered !== first) return [...ordered, ...rest];
  }
  const mass = questionMass(hits);
  const graded = first.map((one) => ({ ...one, score: one.score * (1 + coverageOf(hits, one.chunk, mass)) }));
  return [...graded.sort((a, b) => b.score - a.score), ...rest];
}
