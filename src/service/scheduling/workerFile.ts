import { existsSync } from 'node:fs';
import nodePath from 'node:path';

/**
 * The file of a worker: the source beside that of its caller, a bundle beside the language server, or a part of the command line. `undefined` if
 * this program has none.
 * @param here the caller's folder
 */
export function workerFile(here: string, name: string): string | undefined {
  return [`${name}.ts`, `${name}.cjs`, `../${name}.js`].map((file) => nodePath.join(here, file)).find((file) => existsSync(file));
}
