// Runs the steps of a check one after the other, each in its own processes with a time limit, and sums their counts.
import { spawn } from 'node:child_process';
import { root } from './pinnedNode.js';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * @typedef {object} Step
 * @property {string} name as on the command line
 * @property {string} what one line for the terminal
 * @property {() => Promise<Counts>} run a rejection counts as one failure, a Skip as one skipped
 */

/** Thrown by a step that this machine cannot run; the message gives the reason. */
export class Skip extends Error {}

/**
 * Runs `steps`, printing the result of each and the totals as the very last line. Resolves to the exit code.
 * @param {Step[]} steps
 * @returns {Promise<number>}
 */
export async function runSteps(steps) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  const notes = [];
  for (const step of steps) {
    console.log(`\n=== ${step.name}: ${step.what}`);
    const startedMs = Date.now();
    const { counts, note } = await runStep(step);
    for (const key of /** @type {(keyof Counts)[]} */ (Object.keys(total))) total[key] += counts[key];
    const seconds = ((Date.now() - startedMs) / 1000).toFixed(1);
    console.log(`--- ${step.name}: ${summary(counts)} (${seconds} s)`);
    if (note) notes.push(`${step.name}: ${note}`);
    else if (counts.failed > 0) notes.push(`${step.name}: ${counts.failed} failed`);
  }
  console.log(`\n${notes.join('\n')}\n${summary(total)}`.replace(/^\n+/, '\n'));
  return total.failed > 0 ? 1 : 0;
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
    const interrupted = () => {
      end();
      process.exit(130);
    };
    process.on('SIGINT', interrupted);
    process.on('SIGTERM', interrupted);
    const timer = setTimeout(() => {
      timedOut = true;
      end();
    }, timeoutMs);
    child.on('error', reject);
    child.on('exit', (code) => {
      clearTimeout(timer);
      process.off('SIGINT', interrupted);
      process.off('SIGTERM', interrupted);
      end();
      resolve(timedOut ? undefined : (code ?? 1));
    });
  });
}
