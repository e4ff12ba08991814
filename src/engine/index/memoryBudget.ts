/**
 * The memory budget of all indexes of a process. Beyond it, the posting lists of the largest segments are spilled to disk
 * (`spilledSegment.ts`) and read on demand: same answers, slower. Strings, paths and per-chunk columns stay in memory.
 */

import type { Message } from '../message.ts';
import type { Lexicons } from '../text/words/lexicon.ts';

/** Default, in bytes. */
export const defaultMemoryBudget = 1024 * 2 ** 20;
/** Segments below this share of the budget are merged further before they are spilled. */
const minSpillShare = 1 / 64;
/** A merge holds its sources and its result in memory, so together they may take at most this share. */
const maxMergeShare = 1 / 4;
/** A floor, since a budget of zero would prevent all merges. */
const mergeFloorBytes = 4 * 1024 * 1024;

/** Usage of the budget. */
export interface MemoryUse {
  readonly budgetBytes: number;
  /** Held in memory by the indexes, strings included. */
  readonly usedBytes: number;
  /** Posting lists on disk. */
  readonly spilledBytes: number;
  /** Why postings could not be spilled; undefined if they could. */
  readonly problem: string | undefined;
}

export class MemoryBudget {
  /** Bytes. Takes effect with the next change of an index. */
  limit: number;
  /** Set if postings could not be spilled. */
  problem: string | undefined;
  readonly #lexicons: Lexicons;
  readonly #usage = new Map<object, { readonly memory: number; readonly spilled: number }>();

  constructor(limit: number, lexicons: Lexicons) {
    this.limit = limit;
    this.#lexicons = lexicons;
  }

  /** Records what an index holds, in bytes; forgets the index if both are 0. */
  record(index: object, memory: number, spilled: number): void {
    if (memory + spilled === 0) this.#usage.delete(index);
    else this.#usage.set(index, { memory, spilled });
  }

  use(): MemoryUse {
    const { terms, keys, titles } = this.#lexicons;
    let usedBytes = terms.bytes + keys.bytes + titles.bytes;
    let spilledBytes = 0;
    for (const { memory, spilled } of this.#usage.values()) {
      usedBytes += memory;
      spilledBytes += spilled;
    }
    return { budgetBytes: this.limit, usedBytes, spilledBytes, problem: this.problem };
  }

  /** Size in bytes from which a segment is worth a file of its own. */
  get minSpillBytes(): number {
    return this.limit * minSpillShare;
  }

  get maxMergeBytes(): number {
    return Math.max(mergeFloorBytes, this.limit * maxMergeShare);
  }
}

/** What to say if the budget is exceeded: the limit, and what follows from it. */
export function overBudget(budget: MemoryBudget | undefined): readonly Message[] | undefined {
  if (budget === undefined) return undefined;
  const { budgetBytes, usedBytes, spilledBytes, problem } = budget.use();
  // Called with every report, and formatting the first number takes some 10 ms.
  if (problem === undefined && spilledBytes === 0) return undefined;
  const megabytes = (bytes: number): string => Math.ceil(bytes / 2 ** 20).toLocaleString('en');
  const limit = megabytes(budgetBytes);
  if (problem !== undefined) return [{ code: 'overBudget', arguments: [megabytes(usedBytes), limit, problem] }];
  const onDisk = { code: 'readFromDisk', arguments: [limit, megabytes(spilledBytes)] };
  return usedBytes > budgetBytes ? [onDisk, { code: 'mustStay', arguments: [megabytes(usedBytes)] }] : [onDisk];
}
