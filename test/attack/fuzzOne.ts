// node fuzzOne.ts NAME SEED SECONDS: runs one fuzzer, which exits with 1 on a violation.
import type { Fuzzer } from './fuzzer.ts';

const [file = '', seed, seconds] = process.argv.slice(2);
const { fuzzer }: { fuzzer: Fuzzer } = await import(`./${file}Fuzz.ts`);
const { rounds } = await fuzzer.run({ seed: Number(seed), seconds: Number(seconds) });
if (rounds === 0) throw new Error(`no round of ${fuzzer.name} ended within ${seconds} s`);
process.stdout.write(`${fuzzer.name}: ${rounds} rounds in ${seconds} s, seed ${seed}\n`, () => process.exit());
