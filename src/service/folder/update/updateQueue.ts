/** The scope of one update: the given files, or everything. */
export interface UpdateWork {
  /** Relative to the folder. */
  readonly paths: ReadonlySet<string>;
  readonly everything: boolean;
}

/** Runs the updates of one folder in sequence. Requests that arrive during one are merged into the next. */
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

  /** Resolves when the given files (or everything) have been checked after this call. */
  request(paths?: Iterable<string>): Promise<void> {
    this.#waiting ??= { paths: new Set(), everything: false, done: this.#enqueue() };
    if (paths === undefined) this.#waiting.everything = true;
    else for (const path of paths) this.#waiting.paths.add(path);
    return this.#waiting.done;
  }

  /** Resolves when nothing is running or queued; never rejects. */
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
