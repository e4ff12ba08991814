import { existsSync } from 'node:fs';
import nodePath from 'node:path';

/**
 * The file of a worker: the source next to that of its caller, a bundle next to the language server, or a part of the command line.
 * `undefined` if this program has none.
 * @param here the caller's folder
 */
export function workerFile(here: string, name: string): string | undefined {
  return [`${name}.ts`, `${name}.cjs`, `../${name}.js`].map((file) => nodePath.join(here, file)).find((file) => existsSync(file));
}
