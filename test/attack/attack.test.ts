// Two seconds of each fuzzer, or MESHRAG_FUZZ_SECONDS; `npm run attack` runs them for longer. The one of answers has a number of rounds in answers.test.ts.
import * as os from 'node:os';
import { describe, test } from 'node:test';
import { fuzzerNames, runFuzzer } from './fuzzers.ts';

const seconds = Number(process.env.MESHRAG_FUZZ_SECONDS ?? 2);

describe('fuzzers', { concurrency: Math.max(2, os.availableParallelism()) }, () => {
  for (const name of fuzzerNames.filter((one) => one !== 'answers'))
    test(`${name} finds nothing in ${seconds} seconds`, async () => {
      await runFuzzer(name, { seed: 1, seconds });
    });
});
