/**
 * Lets long work share the thread: questions are answered between two slices of it, and while one is being answered the next slice waits.
 */

/** How long work may hold the thread, in milliseconds. A question that comes meanwhile waits at most that much longer. */
export const sliceMs = 20;

/** A slice that begins now: whether it is over. */
export function sliceEnd(): () => boolean {
  const end = performance.now() + sliceMs;
  return () => performance.now() > end;
}

/** Before the next slice so many messages are taken in, of which a turn of the event loop takes one. */
const turnsBetweenSlices = 16;
/** Work waits no longer than this for questions, so that it goes on however many there are. Milliseconds. */
const maxWaitMs = 100;

/** A gate that work passes between its slices; closed while the user has paused. */
export class Gate {
  #opened: Promise<void> | undefined;
  #open: (() => void) | undefined;
  /** Questions that are being answered. */
  #questions = 0;
  /** Called when there are none. */
  #waiting: (() => void)[] = [];

  get isClosed(): boolean {
    return this.#opened !== undefined;
  }

  close(): void {
    this.#opened ??= new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  open(): void {
    this.#open?.();
    this.#opened = undefined;
    this.#open = undefined;
  }

  /** Whether a question is being answered. */
  get isAnswering(): boolean {
    return this.#questions > 0;
  }

  /** Answers a question before the work that passes. */
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
   * Lets everything else that waits for the thread run, and the questions that are being answered, then waits until the gate is open. Throws the
   * signal's reason when it fires.
   */
  async pass(signal: AbortSignal): Promise<void> {
    for (let turn = 0; turn < turnsBetweenSlices; turn++) await giveTurn(signal);
    if (this.isAnswering) await this.#untilAnswered(signal);
    while (this.#opened !== undefined) {
      await untilAborted(this.#opened, signal);
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

/** Calls `pass` whenever a slice of time is over, and gives nothing to wait for in between. To be asked between steps. */
export function inSlices(pass: () => Promise<void>): () => Promise<void> | undefined {
  let end = performance.now() + sliceMs;
  return () => {
    if (performance.now() < end) return undefined;
    return pass().then(() => {
      end = performance.now() + sliceMs;
    });
  };
}

/** Lets everything else that waits for the thread run. Throws the signal's reason when it fires. */
export async function giveTurn(signal?: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve));
  signal?.throwIfAborted();
}

/** The promise, or a rejection with the signal's reason as soon as it fires. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise<T>((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    // Also listened to where it comes too late: else its failure would be nobody's.
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Resolves after so many milliseconds; rejects with the signal's reason as soon as it fires. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const slept = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  return untilAborted(slept, signal).finally(() => clearTimeout(timer));
}
