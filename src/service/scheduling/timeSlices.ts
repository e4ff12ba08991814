/** Lets long work share the thread: questions are answered between its slices, and the next slice waits while one is being answered. */

import type { Yield } from '../../engine/util/steps.ts';

/** How long work may hold the thread, in milliseconds; a question is delayed by at most that much. */
export const sliceMs = 20;

/** Starts a slice; returns a test whether it is over. */
export function sliceEnd(): () => boolean {
  const end = performance.now() + sliceMs;
  return () => performance.now() > end;
}

/** Turns of the event loop between slices; each takes in one message. */
const turnsBetweenSlices = 16;
/** Maximum time that work waits for questions, so that it makes progress under load. Milliseconds. */
const maxWaitMs = 100;

/** Schedules background work in slices; paused by the user. */
export class TimeSlices {
  #resumed: Promise<void> | undefined;
  #resume: (() => void) | undefined;
  /** Number of questions being answered. */
  #questions = 0;
  /** Called when it drops to 0. */
  #waiting: (() => void)[] = [];

  get isPaused(): boolean {
    return this.#resumed !== undefined;
  }

  pause(): void {
    this.#resumed ??= new Promise((resolve) => {
      this.#resume = resolve;
    });
  }

  resume(): void {
    this.#resume?.();
    this.#resumed = undefined;
    this.#resume = undefined;
  }

  /** Whether a question is being answered. */
  get isAnswering(): boolean {
    return this.#questions > 0;
  }

  /** Answers a question ahead of background work. */
  async answer<T>(question: () => Promise<T>): Promise<T> {
    this.#questions++;
    try {
      return await question();
    } finally {
      this.#questions--;
      if (!this.isAnswering) for (const next of this.#waiting.splice(0)) next();
    }
  }

  /**
   * Call between slices: lets other callbacks and current questions finish, then waits while paused. Throws the signal's reason when
   * aborted.
   */
  async yieldThread(signal: AbortSignal): Promise<void> {
    for (let turn = 0; turn < turnsBetweenSlices; turn++) await yieldToEventLoop(signal);
    if (this.isAnswering) await this.#untilAnswered(signal);
    while (this.#resumed !== undefined) {
      await untilAborted(this.#resumed, signal);
      signal.throwIfAborted();
    }
  }

  #untilAnswered(signal: AbortSignal): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const answered = new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
      timer = setTimeout(resolve, maxWaitMs);
    });
    return untilAborted(answered, signal).finally(() => clearTimeout(timer));
  }
}

/** Yields at the end of each time slice, and has nothing to await in between. Call it between steps. */
export function yieldInSlices(yieldThread: Yield): Yield {
  let end = performance.now() + sliceMs;
  async function yieldNow(): Promise<void> {
    await yieldThread();
    end = performance.now() + sliceMs;
  }
  return () => (performance.now() < end ? undefined : yieldNow());
}

/** Yields to the event loop once. Throws the signal's reason when aborted. */
export async function yieldToEventLoop(signal?: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve));
  signal?.throwIfAborted();
}

/** The promise, or a rejection with the signal's reason as soon as it is aborted. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise<T>((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    // Also handled if it settles too late: otherwise it would be an unhandled rejection.
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Resolves after this many milliseconds; rejects with the signal's reason when aborted. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const slept = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  return untilAborted(slept, signal).finally(() => clearTimeout(timer));
}
