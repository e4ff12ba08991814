// npm run screenshots: takes the README's screenshots from the running extension, by the end-to-end tests.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { root } from './lib/pinnedNode.js';
import { run } from './lib/steps.js';

/** Names in the README, and the pictures of the end-to-end tests that they are. */
const pictures = { answer: 'ask-answer', source: 'ask-block-opened', hover: 'hover', parts: 'parts-unfolded' };

const tests = [
  'test/e2e/ask.test.ts',
  'test/e2e/views.test.ts',
  'test/e2e/parts.test.ts',
  '--filter=from the palette|parts unfold|a hover lists',
];
const built = await run(process.execPath, ['esbuild.js'], { timeoutMs: 300_000 });
const code = built === 0 ? await run(process.execPath, ['scripts/test.js', ...tests], { timeoutMs: 900_000 }) : built;
if (code === 0) {
  const target = path.join(root, 'media/readme');
  fs.mkdirSync(target, { recursive: true });
  for (const [name, picture] of Object.entries(pictures)) {
    fs.copyFileSync(path.join(root, `test/.artifacts/${picture}.png`), path.join(target, `${name}.png`));
  }
  console.log(`The pictures are in media/readme/. Look at them before you commit them.`);
}
process.exitCode = code ?? 1;
