// Limits of time that hold on a busy machine: other work makes one measurement longer, code that is too slow makes all of them long.
import * as assert from 'node:assert/strict';

const tries = 3;

/** CPU time that some work takes in this process, in milliseconds. */
export async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage().user;
  await work();
  return (process.cpuUsage().user - before) / 1000;
}

/** Fails where what is measured, in milliseconds, is `mostMs` or more each time. */
export async function assertUnder(mostMs: number, what: string, measure: () => Promise<number>): Promise<void> {
  const seen: number[] = [];
  while (seen.length < tries) {
    seen.push(await measure());
    if ((seen.at(-1) as number) < mostMs) return;
  }
  assert.fail(`${what}: ${seen.map(Math.round).join(', ')} ms, where less than ${mostMs} are wanted`);
}
