// Runs the steps of a check, each in its own processes with a time limit, and sums their counts.
import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import { isPermitted } from './permittedSkips.js';
import { root } from './pinnedNode.js';

/** @typedef {{ test: string, reason: string }} SkippedTest */
/**
 * `failing`: test files with a failure; `flaky`: those that passed only when they were run again.
 * @typedef {{ passed: number, failed: number, skipped: number, skips?: SkippedTest[], failing?: string[], flaky?: string[] }} Counts
 */

/**
 * @typedef {object} Step
 * @property {string} name as on the command line
 * @property {string} what one line for the terminal
 * @property {string} [after] a step of another list that has to have ended, if it is part of the run
 * @property {() => Promise<Counts>} run a rejection counts as one failure, a Skip as one skipped
 */

/**
 * CPU time of the commands that the current step has run, in seconds.
 * @type {AsyncLocalStorage<{ cpu: number }>}
 */
const used = new AsyncLocalStorage();
/** Of all commands that have ended, in seconds. */
let counted = 0;
/** Flaky test files that a run may have: a race that is seen more often is a defect. */
export const flakyPermitted = 2;

/** Thrown by a step that this machine cannot run; the message gives the reason. */
export class Skip extends Error {}

/**
 * Runs the steps of each list in turn, and the lists at the same time. Prints each step's result, then every flaky test file and every skip
 * with its reason (one that is not permitted, or a third flaky file, counts as a failure), and the totals as the very last line. Resolves to
 * the exit code.
 * @param {...Step[]} lists
 * @returns {Promise<number>}
 */
export async function runSteps(...lists) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  let flaky = 0;
  /** @type {string[]} */
  const notes = [];
  /** @type {Map<string, PromiseWithResolvers<void>>} */
  const ends = new Map(lists.flat().map(({ name }) => [name, Promise.withResolvers()]));
  const runAll = async (/** @type {Step[]} */ steps) => {
    for (const step of steps) {
      await ends.get(step.after ?? '')?.promise;
      console.log(`\n=== ${step.name}: ${step.what}`);
      const startedMs = Date.now();
      const meter = { cpu: 0 };
      const { counts, note } = await used.run(meter, () => runStep(step));
      ends.get(step.name)?.resolve();
      total.passed += counts.passed;
      total.failed += counts.failed;
      total.skipped += counts.skipped;
      console.log(`--- ${step.name}: ${summary(counts)} (${((Date.now() - startedMs) / 1000).toFixed(1)} s${cpuText(meter.cpu)})`);
      if (note) notes.push(`${step.name}: ${note}`);
      else if (counts.failed > 0) notes.push(`${step.name}: ${counts.failed} failed`);
      for (const file of counts.flaky ?? []) {
        const permitted = ++flaky <= flakyPermitted;
        if (!permitted) total.failed++;
        notes.push(`${step.name}: flaky: ${file} failed, and passed when it was run again${permitted ? '' : ', which is one too many'}`);
      }
      for (const { test, reason } of counts.skips ?? []) {
        const permitted = isPermitted(reason);
        if (!permitted) total.failed++;
        notes.push(`${step.name}: skipped ${test}: ${reason || 'no reason'}${permitted ? '' : ', which is not permitted on this machine'}`);
      }
    }
  };
  const startedMs = Date.now();
  await Promise.all(lists.map(runAll));
  notes.push(`${((Date.now() - startedMs) / 1000).toFixed(0)} s${cpuText(childrenCpu())}, load ${os.loadavg()[0]?.toFixed(1)}`);
  console.log(`\n${notes.join('\n')}\n${summary(total)}`);
  return total.failed > 0 ? 1 : 0;
}

/**
 * CPU time in seconds of the processes that this one has started and that have ended; 0 where the system does not say (it does on Linux).
 * What a test ends by force, such as VS Code's server, is not waited for and so not counted.
 */
function childrenCpu() {
  try {
    const [, after = ''] = fs.readFileSync('/proc/self/stat', 'utf8').split(') ');
    const [user, system] = after.split(' ').slice(13, 15).map(Number);
    return ((user ?? 0) + (system ?? 0)) / 100;
  } catch {
    return 0;
  }
}

/** @param {number} seconds */
function cpuText(seconds) {
  return seconds > 0 ? `, at least ${Math.round(seconds)} s of CPU` : '';
}

/**
 * @param {Step} step
 * @returns {Promise<{ counts: Counts, note?: string }>}
 */
async function runStep(step) {
  try {
    return { counts: await step.run() };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    console.log(message);
    if (error instanceof Skip) return { counts: { passed: 0, failed: 0, skipped: 1 }, note: `skipped, ${message}` };
    return { counts: { passed: 0, failed: 1, skipped: 0 }, note: `failed, ${message}` };
  }
}

/** @param {Counts} counts */
function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * Runs `command`, showing its output; resolves to its exit code, or to undefined if it was killed after `timeoutMs`. It gets its own
 * process group, whose processes all end with it.
 * @param {string} command
 * @param {string[]} args
 * @param {{ timeoutMs: number, env?: Record<string, string> }} options
 * @returns {Promise<number | undefined>}
 */
export function run(command, args, { timeoutMs, env = {} }) {
  return new Promise((resolve, reject) => {
    const grouped = process.platform !== 'win32';
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', detached: grouped, env: { ...process.env, ...env } });
    let timedOut = false;
    const end = () => {
      try {
        if (grouped && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
        else child.kill('SIGKILL');
      } catch {
        // The group has ended already.
      }
    };
    const interrupted = () => process.exit(130);
    process.on('exit', end);
    process.on('SIGINT', interrupted);
    process.on('SIGTERM', interrupted);
    const timer = setTimeout(() => {
      timedOut = true;
      end();
    }, timeoutMs);
    child.on('error', reject);
    child.on('exit', (code) => {
      const now = childrenCpu();
      const meter = used.getStore();
      if (meter !== undefined) meter.cpu += now - counted;
      counted = now;
      clearTimeout(timer);
      process.off('SIGINT', interrupted);
      process.off('SIGTERM', interrupted);
      process.off('exit', end);
      end();
      resolve(timedOut ? undefined : (code ?? 1));
    });
  });
}
