/** Command line options of the programs in this folder. */

import type { parseArgs } from 'node:util';
import type { Half } from './halves.ts';

/** Options of every program. */
export const commonOptions = {
  data: { type: 'string', multiple: true },
  trees: { type: 'string' },
  sets: { type: 'string' },
  half: { type: 'string' },
  'no-titles': { type: 'boolean' },
  record: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

export interface CommonOptions {
  /** Folders with `passages/NAME/` and `code/NAME/`. */
  readonly data: readonly string[];
  /** The folder with the trees of the code sets; undefined if not given. */
  readonly trees: string | undefined;
  /** Names of the wanted sets; undefined means all. */
  readonly sets: readonly string[] | undefined;
  readonly half: Half | 'all';
  readonly titles: boolean;
  /** Whether to keep a summary in `runs/`. */
  readonly record: boolean;
}

/** Splits a list at commas. */
export function listOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

type CommonValues = ReturnType<typeof parseArgs<{ options: typeof commonOptions }>>['values'];

/** Reads the common options; by default, `MESHRAG_DATA` and `MESHRAG_TREES` are the folders of data and trees. */
export function readCommon(values: CommonValues): CommonOptions {
  const data = values.data ?? (process.env.MESHRAG_DATA === undefined ? [] : [process.env.MESHRAG_DATA]);
  if (data.length === 0) throw new Error('There is no data: give --data DIR, or set MESHRAG_DATA');
  const half = values.half ?? 'all';
  if (half !== 'all' && half !== 'dev' && half !== 'test') throw new Error(`--half is ${JSON.stringify(half)}, expected dev, test or all`);
  return {
    data,
    trees: values.trees ?? process.env.MESHRAG_TREES,
    sets: values.sets === undefined ? undefined : listOf(values.sets),
    half,
    titles: values['no-titles'] !== true,
    record: values.record === true,
  };
}

/** A positive integer. Throws naming the option if it is not. */
export function countOf(name: string, text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new Error(`${name} is ${JSON.stringify(text)}, expected a whole number from 1`);
  return count;
}

/** Runs a program: prints its usage with `--help`, one line and exit code 2 if it throws. */
export async function runProgram(usage: string, program: () => Promise<void>): Promise<void> {
  if (process.argv.includes('--help')) {
    console.log(usage);
    return;
  }
  try {
    await program();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 2;
  }
}
