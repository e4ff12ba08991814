import { setTimeout as sleep } from 'node:timers/promises';

/** Asks `attempt` again and again until it returns something; after `timeoutMs` throws, naming what was waited for. */
export async function until<T>(what: string, timeoutMs: number, attempt: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const result = await attempt();
    if (result !== undefined) return result;
    if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs / 1000} s in vain for ${what}`);
    await sleep(100);
  }
}
