/** Counts the contents of a part of a folder. */

import { entriesOf } from '../../engine/index.ts';
import { isSkipNote } from '../../storage/store.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import { insideTest } from '../folder/scope.ts';
import type { FolderReport } from '../results.ts';
import { inSlices, yieldThread } from '../scheduling/timeSlices.ts';

/** The contents of a part of a folder. */
export type ContentCounts = Pick<FolderReport, 'files' | 'chunks' | 'entities' | 'bytes'>;

/** Counts what lies at or below some absolute paths of a folder. One pass over all chunks, and over the keys of those inside. */
export async function countsWithin(folder: FolderIndex, within: readonly string[], signal?: AbortSignal): Promise<ContentCounts> {
  const test = insideTest(within, [folder]);
  const isInside = (path: string): boolean => test({ folder: 0, path });
  const turn = inSlices(() => yieldThread(signal));
  let [files, bytes, chunks] = [0, 0, 0];
  for (const { path, size, content } of folder.contents.data.table.rows()) {
    if (isSkipNote(content) || !isInside(path)) continue;
    files++;
    bytes += size;
  }
  const keys = new Set<number>();
  for (const { segment, tombstones } of folder.snapshot()?.segments ?? []) {
    const inside = segment.paths.map(isInside);
    for (let chunk = 0; chunk < segment.chunkCount; chunk++) {
      await turn();
      if (tombstones?.[chunk] || !inside[segment.documentOf[chunk] as number]) continue;
      chunks++;
      const { size, numbers } = entriesOf(segment.chunkKeys, chunk);
      for (let i = 0; i < size; i++) keys.add(numbers[i] as number);
    }
  }
  return { files, chunks, entities: keys.size, bytes };
}
