/** An answer without a model: blocks of lines quoted from sources. Plain data. */

import type { ChunkKind } from '../../document.ts';
import type { Message } from '../../message.ts';

/**
 * Whether the first block is likely to answer the question (`answer`), only the closest to it (`closest`), or what the question is about
 * occurs nowhere, so that nothing is quoted (`notHere`).
 */
export const answerStates = ['answer', 'closest', 'notHere'] as const;
export type AnswerState = (typeof answerStates)[number];

/** Consecutive lines of a file, verbatim except for masked secrets, without the final line break. */
export interface Piece {
  /** From 1. */
  readonly startLine: number;
  readonly text: string;
  /** Whether the text is only part of a line: long lines are cut between sentences. */
  readonly isCut?: boolean;
  /** In a listing: the definition that the line is in. */
  readonly within?: string;
}

/** Lines that can be understood without the rest of the file. */
export interface Block {
  /** The number of its source, from 1. */
  readonly n: number;
  /** The heading path, or the names of the enclosing definitions. May be empty. */
  readonly subject: string;
  readonly kind: ChunkKind;
  /** That of its source, as in `ChunkInfo`. */
  readonly language: string;
  /** First and last line shown, from 1. */
  readonly startLine: number;
  readonly endLine: number;
  /** In order; the lines between two pieces are omitted. */
  readonly pieces: readonly Piece[];
  /** Of a document: how many lines of the table, list or release that ends the block are left out after it; at least 1. */
  readonly restLines?: number;
  /** Of a definition that is shown in part: its last line. */
  readonly wholeEndLine?: number;
  /** Of a listing, whose pieces are single lines that need no context: what they have in common, such as that they call what was asked about. */
  readonly heading?: Message;
  /** Of a listing: further lines, ascending, that are not quoted. */
  readonly moreLines?: readonly number[];
}

/** A block for a reader with little room: of one file, fitted to a number of characters. */
export interface FittedBlock extends Block {
  /** The line that matches most of the question, trimmed. */
  readonly best: { readonly line: number; readonly text: string };
}

/** An answer quoted from sources. */
export interface Brief {
  readonly state: AnswerState;
  /** At most four, in reading order. */
  readonly blocks: readonly Block[];
  /** Numbers of further sources to look at; at most three. */
  readonly seeAlso: readonly number[];
  /** Whether no source is in the language of the question. */
  readonly isForeign?: boolean;
  /** If asked for: excerpts of all sources, one a file, best first. */
  readonly fitted?: readonly FittedBlock[];
}
