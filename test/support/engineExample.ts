/** The example of the engine's README, as the file that a reader would make of it. */

import fs from 'node:fs';
import path from 'node:path';
import * as esbuild from 'esbuild';

const engine = path.resolve(import.meta.dirname, '../../src/engine');

/** The example's lines. */
export function exampleSource(): string {
  const source = /```js\n([\s\S]*?)```/.exec(fs.readFileSync(path.join(engine, 'README.md'), 'utf8'))?.[1];
  if (source === undefined) throw new Error('README.md of the engine has no example');
  return source;
}

/** The example with everything it needs, for a browser page. */
export async function bundledExample(): Promise<string> {
  const { outputFiles } = await esbuild.build({
    stdin: { contents: exampleSource(), resolveDir: engine },
    alias: { 'meshrag-engine': path.join(engine, 'index.ts') },
    bundle: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    logLevel: 'silent',
    // Comments may name modules of Node.
    minifyWhitespace: true,
  });
  return outputFiles[0]?.text ?? '';
}
