// Time limits that hold on a busy machine: other work slows down single measurements, slow code all of them.
import * as assert from 'node:assert/strict';

const tries = 3;

/** CPU time of some work in this process, in milliseconds. */
export async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage().user;
  await work();
  return (process.cpuUsage().user - before) / 1000;
}

/** Fails if every measurement, in milliseconds, is `maxMs` or more. */
export async function assertUnder(maxMs: number, what: string, measure: () => Promise<number>): Promise<void> {
  const seen: number[] = [];
  while (seen.length < tries) {
    seen.push(await measure());
    if ((seen.at(-1) as number) < maxMs) return;
  }
  assert.fail(`${what}: ${seen.map(Math.round).join(', ')} ms, where less than ${maxMs} is required`);
}
