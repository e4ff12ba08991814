// Ten seconds of each fuzzer; `npm run attack` runs them for longer.
import * as os from 'node:os';
import { describe, test } from 'node:test';
import { fuzzerNames, runFuzzer } from './fuzzers.ts';

describe('fuzzers', { concurrency: Math.max(2, os.availableParallelism()) }, () => {
  for (const name of fuzzerNames)
    test(`${name} finds nothing in ten seconds`, async () => {
      await runFuzzer(name, { seed: 1, seconds: 10 });
    });
});
