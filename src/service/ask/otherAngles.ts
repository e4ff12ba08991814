/**
 * Other angles on a question: five of its best twenty results, elected so that each of the names near the question is represented.
 *
 * Source: UnWeaver section 2 and its footnote 6, with the results in place of all chunks: the names nearest to the question vote for the
 * results that hold them, by proportional approval, so that results with the same names are elected once. Results without such a name
 * follow in their order. Cost: two searches.
 */

import type { IndexReader } from '../../engine/index/reader.ts';
import { bind } from '../../engine/retrieval/bind.ts';
import type { Ranking, Retriever } from '../../engine/retrieval/ranking.ts';

type Options = Omit<Parameters<Retriever['search']>[2], 'limit'>;

const candidates = 20;
const seats = 5;

/** At most five results, the first elected first, each with the names that voted for it. */
export async function otherAngles(
  best: (limit: number) => Promise<Ranking>,
  reader: IndexReader,
  query: string,
  options: Options,
): Promise<Ranking> {
  const { unweaver } = await import('../../systems/index.ts');
  const election = bind(unweaver, { rule: 'proportional' });
  const found = await best(candidates);
  const eligible = new Set(found.results.map(({ chunk }) => chunk));
  const elected = await election.search(reader, query, { ...options, limit: seats, accept: (chunk) => eligible.has(chunk) });
  const isElected = new Set(elected.results.map(({ chunk }) => chunk));
  const others = found.results.filter(({ chunk }) => !isElected.has(chunk));
  return { ...found, results: [...elected.results, ...others].slice(0, seats) };
}
