// npm run screenshots: takes the README's pictures from the running extension, as the end-to-end tests see it.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './lib/steps.js';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const pictures = ['answer', 'source', 'hover', 'communities'];

const code = await run(process.execPath, ['scripts/test.js', 'build', 'e2e'], { timeoutMs: 900_000 });
if (code === 0) {
  const target = path.join(root, 'media/readme');
  fs.mkdirSync(target, { recursive: true });
  for (const name of pictures) fs.copyFileSync(path.join(root, `test/.artifacts/${name}.png`), path.join(target, `${name}.png`));
  console.log(`${pictures.length} pictures are in media/readme/. Look at them before you commit them.`);
}
process.exitCode = code ?? 1;
