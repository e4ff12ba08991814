/**
 * Long work in steps: a generator whose yields are occasions to pause. The engine has no clock; callers decide the length of a time slice.
 */

export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Returns a promise to await if other work should run now. Called between steps. */
export type Pause = () => Promise<void> | undefined;

/** Runs all steps at once. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Runs the steps with pauses in between. Rejects if a pause rejects. */
export async function finishWith<Result>(steps: Steps<Result>, pause: Pause): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    const paused = pause();
    if (paused !== undefined) await paused;
  }
}
