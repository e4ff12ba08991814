/** Ranks chunks for a query, in the words of the user or of the README. */

import type { LanguageModel } from '../engine/answer/written/languageModel.ts';
import { partOperators } from '../engine/question/operators.ts';
import { readQuestion } from '../engine/question/question.ts';
import { quotedRuns } from '../engine/question/quotedRuns.ts';
import { standaloneQuestion } from '../engine/question/standaloneQuestion.ts';
import { bind } from '../engine/retrieval/bind.ts';
import { fuse } from '../engine/retrieval/fuse.ts';
import type { Ranking, Retriever } from '../engine/retrieval/ranking.ts';
import { bm25 } from '../engine/retrieval/systems/bm25.ts';
import { MessageError, message } from '../messages/messages.ts';
import { otherAngles } from './ask/otherAngles.ts';
import { nearTo } from './ask/relatedChunks.ts';
import type { createScopes } from './folder/scope.ts';
import { textsByFile, type View } from './folder/view.ts';
import { rankedWithVotes } from './past/votedRanking.ts';
import { yieldToEventLoop } from './scheduling/timeSlices.ts';
import { type AskOptions, maxContextLength, type SearchOptions } from './types/options.ts';

const [defaultLimit, maxLimit] = [10, 100];

/** Results of each ranking that are fused, at least. */
const minFused = 50;

/** Ranks the chunks of a view by the words of `query`, as the options say; with the votes of past commits for a task, if its text is given. */
export type Rank = (query: string, options: SearchOptions, view: View, task?: string) => Promise<Ranking>;

export function createRanker(
  scopeOf: ReturnType<typeof createScopes>,
  chosenRetriever: (options: SearchOptions) => Promise<Retriever>,
): Rank {
  return async function rank(query, options, view, task) {
    const { reader, folders: open } = view;
    const limit = boundedLimit(options.limit);
    const retriever = await chosenRetriever(options);
    if (retriever.needsWholeIndex && open.some(({ isShared }) => isShared)) throw new MessageError(message('sharedWhole'));
    if (query.trim() === '' || reader.liveCount === 0) return { results: [], unknownTerms: [] };
    const accept = options.scope === undefined ? undefined : await scopeOf(options.scope, reader, open);
    const { signal } = options;
    const near = options.near === undefined ? undefined : await nearTo(options.near, view, signal);
    const { isExplained } = options;
    const asked = { signal, accept, near, isExplained, yieldThread: () => yieldToEventLoop(signal) };
    const { restated } = options;
    const best = async (limit: number): Promise<Ranking> => {
      if (restated === undefined) return retriever.search(reader, query, { ...asked, limit });
      const many = { ...asked, limit: Math.max(limit, minFused) };
      const rankings = [
        // A question that names something is searched for by itself, too.
        ...(namesSomething(query) ? [await retriever.search(reader, query, many)] : []),
        await retriever.search(reader, `${query}\n${restated.line}`, many),
        await bind(bm25).search(reader, [restated.line, ...restated.names, partOperators(query).operators].join('\n'), many),
      ];
      return fuse(rankings, limit);
    };
    const first = (limit: number): Promise<Ranking> => (task === undefined ? best(limit) : rankedWithVotes(task, limit, view, best));
    const { judgedBy } = options;
    const ranking = options.otherAngles
      ? await otherAngles(best, reader, query, asked)
      : await (judgedBy === undefined ? first(limit) : judged(first, judgedBy, query, { view, limit, signal }));
    if (signal) await yieldToEventLoop(signal);
    return ranking;
  };
}

/** The results in the order of a model, which the published systems know how to ask. */
async function judged(
  search: (limit: number) => Promise<Ranking>,
  model: LanguageModel,
  query: string,
  { view, limit, signal }: { readonly view: View; readonly limit: number; readonly signal: AbortSignal | undefined },
): Promise<Ranking> {
  const { judgedRanking, modelJudge } = await import('../systems/index.ts');
  const by = { judge: modelJudge(model), texts: textsByFile(() => view) };
  return judgedRanking(search, by, query, view.reader, { limit, signal });
}

export function boundedLimit(limit = defaultLimit): number {
  return Math.min(maxLimit, Math.max(1, Math.floor(limit)));
}

/** Whether a question quotes a message, or has a symbol or a file of the code in it. */
function namesSomething(query: string): boolean {
  const { symbols, files } = readQuestion(query);
  return symbols.length > 0 || files.size > 0 || quotedRuns(query).length > 0;
}

/** A question without what it leaves to earlier ones; a restated line supplies that itself. */
export function standalone(question: string, { earlier = [], restated }: AskOptions): string {
  return restated === undefined ? standaloneQuestion(question, earlier).query : question;
}

/** A question as a query: independent of earlier ones, with the selection that it is about. */
export function withContext(question: string, options: AskOptions): string {
  const { context } = options;
  const query = standalone(question, options);
  return context === undefined || context.trim() === '' ? query : `${query}\n\n${asContext(context.slice(0, maxContextLength))}`;
}

/** A selection as part of a query: a word that begins a line or sentence is capitalised anyway and names nothing. */
function asContext(text: string): string {
  return text.replace(
    /(^|[.!?]\s+|\n\s*)(\p{Lu})(?=\p{Ll}+(?![\p{L}\p{N}_.(:]))/gu,
    (_, before: string, letter: string) => before + letter.toLowerCase(),
  );
}
