/** Detects when a service has been idle for a while, so that deferrable work gets in nobody's way. */

/** How long the service must be idle, in milliseconds. */
const quietMs = 100;

export class IdleTime {
  #running = 0;
  #lastMs = performance.now();

  /** Runs foreground work. */
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

  /** Resolves when the service has been idle for a while; does not keep the process alive. */
  async begin(): Promise<void> {
    do {
      await new Promise<void>((resolve) => {
        setTimeout(resolve, quietMs).unref();
      });
    } while (!this.isNow);
  }
}
