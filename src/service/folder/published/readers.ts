/** Readers that join the folders' own documents with their published indexes. */

import { joinReaders } from '../../../engine/index/joinedReader.ts';
import type { IndexReader } from '../../../engine/index/reader.ts';
import { joinSnapshots, type Snapshot } from '../../../engine/index/snapshot.ts';
import type { Lexicons } from '../../../engine/text/words/lexicon.ts';
import type { PublishedPart } from '../../../storage/published.ts';
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
  const parts = folders.flatMap(({ overlay }, folder) => {
    const published = overlay?.published;
    return overlay === undefined || published === undefined ? [] : [{ ...published, hidden: overlay.hidden(), folder }];
  });
  const generation = folders.reduce((sum, folder) => sum + joinedGeneration(folder), 0);
  const bySource = Map.groupBy(parts, ({ source }) => source);
  const published = [...bySource.values()].flatMap((group) => (group[0] as PublishedPart).readersOf(group, lexicons, generation));
  return joinReaders([...published, { reader: own, folder: 0 }], lexicons, generation);
}

/** Rises with every change of what can be read of a folder. */
export function joinedGeneration({ snapshot, overlay }: FolderParts): number {
  return snapshot.generation + (overlay?.revision ?? 0);
}
