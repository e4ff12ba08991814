// Time limits that hold on a busy machine: other work slows down single measurements, slow code all of them.
import * as assert from 'node:assert/strict';

const tries = 3;
/** Of linear work twice as much takes twice as long, of quadratic work four times. A ratio under the second one needs no further run. */
const [maxRatio, clearRatio] = [3, 2.4];
/** In milliseconds: below it, work of any order is quick enough, and too quick to compare. */
const comparableMs = 50;

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

/** Fails if `size` takes more than three times as long as half of it: the CPU time of the quickest of several runs, which other work cannot change. */
export async function assertLinear(what: string, size: number, work: (size: number) => unknown): Promise<void> {
  let [whole, half] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let run = 1; run <= 2 * tries; run++) {
    whole = Math.min(whole, await cpuMs(() => work(size)));
    if (whole < comparableMs) return;
    half = Math.min(half, await cpuMs(() => work(size / 2)));
    if (whole <= (run < tries ? clearRatio : maxRatio) * half) return;
  }
  assert.fail(`${what}: ${Math.round(whole)} ms of CPU time for ${size}, ${Math.round(half)} ms for half of it`);
}
