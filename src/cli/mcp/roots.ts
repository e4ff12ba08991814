/** The roots that a client declares: they narrow what it can see, and never extend it beyond the folders of the server. */

import { realpathSync, statSync } from 'node:fs';
import nodePath from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { RootsListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { errorMessage } from '../../messages/messages.ts';
import { InputError } from '../../tools/inputSchema.ts';
import { systemPaths } from '../../workspace/systemPaths.ts';
import { isWide } from '../../workspace/wideFolder.ts';
import { CliError } from '../cliError.ts';

/** How long to wait for a client to list its roots, in milliseconds. */
const patienceMs = 10_000;

/**
 * Returns what the client may see of the folders, as absolute paths; `undefined` if that is everything. The client is asked once, and again
 * when it says that its roots have changed. Rejects with `InputError` if all roots lie outside, or if they cannot be obtained.
 */
export function createRoots(
  server: Server,
  folders: readonly string[],
  note: (text: string) => void,
): () => Promise<readonly string[] | undefined> {
  let known: Promise<readonly string[] | undefined> | undefined;
  server.setNotificationHandler(RootsListChangedNotificationSchema, () => {
    known = undefined;
  });
  async function ask(): Promise<readonly string[] | undefined> {
    if (server.getClientCapabilities()?.roots === undefined) return undefined;
    try {
      const { roots } = await server.listRoots(undefined, { timeout: patienceMs });
      return narrowed(
        roots.map(({ uri }) => uri),
        folders,
      );
    } catch (error) {
      known = undefined;
      if (error instanceof InputError) throw error;
      const why = errorMessage(error);
      note(`The client does not list its roots: ${why}`);
      throw new InputError(`The client announced roots but does not list them (${why}), so nothing is shown`);
    }
  }
  return () => {
    known ??= ask();
    return known;
  };
}

/** The parts of the folders that lie in the roots (URIs); `undefined` if those are all of them, or if there are no roots. */
export function narrowed(roots: readonly string[], folders: readonly string[]): readonly string[] | undefined {
  if (roots.length === 0) return undefined;
  const places = roots.flatMap(rootPaths);
  const isWhole = (folder: string): boolean => places.some((root) => systemPaths.isInside(root, folder));
  if (folders.every(isWhole)) return undefined;
  const inside = folders.flatMap((folder) => {
    if (isWhole(folder)) return [folder];
    const paths = places.flatMap((root) => systemPaths.toRelative(folder, root) ?? []);
    return paths.map((path) => nodePath.join(folder, path));
  });
  if (inside.length === 0)
    throw new InputError("The client's roots are outside the folders that this server was started for, so nothing is shown");
  return inside;
}

/** The folders of the client's roots, for a server that was given none. Throws `CliError` where the client names no project. */
export async function clientFolders(server: Server): Promise<readonly string[]> {
  const { roots } =
    server.getClientCapabilities()?.roots === undefined ? { roots: [] } : await server.listRoots(undefined, { timeout: patienceMs });
  const found = roots.flatMap(({ uri }) => rootPaths(uri)).filter((path) => statSync(path).isDirectory() && !isWide(path));
  if (found.length > 0) return found;
  throw new CliError(
    'This server was started outside of any project, and the client names no folder: run npx -y meshrag install in the project',
  );
}

/** Empty unless the root is an existing file. */
function rootPaths(uri: string): string[] {
  try {
    return [realpathSync.native(fileURLToPath(uri))];
  } catch {
    return [];
  }
}
