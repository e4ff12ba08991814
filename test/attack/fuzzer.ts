/** What a fuzzer is, and how one runs a property. */

import fc from 'fast-check';

export interface FuzzOptions {
  readonly seed: number;
  /** For how long; the last round may end somewhat later. */
  readonly seconds: number;
}

/** Exported as `fuzzer` by every file `*Fuzz.ts` of this folder. */
export interface Fuzzer {
  readonly name: string;
  /** Rejects at a violation, naming the seed and the input. */
  readonly run: (options: FuzzOptions) => Promise<{ readonly rounds: number }>;
}

/**
 * Checks inputs until time is up. At a violation it rejects with the seed and the input, as small as it could be made in the time that was
 * left; as it was found where `shrinks` is false, for systems that one input leaves changed for the next.
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
  const limits = { numRuns: Number.POSITIVE_INFINITY, interruptAfterTimeLimit: seconds * 1000, endOnFailure: !shrinks };
  await fc.assert(property, { seed, ...limits, includeErrorInReport: true });
  return { rounds };
}
