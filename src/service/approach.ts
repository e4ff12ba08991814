/** How a question is answered: by an answerer that knows its kind, or else by the best passages. */

import type { Message } from '../engine/message.ts';
import { questionTerms } from '../engine/question/question.ts';
import type { Ranking } from '../engine/retrieval/ranking.ts';
import { readFields } from '../engine/retrieval/steps/fields.ts';
import type { Answered, Asked } from './answerers/answerer.ts';
import { askAnswerers } from './answerers/answerers.ts';
import type { Texts } from './folder/chunkTexts.ts';
import type { FolderIndex } from './folder/folderIndex.ts';
import type { View } from './folder/view.ts';
import { taskText } from './past/votedRanking.ts';
import { boundedLimit, type Rank, standalone, withContext } from './rank.ts';
import type { AskOptions, SearchOptions } from './types/options.ts';
import type { OverviewAnswer } from './types/results.ts';

export interface Approach {
  /** The query of the ranking. */
  readonly query: string;
  /** What a brief has to answer. */
  readonly asked: string;
  /** What an answerer found comes first. */
  readonly ranking: Ranking;
  readonly answered?: Answered;
  /** What answerers say that found nothing. */
  readonly notes: readonly Message[];
}

interface Sources extends Pick<Asked, 'findOccurrences' | 'relations'> {
  readonly rank: Rank;
  readonly overviewOf: (folder: FolderIndex, signal?: AbortSignal) => Promise<OverviewAnswer | undefined>;
}

export function createApproach({
  rank,
  overviewOf,
  ...sources
}: Sources): (question: string, options: AskOptions, view: View, texts: Texts) => Promise<Approach> {
  return async (question, options, view, texts) => {
    const { answered, notes } = await askAnswerers({
      question,
      options,
      view,
      texts,
      // What answerers look for is in words of their own.
      rank: (query, more) => rank(query, { ...options, restated: undefined, judgedBy: undefined, ...more }, view),
      overviewOf: (folder) => overviewOf(folder, options.signal),
      ...sources,
    });
    const searched = withContext(answered?.query ?? question, options);
    const ranking =
      answered === undefined
        ? await rank(searched, options, view, taskText(question, options))
        : await rank(searched, { ...options, judgedBy: undefined }, view);
    // The question decides whether something was found; the context only if the question alone is empty ("What is this?").
    const alone = withoutOperators(question, options);
    const asked = answered?.query ?? (questionTerms(alone).length > 0 ? alone : searched);
    if (answered === undefined) return { query: searched, asked, ranking, notes };
    return { query: searched, asked, ranking: withResultsFirst(answered.results, ranking, options), answered, notes };
  };
}

/** Operators filter; they are not searched for. */
function withoutOperators(question: string, options: AskOptions): string {
  return readFields(standalone(question, options)).text;
}

/** A ranking with these results before its others; they are all kept. */
function withResultsFirst(first: Ranking['results'], ranking: Ranking, { limit }: SearchOptions): Ranking {
  const ranked = new Map(ranking.results.map((one) => [one.chunk, one]));
  const known = first.map((one) => (one.evidence.length > 0 ? one : (ranked.get(one.chunk) ?? one)));
  const others = ranking.results.filter(({ chunk }) => !first.some((one) => one.chunk === chunk));
  return { ...ranking, results: [...known, ...others].slice(0, Math.max(first.length, boundedLimit(limit))) };
}
