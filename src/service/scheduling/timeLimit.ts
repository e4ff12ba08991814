import vm from 'node:vm';

/** Thrown when a synchronous run exceeded its time limit. */
export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError';
}

const slot = Symbol.for('meshrag.runWithin');
const script = new vm.Script("globalThis[Symbol.for('meshrag.runWithin')]()");

/**
 * Runs synchronous code and interrupts it, even inside a regular expression, after `limitMs`; then throws `TimeLimitError`. Interrupted
 * code runs no `finally`, so it must not hold anything that only it could release.
 *
 * Costs about 0.2 ms for the watchdog thread, so combine many short runs into one. Not reentrant.
 */
export function runWithin<T>(limitMs: number, run: () => T): T {
  const slots = globalThis as { [slot]?: () => void };
  let result: { readonly value: T } | undefined;
  slots[slot] = () => {
    result = { value: run() };
  };
  try {
    script.runInThisContext({ timeout: Math.max(1, Math.ceil(limitMs)) });
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw new TimeLimitError(`it took over ${limitMs} ms`);
    throw error;
  } finally {
    delete slots[slot];
  }
  return (result as { readonly value: T }).value;
}
