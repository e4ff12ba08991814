/**
 * The first results of a ranking in the order of a judge.
 *
 * Source: MS-RAG section 3.3.2: the model's order is final. Here ties are decided by rank, so that a judge that has nothing to say changes nothing, and it may
 * order the results of any system. A judge that errs at random harms, so that it is asked only where someone wants it. Cost: the texts of the first
 * results, and one request.
 */

import type { IndexReader } from '../engine/index/reader.ts';
import type { TextSource } from '../engine/index/textSource.ts';
import type { Judge } from '../engine/retrieval/modelSources/enrichment.ts';
import type { Ranked, Ranking, RetrieveOptions, Retriever } from '../engine/retrieval/ranking.ts';

/** Results that the judge of a whole ranking orders. */
const maxJudged = 20;

export interface JudgedBy {
  readonly judge: Judge;
  readonly texts: TextSource;
}

/** The retriever, with its first results ordered by a judge. Its search throws the judge's errors. */
export function judgedRetriever(retriever: Retriever, by: JudgedBy): Retriever {
  return {
    ...retriever,
    search: (reader, question, wanted) =>
      judgedRanking((limit) => retriever.search(reader, question, { ...wanted, limit }), by, question, reader, wanted),
  };
}

/** A ranking with its first results ordered by a judge; `search` takes the number of results. Throws the judge's errors. */
export async function judgedRanking(
  search: (limit: number) => Promise<Ranking>,
  by: JudgedBy,
  question: string,
  reader: IndexReader,
  { limit, signal }: Pick<RetrieveOptions, 'limit' | 'signal'>,
): Promise<Ranking> {
  const ranking = await search(Math.max(limit, maxJudged));
  const first = await orderedBy(by, question, ranking.results.slice(0, maxJudged), reader, signal);
  return { ...ranking, results: [...first, ...ranking.results.slice(maxJudged)].slice(0, limit) };
}

/** The results in the order of their grades, ties by rank, with the scores where they are; as they are without a usable verdict. */
export async function orderedBy(
  { judge, texts }: JudgedBy,
  question: string,
  results: readonly Ranked[],
  reader: IndexReader,
  signal?: AbortSignal,
): Promise<readonly Ranked[]> {
  if (results.length < 2) return results;
  const infos = await reader.chunkInfo(results.map(({ chunk }) => chunk));
  const passages = await Promise.all(
    infos.map(async (info, i) => {
      return { title: info.title, text: (await texts.chunkText(info)) ?? '', summary: results[i]?.summary ?? '' };
    }),
  );
  const grades = await judge.judge(question, passages, signal);
  if (grades === undefined) return results;
  const order = results.map((_, rank) => rank).sort((a, b) => (grades[b] as number) - (grades[a] as number) || a - b);
  return order.map((from, to) => ({ ...(results[from] as Ranked), score: (results[to] as Ranked).score }));
}
