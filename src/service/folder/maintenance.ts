/** Housekeeping of a folder's index after a change, while idle: merges segments and tidies the store. */

/** How long after the last change the store is tidied, in milliseconds; changes stop postponing it after `maxUntidyMs`. */
const tidyAfterMs = 60_000;
const maxUntidyMs = 10 * 60_000;
/** How long after the last save segments are merged, in milliseconds. */
const mergeAfterMs = 500;

export interface MaintenanceWork {
  /** Drops from the store what no file refers to any more. `isComplete` if all files are known. */
  readonly tidy: (isComplete: boolean) => void;
  /** Renews the parts of the store that are mostly unused. */
  readonly renew: () => Promise<void>;
  readonly merge: () => Promise<void>;
}

export class Maintenance {
  readonly #work: MaintenanceWork;
  #tidyTimer: NodeJS.Timeout | undefined;
  #mergeTimer: NodeJS.Timeout | undefined;
  #isUntidy = false;
  #tidiedMs = performance.now();

  /** Its timers do not keep the process alive. */
  constructor(work: MaintenanceWork) {
    this.#work = work;
  }

  /** A batch was applied; `hasChanged` if documents may have lost their last file. */
  hasApplied(hasChanged: boolean): void {
    this.#isUntidy ||= hasChanged;
    if (!this.#isUntidy) return;
    // A file that changes all the time must not postpone it forever.
    if (this.#tidyTimer !== undefined && performance.now() - this.#tidiedMs > maxUntidyMs) return;
    clearTimeout(this.#tidyTimer);
    this.#tidyTimer = setTimeout(() => this.#tidyAtLeisure(), tidyAfterMs).unref();
  }

  /** Merges segments once nothing has changed for a moment. A cancelled merge starts over with the next change. */
  mergeSoon(): void {
    clearTimeout(this.#mergeTimer);
    this.#mergeTimer = setTimeout(() => this.#work.merge().catch(() => undefined), mergeAfterMs).unref();
  }

  /** Tidies now, if there may be anything to tidy. `isComplete` if all files are known to be. */
  tidy(isComplete = false): void {
    if (this.#isUntidy) this.#work.tidy(isComplete);
    this.#isUntidy = false;
  }

  /** Stops all timers until the next change. */
  stop(): void {
    clearTimeout(this.#mergeTimer);
    clearTimeout(this.#tidyTimer);
    this.#tidyTimer = undefined;
  }

  /** Including the slower steps. A cancelled renewal starts over after the next change. */
  #tidyAtLeisure(): void {
    this.#tidyTimer = undefined;
    this.#tidiedMs = performance.now();
    this.tidy();
    this.#work.renew().catch(() => undefined);
  }
}
