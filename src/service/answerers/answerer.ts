/**
 * An answerer knows one kind of question and answers it from what the program knows of the workspace: its manifests, its structure, who uses what.
 * What no answerer knows is answered by the best passages.
 */

import type { Block } from '../../engine/answer/brief/block.ts';
import type { Message } from '../../engine/message.ts';
import type { Ranking } from '../../engine/retrieval/ranking.ts';
import type { FoundBlocks } from '../ask/foundBlocks.ts';
import type { Texts } from '../folder/chunkTexts.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import type { View } from '../folder/view.ts';
import type { FindOccurrences } from '../occurrences/finder.ts';
import type { RelationQuestions } from '../relations/relationQuestions.ts';
import type { AskOptions, SearchOptions } from '../types/options.ts';
import type { OverviewAnswer } from '../types/results.ts';

/** A question and what it is answered from. */
export interface Asked {
  /** Without operators. */
  readonly question: string;
  /** The question that this is a clause of. */
  readonly whole?: string;
  readonly options: AskOptions;
  readonly view: View;
  readonly texts: Texts;
  /** A ranking of the passages for a query, as the options say. */
  readonly rank: (query: string, options?: Partial<SearchOptions>) => Promise<Ranking>;
  readonly overviewOf: (folder: FolderIndex) => Promise<OverviewAnswer | undefined>;
  readonly findOccurrences: FindOccurrences;
  readonly relations: () => Promise<RelationQuestions>;
}

/** What answers a question. */
export interface Answered {
  /** The sources of the blocks, which refer to them by their positions, from 1. */
  readonly results: Ranking['results'];
  readonly blocks: readonly Block[];
  readonly lead?: readonly Message[];
  /** Whether they probably do not answer the question. */
  readonly isUnsure?: boolean;
  /** Whether passages that answer the question are shown as well, after the blocks, or before them if they are documents. */
  readonly passages?: 'after' | 'before';
  /** What further passages are searched for instead of the question. */
  readonly query?: string;
}

export interface Answerer<Match> {
  /** Whether it answers for the whole workspace, never for a selection, a part of it, or the subject of earlier questions. */
  readonly isOfWorkspace?: boolean;
  /** What the question asks for; undefined if it is of another kind. */
  reads(asked: Asked): Match | undefined | Promise<Match | undefined>;
  /** Undefined, or notes that say so, if nothing was found: the question is passed on. */
  answer(match: Match, asked: Asked): Promise<Answered | readonly Message[] | undefined>;
}

/** Blocks with their sources. */
export function answeredBy({ chunks, ...found }: FoundBlocks): Answered {
  return { results: chunks.map((chunk) => ({ chunk, score: 0, evidence: [] })), ...found };
}
