/** The interface of a fuzzer, and a runner for properties. */

import fc from 'fast-check';

export interface FuzzOptions {
  readonly seed: number;
  /** Duration; the last round may end somewhat later. */
  readonly seconds: number;
}

/** Exported as `fuzzer` by every file `*Fuzz.ts` of this folder. */
export interface Fuzzer {
  readonly name: string;
  /** Rejects on a violation with the seed and the input. */
  readonly run: (options: FuzzOptions) => Promise<{ readonly rounds: number }>;
}

/**
 * Checks inputs until time is up, and at least one, however slow the machine is. On a violation it rejects with the seed and the input, shrunk as far as the remaining time allows;
 * unshrunk if `shrinks` is false, for stateful systems.
 */
export async function fuzz<T>(
  inputs: fc.Arbitrary<T>,
  check: (input: T) => Promise<void>,
  { seed, seconds, shrinks = true }: FuzzOptions & { readonly shrinks?: boolean },
): Promise<{ rounds: number }> {
  let rounds = 0;
  const property = fc.asyncProperty(inputs, async (input) => {
    await check(input);
    rounds++;
  });
  const report = { seed, endOnFailure: !shrinks, includeErrorInReport: true };
  await fc.assert(property, { ...report, numRuns: 1 });
  await fc.assert(property, { ...report, numRuns: Number.POSITIVE_INFINITY, interruptAfterTimeLimit: seconds * 1000 });
  return { rounds };
}
