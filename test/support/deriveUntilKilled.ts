// Keeps derived data in a file endlessly: a program to be killed, or that kills itself before a write. Usage: node deriveUntilKilled.ts
// DIRECTORY SEED [WHAT COUNT]. With WHAT and COUNT it kills itself just before it writes that for the COUNT-th time.
import { DerivedFiles } from '../../src/storage/derived/derivedFiles.ts';
import { derivedBytes, derivedId } from './derivedBytes.ts';
import { randomNumbers } from './randomEdits.ts';

const [indexDirectory = '', seed = '0', fatalWrite = '', count = '0'] = process.argv.slice(2);
const random = randomNumbers(Number(seed));
let left = Number(count);
const onWrite = (what: string): void => {
  if (what === fatalWrite && --left <= 0) process.kill(process.pid, 'SIGKILL');
};
const file = new DerivedFiles(indexDirectory, { version: '1', isWriter: () => true, onWrite });
process.send?.('writing');
for (;;) {
  const [one, other] = [Math.floor(random() * 6), Math.floor(random() * 40)];
  await file.keepGeneration({ id: 'graph' }, `state ${one}`, derivedBytes(one, 2_500_000), async () => undefined);
  const ids = [other, other + 1, other + 2];
  file.keepDocuments(
    { id: 'vectors', variant: 'model' },
    ids.map((n) => ({ id: derivedId(n), bytes: derivedBytes(n, 3000) })),
  );
  if (random() < 0.2) file.collect([]);
}
