/** Readers over the folders' own documents and what was published of some of them. */

import { type IndexReader, joinReaders, joinSnapshots, type Lexicons, type Snapshot } from '../../../engine/index.ts';
import type { Overlay } from './overlay.ts';

/** What can be read of a folder at one moment. */
export interface FolderParts {
  readonly snapshot: Snapshot;
  readonly overlay: Overlay | undefined;
}

/** One reader over folders, in their order. */
export function readerOver(folders: readonly FolderParts[], lexicons: Lexicons): IndexReader {
  const own = joinSnapshots(
    folders.map(({ snapshot }) => snapshot),
    lexicons,
  );
  if (folders.every(({ overlay }) => overlay === undefined)) return own;
  const published = folders.flatMap(({ overlay }, folder) => {
    const reader = overlay?.reader();
    return reader === undefined ? [] : [{ reader, folder }];
  });
  const generation = folders.reduce((sum, folder) => sum + generationOf(folder), 0);
  return joinReaders([...published, { reader: own, folder: 0 }], lexicons, generation);
}

/** Rises with every change of what can be read of a folder. */
export function generationOf({ snapshot, overlay }: FolderParts): number {
  return snapshot.generation + (overlay?.revision ?? 0);
}
