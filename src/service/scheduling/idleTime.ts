/** Tells when a service has had nothing to do for a while, so that what can wait does not stand in anyone's way. */

/** How long nothing must have been asked or changed, in milliseconds. */
const quietMs = 100;

export class IdleTime {
  #running = 0;
  #lastMs = performance.now();

  /** Does something that somebody waits for. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#running++;
    try {
      return await work();
    } finally {
      this.#running--;
      this.#lastMs = performance.now();
    }
  }

  get isNow(): boolean {
    return this.#running === 0 && performance.now() - this.#lastMs >= quietMs;
  }

  /** Resolves when nothing has been done for a while; keeps no process alive. */
  async begin(): Promise<void> {
    do {
      await new Promise<void>((resolve) => {
        setTimeout(resolve, quietMs).unref();
      });
    } while (!this.isNow);
  }
}
