/** Blocks that answer a question by themselves, with the chunks that they are quoted from. */

import type { Block } from '../../engine/answer/brief/block.ts';
import type { Message } from '../../engine/message.ts';

export interface FoundBlocks {
  /** The chunks in which the blocks begin, each once. */
  readonly chunks: readonly number[];
  /** In reading order; the number of a source is the position of its chunk in `chunks`, from 1. */
  readonly blocks: readonly Block[];
  /** What they show, in a sentence or two. */
  readonly lead?: readonly Message[];
  /** Whether they probably do not answer the question. */
  readonly isUnsure?: boolean;
}
