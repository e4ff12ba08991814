// npm run attack [-- --minutes N] [--seed S] [NAME...]: N minutes (1) of each fuzzer, or of those named, as many in parallel as there are
// cores. Without a seed, a different one each time. Exits with 1 on a violation; its seed and input are printed.
import * as os from 'node:os';
import { parseArgs } from 'node:util';
import { fuzzerNames, runFuzzer } from './fuzzers.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string', default: '1' }, seed: { type: 'string', default: String(Date.now() % 2 ** 31) } },
});
const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
if (!(minutes > 0)) throw new RangeError(`--minutes is ${JSON.stringify(values.minutes)}, expected a number above 0`);
if (!Number.isInteger(seed)) throw new RangeError(`--seed is ${JSON.stringify(values.seed)}, expected a whole number`);
const unknown = positionals.find((name) => !fuzzerNames.includes(name));
if (unknown !== undefined) throw new RangeError(`There is no fuzzer ${JSON.stringify(unknown)}; there are ${fuzzerNames.join(', ')}`);

process.exitCode = 0;
const names = (positionals.length > 0 ? positionals : fuzzerNames).values();
const runNext = async (): Promise<void> => {
  for (const name of names) {
    try {
      console.log(await runFuzzer(name, { seed, seconds: minutes * 60 }));
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 1;
    }
  }
};
await Promise.all(Array.from({ length: os.availableParallelism() }, runNext));
