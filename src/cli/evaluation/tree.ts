/** A folder of files as an index, built in memory as the service builds it. */

import { createLexicons, type IndexReader, joinSnapshots, type TextSource } from '../../engine/index.ts';
import { FolderIndex } from '../../service/folder/folderIndex.ts';
import { textsByFile } from '../../service/folder/view.ts';
import { TimeSlices } from '../../service/scheduling/timeSlices.ts';
import { defaultSettings } from '../../workspace/settings.ts';

export interface Tree {
  readonly reader: IndexReader;
  readonly texts: TextSource;
  readonly files: number;
  /** Milliseconds to list, read, analyse and index. */
  readonly indexMs: number;
  close(): Promise<void>;
}

/** Indexes the folder at an absolute path with the default settings. */
export async function openTree(folder: string): Promise<Tree> {
  const start = performance.now();
  const lexicons = createLexicons();
  const index = new FolderIndex(
    folder,
    { settings: defaultSettings, runGit: true },
    { lexicons, timeSlices: new TimeSlices(), onChange: () => undefined },
  );
  await index.load();
  await index.update();
  const indexMs = performance.now() - start;
  const snapshot = index.snapshot();
  const reader = joinSnapshots(snapshot === undefined ? [] : [snapshot], lexicons);
  const view = { reader, folders: [index] };
  return { reader, texts: textsByFile(() => view), files: index.report().files, indexMs, close: () => index.close() };
}
