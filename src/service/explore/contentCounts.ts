/** Counts the contents of a part of a folder. */

import { chunkIdsOf } from '../../engine/index/reader.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import { insideTest } from '../folder/scope.ts';
import { yieldToEventLoop } from '../scheduling/timeSlices.ts';
import type { ContentCounts } from '../types/results.ts';

/** Chunks whose keys are read at once. */
const batchSize = 1000;

/** Counts what lies at or below some absolute paths of a folder. Cost: one pass over its files, and over the keys of the chunks inside. */
export async function countsWithin(folder: FolderIndex, within: readonly string[], signal?: AbortSignal): Promise<ContentCounts> {
  const test = insideTest(within, [folder]);
  const isInside = (path: string): boolean => test({ folder: 0, path });
  let [files, bytes] = [0, 0];
  for (const { path, size } of folder.contents.files()) {
    if (!isInside(path)) continue;
    files++;
    bytes += size;
  }
  const reader = folder.reader();
  const documents = (await reader?.documents()) ?? [];
  const inside = documents.filter(({ path }) => isInside(path));
  const chunks = inside.flatMap(chunkIdsOf);
  const keys = new Set<number>();
  for (let from = 0; from < chunks.length; from += batchSize) {
    await yieldToEventLoop(signal);
    for (const id of (await reader?.chunkKeyColumns(chunks.slice(from, from + batchSize)))?.ids ?? []) keys.add(id);
  }
  return { files, chunks: chunks.length, entities: keys.size, bytes };
}
