/** What is done for the index of a folder after a change, when nobody waits: segments are merged, and the store is tidied. */

/** How long after the last change the store is tidied, in milliseconds. */
const tidyAfterMs = 60_000;
/** How long after the last save segments are merged, in milliseconds. */
const mergeAfterMs = 500;

export interface UpkeepWork {
  /** Drops from the store what no file has any more. */
  readonly tidy: () => void;
  readonly merge: () => Promise<void>;
}

export class Upkeep {
  readonly #work: UpkeepWork;
  #tidyTimer: NodeJS.Timeout | undefined;
  #mergeTimer: NodeJS.Timeout | undefined;
  #isUntidy = false;

  /** Its timers keep no process alive. */
  constructor(work: UpkeepWork) {
    this.#work = work;
  }

  /** A batch was applied; `hasChanged` where documents may be left that no file has any more. */
  hasApplied(hasChanged: boolean): void {
    this.#isUntidy ||= hasChanged;
    if (!this.#isUntidy) return;
    clearTimeout(this.#tidyTimer);
    this.#tidyTimer = setTimeout(() => this.tidy(), tidyAfterMs).unref();
  }

  /** Merges segments when nothing has changed for a moment. A merge that is ended is begun again by the next change. */
  mergeSoon(): void {
    clearTimeout(this.#mergeTimer);
    this.#mergeTimer = setTimeout(() => this.#work.merge().catch(() => undefined), mergeAfterMs).unref();
  }

  /** Tidies now, where there may be anything to tidy. */
  tidy(): void {
    clearTimeout(this.#tidyTimer);
    if (this.#isUntidy) this.#work.tidy();
    this.#isUntidy = false;
  }

  /** Merges nothing any more until it is told to. */
  stopMerging(): void {
    clearTimeout(this.#mergeTimer);
  }
}
