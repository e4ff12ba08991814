/** What a brief is made of: blocks of lines quoted from sources. Plain data. */

import type { ChunkKind } from '../../document.ts';

/**
 * Whether an answer shows what was asked (`sure`), shows the closest places (`unsure`), or has nothing to show because the subject of the
 * question is not in the workspace (`nothing`).
 */
export const answerStates = ['sure', 'unsure', 'nothing'] as const;
export type AnswerState = (typeof answerStates)[number];

/** Consecutive lines of a file, verbatim but for masked secrets, without the last line break. */
export interface Piece {
  /** From 1. */
  readonly startLine: number;
  readonly text: string;
  /** Whether the first or last line is only a part of the line in the file, as long lines are cut between sentences. */
  readonly isCut?: boolean;
}

/** Lines of one place that can be understood without the rest of the file. */
export interface Block {
  /** The number of its source, from 1. */
  readonly n: number;
  /** What it is about: the heading path, or the names of the enclosing definitions. May be empty. */
  readonly subject: string;
  readonly kind: ChunkKind;
  /** First and last line that are shown, from 1. */
  readonly startLine: number;
  readonly endLine: number;
  /** In order; lines between two pieces are left out. */
  readonly pieces: readonly Piece[];
}

/** An answer quoted from sources. */
export interface Brief {
  readonly state: AnswerState;
  /** At most four, in reading order. */
  readonly blocks: readonly Block[];
  /** Numbers of further sources worth a look; at most three. */
  readonly seeAlso: readonly number[];
}
