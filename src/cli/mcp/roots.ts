/** The roots that a client declares: they narrow what it can see, and never extend it beyond the server's folder. */

import { realpathSync } from 'node:fs';
import nodePath from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { RootsListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { InputError } from '../../tools/inputSchema.ts';
import { systemPaths } from '../../workspace/paths.ts';

/** How long to wait for a client to list its roots, in milliseconds. */
const patienceMs = 10_000;

/**
 * Returns the visible part of the folder, as absolute paths; `undefined` if that is everything. The client is asked once, and again when it
 * announces changed roots. Rejects with `InputError` if all roots lie outside, or if they are unavailable.
 */
export function createRoots(server: Server, folder: string, note: (text: string) => void): () => Promise<readonly string[] | undefined> {
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
        folder,
      );
    } catch (error) {
      known = undefined;
      if (error instanceof InputError) throw error;
      const why = error instanceof Error ? error.message : String(error);
      note(`The client does not list its roots: ${why}`);
      throw new InputError(`The client announced roots but does not list them (${why}), so nothing is shown`);
    }
  }
  return () => {
    known ??= ask();
    return known;
  };
}

/** The part of the folder that lies in the roots (URIs); `undefined` if that is all of it, or if there are no roots. */
export function narrowed(roots: readonly string[], folder: string): readonly string[] | undefined {
  if (roots.length === 0) return undefined;
  const inside: string[] = [];
  for (const root of roots.flatMap(realPathOf)) {
    if (systemPaths.isInside(root, folder)) return undefined;
    const path = systemPaths.toRelative(folder, root);
    if (path !== undefined) inside.push(nodePath.join(folder, path));
  }
  if (inside.length === 0) throw new InputError('The roots of the client lie outside of the folder of this server, so nothing is shown');
  return inside;
}

/** Empty unless the root is an existing file. */
function realPathOf(uri: string): string[] {
  try {
    return [realpathSync.native(fileURLToPath(uri))];
  } catch {
    return [];
  }
}
