/**
 * The first results ordered again by how far each helps to answer the question.
 *
 * Source: MS-RAG section 3.3.2. A model grades the passages where there is a judge, each with its summary (3.2.2: summaries are a reference for the
 * model), and its order is final, ties by rank. Without one, or without a usable verdict, a score grows by the share of the question in one place of
 * the passage. No later result passes the first ones. Cost: the texts of the first results, one request.
 */

import type { Ranked } from '../../engine/retrieval/ranking.ts';
import type { SearchContext } from '../../engine/retrieval/retrievalSystem.ts';
import { coverageOf, questionMass } from '../../engine/retrieval/steps/mesh/seeds.ts';
import type { Hits } from '../../engine/retrieval/systems/bm25.ts';

/** The results with the first `count` in their new order. Throws the judge's errors. */
export async function rerank(
  question: string,
  hits: Hits,
  results: readonly Ranked[],
  count: number,
  summaryOf: (chunk: number) => string,
  context: SearchContext,
): Promise<readonly Ranked[]> {
  const first = results.slice(0, count);
  const rest = results.slice(count);
  const grades = await gradesBy(question, first, summaryOf, context);
  if (grades !== undefined) return [...byGrades(first, grades), ...rest];
  const mass = questionMass(hits);
  const graded = first.map((one) => ({ ...one, score: one.score * (1 + coverageOf(hits, one.chunk, mass)) }));
  return [...graded.sort((a, b) => b.score - a.score), ...rest];
}

/** In the order of the grades, ties by rank; the scores stay where they are. */
function byGrades(results: readonly Ranked[], grades: readonly number[]): readonly Ranked[] {
  const order = results.map((_, rank) => rank).sort((a, b) => (grades[b] as number) - (grades[a] as number) || a - b);
  return order.map((from, to) => ({ ...(results[from] as Ranked), score: (results[to] as Ranked).score }));
}

/** The judge's verdicts on the results; `undefined` without a judge, or if it fails. */
async function gradesBy(
  question: string,
  first: readonly Ranked[],
  summaryOf: (chunk: number) => string,
  { reader, sources, signal }: SearchContext,
): Promise<readonly number[] | undefined> {
  const { judge, texts } = sources;
  if (judge === undefined || texts === undefined || first.length < 2) return undefined;
  const infos = await reader.chunkInfo(first.map(({ chunk }) => chunk));
  const passages = await Promise.all(
    infos.map(async (info, i) => {
      return { title: info.title, text: (await texts.chunkText(info)) ?? '', summary: summaryOf((first[i] as Ranked).chunk) };
    }),
  );
  return judge.judge(question, passages, signal);
}
