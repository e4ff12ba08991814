/**
 * Long work in steps: a generator that yields nothing but occasions to stop. Core knows no clock; its callers decide how long a slice of
 * the work may take.
 */

export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Gives something to wait for where other work is to run now. To be asked between steps. */
export type Pause = () => Promise<void> | undefined;

/** Does all of the work at once. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Does the work with pauses between its steps. Rejects with what a pause rejects with. */
export async function finishWith<Result>(steps: Steps<Result>, pause: Pause): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    const paused = pause();
    if (paused !== undefined) await paused;
  }
}
