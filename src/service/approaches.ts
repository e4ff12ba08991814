/**
 * The ways in which a question may be answered: by entries of manifests, by the workspace's description of itself, by a path between two names,
 * or by a search. The first that applies is used.
 */

import type { Block } from '../engine/answer/brief/block.ts';
import { connectionAskedFor } from '../engine/question/connectionQuestions.ts';
import { thingAskedFor } from '../engine/question/definitionQuestions.ts';
import { wordsOf } from '../engine/question/followUpQuestions.ts';
import { questionTerms } from '../engine/question/question.ts';
import { standaloneQuestion } from '../engine/question/standaloneQuestion.ts';
import { asksAboutWorkspace } from '../engine/question/workspaceQuestions.ts';
import type { Ranking } from '../engine/retrieval/ranking.ts';
import { readFields } from '../engine/retrieval/steps/fields.ts';
import { tokenize } from '../engine/text/words/tokens.ts';
import { MessageError } from '../messages/messages.ts';
import { type ManifestAnswer, manifestAnswer } from './ask/manifestAnswer.ts';
import { orientationAnswer } from './ask/orientation/orientation.ts';
import { type OwnDescription, ownDescription } from './ask/ownDescription.ts';
import type { Texts } from './folder/chunkTexts.ts';
import type { FolderIndex } from './folder/folderIndex.ts';
import type { View } from './folder/view.ts';
import type { AskOptions, SearchOptions } from './options.ts';
import { limitOf, type Rank, withContext } from './rank.ts';
import type { ConnectAnswer } from './relations/connections.ts';
import { pathAnswer } from './relations/pathAnswer.ts';
import type { OverviewAnswer } from './results.ts';

/** Maximum number of results when searching for passages that name most parts, or a folder. */
const maxSearched = 20;

/** What an answer is composed of. */
export interface Approach {
  /** The query of the ranking. */
  readonly query: string;
  /** What a brief has to answer. */
  readonly asked: string;
  readonly ranking: Ranking;
  /** The answer's blocks; without them a brief is composed of the ranking. */
  readonly blocks?: readonly Block[];
  /** As in `FoundBlocks`. */
  readonly isUnsure?: boolean;
  /** What a brief begins with. */
  readonly entries?: ManifestAnswer;
}

type Approaching<T> = (question: string, options: AskOptions, view: View, texts: Texts) => Promise<T>;

export interface Approaches {
  readonly approach: Approaching<Approach>;
  /** By manifests or the workspace's description; undefined unless the question is the name of an entry, or about the workspace as a whole. */
  readonly byOwnWords: Approaching<Approach | undefined>;
  readonly bySearch: (question: string, options: AskOptions, view: View) => Promise<Approach>;
}

type Overview = (folder: FolderIndex, signal?: AbortSignal) => Promise<OverviewAnswer | undefined>;
type Connect = (ends: readonly [string, string], options: SearchOptions, view: View, texts: Texts) => Promise<ConnectAnswer>;

export function createApproaches(rank: Rank, connect: Connect, overviewOf: Overview): Approaches {
  /** What READMEs say; their words are the query for a model's other sources. */
  const describedBy = async (own: OwnDescription | undefined, options: AskOptions, view: View): Promise<Approach | undefined> => {
    if (own === undefined) return undefined;
    const ranking = withChunksFirst(own.chunks, await rank(own.text, options, view), options);
    return { query: withContext(own.text, options), asked: own.text, ranking, blocks: own.blocks };
  };

  const byDescription: Approaching<Approach | undefined> = async (question, options, view, texts) =>
    describedBy(asksAboutWorkspace(question) ? await ownDescription(view, texts) : undefined, options, view);

  /** "What is NAME?", of the workspace's own name. */
  const byName: Approaching<Approach | undefined> = async (question, options, view, texts) => {
    const name = thingAskedFor(question);
    return describedBy(name === undefined ? undefined : await ownDescription(view, texts, name), options, view);
  };

  /** A search, with the entries of manifests before its results. */
  const byManifest: Approaching<Approach | undefined> = async (question, options, view, texts) => {
    const entries = await manifestAnswer(question, view, texts);
    if (entries === undefined) return undefined;
    const searched = await bySearch(question, options, view);
    return { ...searched, ranking: withChunksFirst(entries.chunks, searched.ranking, options), entries };
  };

  /** A search, preceded by the starting points that answer an orientation question. */
  const byOrientation: Approaching<Approach | undefined> = async (question, options, view, texts) => {
    const found = await orientationAnswer(question, view, texts, {
      overviewOf: (folder) => overviewOf(folder, options.signal),
      search: (words) => rank(words, { ...options, limit: maxSearched }, view),
    });
    if (found === undefined) return undefined;
    const searched = await bySearch(question, options, view);
    return {
      ...searched,
      ranking: withChunksFirst(found.chunks, searched.ranking, options),
      blocks: found.blocks,
      isUnsure: found.isUnsure,
    };
  };

  const byOwnWords: Approaches['byOwnWords'] = async (...asked) => {
    const [, { context = '', earlier = [], scope, about }] = asked;
    if (context.trim() !== '' || earlier.length > 0 || scope !== undefined || about !== undefined) return undefined;
    return (await byName(...asked)) ?? (await byManifest(...asked)) ?? (await byDescription(...asked)) ?? byOrientation(...asked);
  };

  const bySearch: Approaches['bySearch'] = async (question, options, view) => {
    const query = withContext(question, options);
    // The question decides whether something was found; the context only if the question alone is empty ("What is this?").
    const alone = withoutOperators(question, options);
    return { query, asked: questionTerms(alone).length > 0 ? alone : query, ranking: await rank(query, options, view) };
  };

  /** A search, preceded by the path between the two ends that the question asks to connect, if there is one. */
  const byPath: Approaching<Approach> = async (question, options, view, texts) => {
    const searched = await bySearch(question, options, view);
    const ends = connectionAskedFor(withoutOperators(question, options));
    if (ends === undefined) return searched;
    try {
      const { paths } = await connect(ends, options, view, texts);
      const path = paths[0] && (await pathAnswer(paths[0], view, texts));
      if (path === undefined) return searched;
      return { ...searched, ranking: withResultsFirst(path.ranked, searched.ranking, options), blocks: path.blocks };
    } catch (error) {
      // An end is unknown: the question is answered like any other.
      if (error instanceof MessageError) return searched;
      throw error;
    }
  };

  return {
    approach: async (...asked) => (await byOwnWords(...asked)) ?? byPath(...asked),
    byOwnWords,
    bySearch,
  };
}

/** Operators filter; they are not searched for. */
function withoutOperators(question: string, { earlier = [] }: AskOptions): string {
  return readFields(standaloneQuestion(question, earlier).query).text;
}

/** A ranking with these chunks before its others. */
function withChunksFirst(chunks: readonly number[], ranking: Ranking, options: SearchOptions): Ranking {
  const resultOf = (chunk: number) => ranking.results.find((one) => one.chunk === chunk) ?? { chunk, score: 0, evidence: [] };
  return withResultsFirst(chunks.map(resultOf), ranking, options);
}

/** A ranking with these results before its others. */
function withResultsFirst(first: Ranking['results'], ranking: Ranking, { limit }: SearchOptions): Ranking {
  const others = ranking.results.filter(({ chunk }) => !first.some((one) => one.chunk === chunk));
  return { ...ranking, results: [...first, ...others].slice(0, limitOf(limit)) };
}

/** Whether a question is just keywords, as typed into a search box: "sencha", "plugin order". */
export function isKeywords(question: string): boolean {
  const { count } = tokenize(question);
  return count > 0 && wordsOf(question).length === count;
}
