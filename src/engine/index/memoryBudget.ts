/**
 * How much memory the indexes of a process may take. Beyond it the postings of the largest segments lie on disk (`spilledSegment.ts`) and
 * are read when asked for: questions take longer and are answered the same. Strings, paths and what is kept of each chunk stay in memory.
 */

import type { Lexicons } from '../text/words/lexicon.ts';

/** Bytes, where nothing else is said. */
export const defaultMemoryBudget = 1024 * 2 ** 20;
/** Segments below this share of the budget are merged further before they go to disk. */
const smallestShare = 1 / 64;
/** A merge holds its sources and its result at once, so they may take no more than this share together. */
const largestMergeShare = 1 / 4;
/** A budget of nothing would never merge anything. */
const minMergeBytes = 4 * 1024 * 1024;

/** What of the budget is used. */
export interface MemoryUse {
  readonly budgetBytes: number;
  /** What the indexes hold in memory, strings included. */
  readonly usedBytes: number;
  /** Postings that lie on disk. */
  readonly spilledBytes: number;
  /** Why postings could not be put on disk; undefined where they could. */
  readonly problem: string | undefined;
}

export class MemoryBudget {
  /** Bytes. Takes effect with the next change of an index. */
  limit: number;
  /** Set when postings could not be put on disk. */
  problem: string | undefined;
  readonly #lexicons: Lexicons;
  readonly #held = new Map<object, { readonly memory: number; readonly spilled: number }>();

  constructor(limit: number, lexicons: Lexicons) {
    this.limit = limit;
    this.#lexicons = lexicons;
  }

  /** Notes what an index holds; nothing any more where both are 0. */
  note(index: object, memory: number, spilled: number): void {
    if (memory + spilled === 0) this.#held.delete(index);
    else this.#held.set(index, { memory, spilled });
  }

  use(): MemoryUse {
    const { terms, keys, titles } = this.#lexicons;
    let usedBytes = terms.bytes + keys.bytes + titles.bytes;
    let spilledBytes = 0;
    for (const { memory, spilled } of this.#held.values()) {
      usedBytes += memory;
      spilledBytes += spilled;
    }
    return { budgetBytes: this.limit, usedBytes, spilledBytes, problem: this.problem };
  }

  /** Bytes of the smallest segment that is worth a file. */
  get smallestSpill(): number {
    return this.limit * smallestShare;
  }

  get largestMerge(): number {
    return Math.max(minMergeBytes, this.limit * largestMergeShare);
  }
}

/** One sentence where a budget does not suffice, which limit applies and what follows from it. */
export function overBudget(budget: MemoryBudget | undefined): string | undefined {
  if (budget === undefined) return undefined;
  const { budgetBytes, usedBytes, spilledBytes, problem } = budget.use();
  // Asked with every report, and the first number that is written for people costs some ten milliseconds.
  if (problem === undefined && spilledBytes === 0) return undefined;
  const megabytes = (bytes: number): string => Math.ceil(bytes / 2 ** 20).toLocaleString('en');
  const limit = `the memory budget of ${megabytes(budgetBytes)} MB`;
  if (problem !== undefined)
    return `The index takes ${megabytes(usedBytes)} MB, more than ${limit}, and could not be put on disk: ${problem}`;
  const rest = usedBytes > budgetBytes ? ` ${megabytes(usedBytes)} MB of names and places must stay in memory.` : '';
  return `The index is larger than ${limit}: ${megabytes(spilledBytes)} MB of it are read from disk, so questions may take longer.${rest}`;
}
