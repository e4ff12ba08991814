/** Restricts results to parts of the workspace. */

import type { ChunkInfo, IndexReader } from '../../engine/index/reader.ts';
import { systemPaths } from '../../workspace/paths.ts';

/** A folder by its absolute path. */
interface OpenFolder {
  readonly folder: string;
}

type Accept = (chunk: number) => boolean;

/** Creates tests for chunks below any of some absolute paths; the last one is cached, since a thread of questions keeps its scope. */
export function createScopes(): (scope: readonly string[], reader: IndexReader, folders: readonly OpenFolder[]) => Promise<Accept> {
  let last: { readonly reader: IndexReader; readonly name: string; readonly accept: Accept } | undefined;
  return async (scope, reader, folders) => {
    const name = scope.join('\0');
    if (last?.reader === reader && last.name === name) return last.accept;
    const isInside = insideTest(scope, folders);
    const inside = new Uint8Array(reader.chunkCount);
    for (const document of await reader.documents()) if (isInside(document)) inside.fill(1, document.firstChunk, document.chunksEnd);
    const accept: Accept = (chunk) => inside[chunk] === 1;
    last = { reader, name, accept };
    return accept;
  };
}

/** A test for places at or below any of some absolute paths; `folder` is the index in `folders`. */
export function insideTest(
  scope: readonly string[],
  folders: readonly OpenFolder[],
): (place: Pick<ChunkInfo, 'folder' | 'path'>) => boolean {
  const prefixes = folders.map(({ folder }) => scope.flatMap((path) => prefixIn(folder, path)));
  return ({ folder, path }) => (prefixes[folder] ?? []).some((prefix) => prefix === '' || path === prefix || path.startsWith(`${prefix}/`));
}

/** The prefixes of a folder's paths below `path`: an empty one if the whole folder lies below it. */
function prefixIn(folder: string, path: string): string[] {
  if (systemPaths.isInside(path, folder)) return [''];
  const relative = systemPaths.toRelative(folder, path);
  return relative === undefined ? [] : [relative];
}
