/** Long work that shares its thread. The engine has no clock: callers decide the length of a time slice. */

/** Work in steps. Each `yield` is an occasion to yield the thread. */
export type Steps<Result> = Generator<void, Result>;

/**
 * Yields the thread: returns a promise to await if other work should run now. Long work calls it between steps or slices, under the name
 * `yieldThread`. The promise may be rejected, so that the work ends: with an aborted signal's reason.
 */
export type Yield = () => Promise<void> | undefined;

/** Runs all steps at once. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Runs the steps, and yields the thread in between. Rejects if `yieldThread` does; the steps are closed then. */
export async function finishYielding<Result>(steps: Steps<Result>, yieldThread: Yield): Promise<Result> {
  try {
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
      const yielded = yieldThread();
      if (yielded !== undefined) await yielded;
    }
  } finally {
    steps.return(undefined as Result);
  }
}
