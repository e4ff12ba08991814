import { setTimeout as sleep } from 'node:timers/promises';

/** How long a test waits: ten times what the slowest machine has needed, since only a failure takes that long. */
export const patienceMs = 60_000;

/** Repeats `attempt` until it returns something but false; after `timeoutMs` throws, naming what was awaited. */
export async function until<T>(
  what: string,
  attempt: () => Promise<T | false | undefined> | T | false | undefined,
  timeoutMs = patienceMs,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const result = await attempt();
    if (result !== undefined && result !== false) return result;
    if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs / 1000} s in vain for ${what}`);
    await sleep(50);
  }
}
