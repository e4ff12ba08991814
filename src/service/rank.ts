/** Ranks chunks for a query, in the words of the user or of the README. */

import { standaloneQuestion } from '../engine/question/standaloneQuestion.ts';
import type { Ranking, Retriever } from '../engine/retrieval/ranking.ts';
import { MessageError, message } from '../messages/messages.ts';
import { otherAngles } from './ask/otherAngles.ts';
import { nearTo } from './ask/relatedChunks.ts';
import type { createScopes } from './folder/scope.ts';
import type { View } from './folder/view.ts';
import { yieldToEventLoop } from './scheduling/timeSlices.ts';
import { type AskOptions, maxContextLength, type SearchOptions } from './types/options.ts';

const [defaultLimit, maxLimit] = [10, 100];

/** Ranks the chunks of a view by the words of `query`, as the options say. */
export type Rank = (query: string, options: SearchOptions, view: View) => Promise<Ranking>;

export function createRanker(
  scopeOf: ReturnType<typeof createScopes>,
  chosenRetriever: (options: SearchOptions) => Promise<Retriever>,
): Rank {
  return async function rank(query, options, view) {
    const { reader, folders: open } = view;
    const limit = boundedLimit(options.limit);
    const retriever = await chosenRetriever(options);
    if (retriever.needsWholeIndex && open.some(({ isShared }) => isShared)) throw new MessageError(message('sharedWhole'));
    if (query.trim() === '' || reader.liveCount === 0) return { results: [], unknownTerms: [] };
    const accept = options.scope === undefined ? undefined : await scopeOf(options.scope, reader, open);
    const { signal } = options;
    const near = options.near === undefined ? undefined : await nearTo(options.near, view, signal);
    const asked = { limit, signal, accept, near, yieldThread: () => yieldToEventLoop(signal) };
    const ranking = options.otherAngles ? await otherAngles(retriever, reader, query, asked) : await retriever.search(reader, query, asked);
    if (signal) await yieldToEventLoop(signal);
    return ranking;
  };
}

export function boundedLimit(limit = defaultLimit): number {
  return Math.min(maxLimit, Math.max(1, Math.floor(limit)));
}

/** A question as a query: independent of earlier ones, with the selection that it is about. */
export function withContext(question: string, { context, earlier = [], standalone }: AskOptions): string {
  const query = standalone ?? standaloneQuestion(question, earlier).query;
  return context === undefined || context.trim() === '' ? query : `${query}\n\n${asContext(context.slice(0, maxContextLength))}`;
}

/** A selection as part of a query: a word that begins a line or sentence is capitalised anyway and names nothing. */
function asContext(text: string): string {
  return text.replace(
    /(^|[.!?]\s+|\n\s*)(\p{Lu})(?=\p{Ll}+(?![\p{L}\p{N}_.(:]))/gu,
    (_, before: string, letter: string) => before + letter.toLowerCase(),
  );
}
