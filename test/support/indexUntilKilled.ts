// Builds an index and changes and updates the folder endlessly: a program to be killed, or that kills itself before a write. Usage: node
// indexUntilKilled.ts FOLDER INDEX_DIRECTORY SEED [WHAT COUNT] With WHAT and COUNT it kills itself just before the store writes that for the
// COUNT-th time.
import { createService } from '../../src/service/createService.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { changeSomething, filesBelow, randomNumbers } from './randomEdits.ts';

const [folder = '', indexDirectory = '', seed = '0', fatal = '', count = '0'] = process.argv.slice(2);
const random = randomNumbers(Number(seed));
const service = createService();
let left = Number(count);
const onWrite = (what: string): void => {
  if (what === fatal && --left <= 0) process.kill(process.pid, 'SIGKILL');
};
process.send?.('opening');
await service.openFolder(folder, { settings: defaultSettings, indexDirectory, runGit: false, onWrite });
await service.idle();
for (let n = 0; ; n++) {
  const files = filesBelow(folder);
  for (let changes = Math.floor(random() * 5); changes >= 0; changes--) changeSomething(folder, files, random);
  await service.update(folder);
  if (n % 10 === 9) await service.search('harbour tide');
  // Discards and reads everything, the largest possible change.
  if (n % 25 === 24) await service.rebuild(folder);
}
