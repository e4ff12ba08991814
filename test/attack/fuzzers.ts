/** The fuzzers of this folder, each in a process of its own: they measure CPU time, and one that hangs can be killed. */

import { execFile } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { promisify } from 'node:util';
import type { FuzzOptions } from './fuzzer.ts';

/** Grace period in seconds for starting, finishing the last round and stopping. */
const graceSeconds = 60;

/** Names of the fuzzers: `lines` for `linesFuzz.ts`. */
export const fuzzerNames: readonly string[] = fs
  .readdirSync(import.meta.dirname)
  .flatMap((file) => /^(\w+)Fuzz\.ts$/.exec(file)?.[1] ?? [])
  .sort();

/** Runs one fuzzer and resolves with a line about it; rejects on a violation with the seed and the input, and if it does not end. */
export async function runFuzzer(name: string, { seed, seconds }: FuzzOptions): Promise<string> {
  const args = [path.join(import.meta.dirname, 'fuzzOne.ts'), name, String(seed), String(seconds)];
  try {
    const timeout = (seconds + graceSeconds) * 1000;
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout, killSignal: 'SIGKILL' });
    return stdout.trim();
  } catch (error) {
    const { killed, stderr } = error as { killed?: boolean; stderr?: string };
    throw new Error(`${name}, seed ${seed}: ${killed ? `it hung, and was ended ${graceSeconds} s after its time` : stderr}`);
  }
}
