/** Bundles the measured programs like the product, with the worker next to them. */

import nodePath from 'node:path';
import * as esbuild from 'esbuild';

const root = nodePath.join(import.meta.dirname, '../..');
export const bundleFolder: string = nodePath.join(import.meta.dirname, 'dist');

/** Writes `dist/child.mjs` and `dist/readingWorker.cjs`; returns the path of the former. The options are those of `esbuild.js`. */
export async function bundleChild(): Promise<string> {
  const shared: esbuild.BuildOptions = {
    absWorkingDir: root,
    bundle: true,
    charset: 'utf8',
    logLevel: 'warning',
    minifySyntax: true,
    minifyWhitespace: true,
    platform: 'node',
    target: 'node22',
    conditions: ['node', 'import'],
    mainFields: ['module', 'main'],
  };
  const child = nodePath.join(bundleFolder, 'child.mjs');
  await Promise.all([
    esbuild.build({ ...shared, entryPoints: ['bench/speed/child.ts'], outfile: child, format: 'esm' }),
    esbuild.build({
      ...shared,
      entryPoints: ['src/service/folder/update/readingWorker.ts'],
      outfile: nodePath.join(bundleFolder, 'readingWorker.cjs'),
      format: 'cjs',
    }),
  ]);
  return child;
}
