// node scripts/run.js SCRIPT [ARGUMENT...]: runs one of the project's scripts on the pinned Node, after installing what is missing.
import * as path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { onPinnedNode, root } from './lib/pinnedNode.js';

await onPinnedNode(fileURLToPath(import.meta.url), async () => {
  const [script = '', ...rest] = process.argv.slice(2);
  const file = path.resolve(root, script);
  process.argv = [process.execPath, file, ...rest];
  await import(pathToFileURL(file).href);
  return Number(process.exitCode ?? 0);
});
