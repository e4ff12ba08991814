/** Housekeeping of a folder's index after a change, while idle: merges segments and saves the index. */

/** How long after the last change the index is saved, in milliseconds; changes stop postponing it after `maxUnsavedMs`. */
const saveAfterMs = 60_000;
const maxUnsavedMs = 10 * 60_000;
/** How long after the last save segments are merged, in milliseconds. */
const mergeAfterMs = 500;

export interface MaintenanceWork {
  /** Saves the index as a whole if much of it has changed. */
  readonly save: () => Promise<void>;
  readonly merge: () => Promise<void>;
}

export class Maintenance {
  readonly #work: MaintenanceWork;
  #saveTimer: NodeJS.Timeout | undefined;
  #mergeTimer: NodeJS.Timeout | undefined;
  #savedMs = performance.now();

  /** Its timers do not keep the process alive. */
  constructor(work: MaintenanceWork) {
    this.#work = work;
  }

  /** Saves once nothing has changed for a while; a file that changes all the time does not postpone it forever. */
  saveSoon(): void {
    if (this.#saveTimer !== undefined && performance.now() - this.#savedMs > maxUnsavedMs) return;
    clearTimeout(this.#saveTimer);
    this.#saveTimer = setTimeout(() => {
      this.#saveTimer = undefined;
      this.#savedMs = performance.now();
      this.#work.save().catch(() => undefined);
    }, saveAfterMs).unref();
  }

  /** Merges segments once nothing has changed for a moment. A cancelled merge starts over with the next change. */
  mergeSoon(): void {
    clearTimeout(this.#mergeTimer);
    this.#mergeTimer = setTimeout(() => this.#work.merge().catch(() => undefined), mergeAfterMs).unref();
  }

  /** Stops all timers until the next change. */
  stop(): void {
    clearTimeout(this.#mergeTimer);
    clearTimeout(this.#saveTimer);
    this.#saveTimer = undefined;
  }
}
