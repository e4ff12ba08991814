/** What one update looks at: the named files, or everything. */
export interface UpdateWork {
  /** Relative to the folder. */
  readonly paths: ReadonlySet<string>;
  readonly everything: boolean;
}

/**
 * Runs updates of one folder one after the other. Requests that come while one runs are put together into the next.
 */
export class UpdateQueue {
  readonly #run: (work: UpdateWork) => Promise<void>;
  #waiting: { paths: Set<string>; everything: boolean; readonly done: Promise<void> } | undefined;
  #last: Promise<void> = Promise.resolve();
  #running = 0;

  constructor(run: (work: UpdateWork) => Promise<void>) {
    this.#run = run;
  }

  get isBusy(): boolean {
    return this.#running > 0;
  }

  /** Resolves when the named files (or everything, without names) have been looked at after this call. */
  request(paths?: Iterable<string>): Promise<void> {
    this.#waiting ??= { paths: new Set(), everything: false, done: this.#enqueue() };
    if (paths === undefined) this.#waiting.everything = true;
    else for (const path of paths) this.#waiting.paths.add(path);
    return this.#waiting.done;
  }

  /** Resolves when nothing runs or waits; never rejects. */
  async idle(): Promise<void> {
    while (this.#running > 0) await this.#last.catch(() => undefined);
  }

  #enqueue(): Promise<void> {
    this.#running++;
    const run = this.#last
      .catch(() => undefined)
      .then(async () => {
        const work = this.#waiting as UpdateWork;
        this.#waiting = undefined;
        await this.#run(work);
      })
      .finally(() => {
        this.#running--;
      });
    this.#last = run;
    return run;
  }
}
