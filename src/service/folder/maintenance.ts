/** What is done for the index of a folder after a change, when nobody waits: segments are merged, and the store is tidied. */

/** How long after the last change the store is tidied, in milliseconds; a change that comes so long after the last time does not put it off. */
const tidyAfterMs = 60_000;
const longestUntidyMs = 10 * 60_000;
/** How long after the last save segments are merged, in milliseconds. */
const mergeAfterMs = 500;

export interface UpkeepWork {
  /** Drops from the store what no file has any more. */
  readonly tidy: () => void;
  /** Makes anew what the store has and is mostly of no use any more. */
  readonly renew: () => Promise<void>;
  readonly merge: () => Promise<void>;
}

export class Upkeep {
  readonly #work: UpkeepWork;
  #tidyTimer: NodeJS.Timeout | undefined;
  #mergeTimer: NodeJS.Timeout | undefined;
  #isUntidy = false;
  #tidiedMs = performance.now();

  /** Its timers keep no process alive. */
  constructor(work: UpkeepWork) {
    this.#work = work;
  }

  /** A batch was applied; `hasChanged` where documents may be left that no file has any more. */
  hasApplied(hasChanged: boolean): void {
    this.#isUntidy ||= hasChanged;
    if (!this.#isUntidy) return;
    // Where some file changes all the time it is tidied all the same.
    if (this.#tidyTimer !== undefined && performance.now() - this.#tidiedMs > longestUntidyMs) return;
    clearTimeout(this.#tidyTimer);
    this.#tidyTimer = setTimeout(() => this.#tidyAtLeisure(), tidyAfterMs).unref();
  }

  /** Merges segments when nothing has changed for a moment. A merge that is ended is begun again by the next change. */
  mergeSoon(): void {
    clearTimeout(this.#mergeTimer);
    this.#mergeTimer = setTimeout(() => this.#work.merge().catch(() => undefined), mergeAfterMs).unref();
  }

  /** Tidies now, where there may be anything to tidy. */
  tidy(): void {
    if (this.#isUntidy) this.#work.tidy();
    this.#isUntidy = false;
  }

  /** Does nothing any more of its own accord until the next change. */
  stop(): void {
    clearTimeout(this.#mergeTimer);
    clearTimeout(this.#tidyTimer);
    this.#tidyTimer = undefined;
  }

  /** With what takes longer. A renewal that is ended is begun again after the next change. */
  #tidyAtLeisure(): void {
    this.#tidyTimer = undefined;
    this.#tidiedMs = performance.now();
    this.tidy();
    this.#work.renew().catch(() => undefined);
  }
}
