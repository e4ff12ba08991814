// npm run screenshots: takes the README's screenshots from the running extension, by the end-to-end tests.
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { startBrowser } from '../test/support/host/browser.ts';
import { root } from './lib/pinnedNode.js';
import { run } from './lib/steps.js';
import { toWebp } from './lib/webp.js';

/** Names in the README, and the pictures of the end-to-end tests that they are. */
const pictures = { answer: 'ask-answer', source: 'ask-block-opened', hover: 'hover', parts: 'communities' };

const tests = [
  'test/e2e/ask.test.ts',
  'test/e2e/views.test.ts',
  'test/e2e/communities.test.ts',
  '--filter=from the palette|a part unfolds|a hover lists',
];
const built = await run(process.execPath, ['esbuild.js'], { timeoutMs: 300_000 });
const code = built === 0 ? await run(process.execPath, ['scripts/test.js', ...tests], { timeoutMs: 900_000 }) : built;
if (code === 0) {
  const target = path.join(root, 'media/readme');
  fs.mkdirSync(target, { recursive: true });
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'meshrag-screenshots-'));
  const context = await startBrowser(profile);
  for (const [name, picture] of Object.entries(pictures)) {
    const png = fs.readFileSync(path.join(root, `test/.artifacts/${picture}.png`));
    fs.writeFileSync(path.join(target, `${name}.webp`), await toWebp(context, png));
  }
  await context.close();
  fs.rmSync(profile, { recursive: true, force: true });
  console.log(`The pictures are in media/readme/. Look at them before you commit them.`);
}
process.exitCode = code ?? 1;
