/** What the runs of a model over many things have in common: one request for each, a few at a time, until the first error. */

/** Requests at a time, which most endpoints allow. */
const parallel = 4;

export interface RunOptions<Counts> {
  /** Max things to ask about. */
  readonly limit?: number;
  /** The run ends before more tokens are sent. */
  readonly maxTokens?: number;
  readonly signal?: AbortSignal;
  /** After each thing. */
  readonly onProgress?: (counts: Counts) => void;
}

/** What a run may send that was estimated to send so many tokens: estimates err, and a request may be repeated. */
export function toleratedTokens(estimated: number): number {
  return Math.ceil(1.1 * estimated);
}

/** What ends a run that would send more tokens than it may. */
export class OverEstimate extends Error {
  override readonly name = 'OverEstimate';
  readonly maxTokens: number;

  constructor(maxTokens: number) {
    super(`The run would send more than ${maxTokens} tokens`);
    this.maxTokens = maxTokens;
  }
}

/** How a run ended. */
export interface RunEnd {
  /** What ended it early: an error of the model or of the records. */
  readonly failure?: unknown;
  /** Whether the signal did. */
  readonly isPaused: boolean;
}

/** What is known of the things asked about, by one model and prompt. */
export interface RunRecords<T> {
  /** `null` if the model had nothing usable to say, `undefined` if it was not asked. */
  get(key: string): T | null | undefined;
  /** Keeps it at once. Throws if it cannot. */
  keep(key: string, value: T | null): void;
}

/**
 * Works off the items until `isOver`: one after the other until the model was asked, so that what fails for all fails once, then several at a
 * time. `work` returns whether it asked; after an error in it no item is begun.
 */
export async function workOff<T>(items: Iterable<T>, isOver: () => boolean, work: (item: T) => Promise<boolean>): Promise<void> {
  const waiting = items[Symbol.iterator]();
  let hasFailed = false;
  const next = async (isFirst: boolean): Promise<void> => {
    while (!hasFailed && !isOver()) {
      const { done, value } = waiting.next();
      if (done) return;
      try {
        if ((await work(value)) && isFirst) return;
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  await next(true);
  await Promise.all(Array.from({ length: parallel }, () => next(false)));
}

/** Whether the model cannot read so much. By name, since the client may be a bundle of its own. */
export function isOverflow(error: unknown): boolean {
  return error instanceof Error && error.name === 'ContextOverflow';
}
