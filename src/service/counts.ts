/** The figures of a folder's report. */

import { algorithmVersion } from '../core/version.ts';
import { documentFormat } from '../index/documentCodec.ts';
import { entriesOf } from '../index/entryRows.ts';
import { keyCountsOf, type Snapshot } from '../index/snapshot.ts';
import { isSkipNote } from '../index/store.ts';
import type { FolderIndex } from './folderIndex.ts';
import type { FolderReport } from './results.ts';
import { insideTest } from './scope.ts';
import { giveTurn, inSlices } from './turns.ts';

/** Live chunks. */
export function chunksIn({ segments }: Snapshot): number {
  let chunks = 0;
  for (const { segment, dead } of segments) {
    chunks += segment.chunkCount;
    if (dead !== undefined) for (const mark of dead) chunks -= mark;
  }
  return chunks;
}

/** Distinct keys of the live chunks. Cost: one pass over the keys. */
function keysIn({ segments, lexicons }: Snapshot): number {
  let count = 0;
  for (const chunks of keyCountsOf(segments, lexicons)) if (chunks > 0) count++;
  return count;
}

/** What a part of a folder holds. */
export type ContentCounts = Pick<FolderReport, 'files' | 'chunks' | 'entities' | 'bytes'>;

/** What lies at or below some absolute paths of a folder. Cost: one pass over all chunks, and over the keys of those inside. */
export async function countsWithin(folder: FolderIndex, within: readonly string[], signal?: AbortSignal): Promise<ContentCounts> {
  const test = insideTest(within, [folder]);
  const isInside = (path: string): boolean => test({ folder: 0, path });
  const turn = inSlices(() => giveTurn(signal));
  let [files, bytes, chunks] = [0, 0, 0];
  for (const { path, size, content } of folder.data().table.rows()) {
    if (isSkipNote(content) || !isInside(path)) continue;
    files++;
    bytes += size;
  }
  const keys = new Set<number>();
  for (const { segment, dead } of folder.snapshot()?.segments ?? []) {
    const inside = segment.paths.map(isInside);
    for (let chunk = 0; chunk < segment.chunkCount; chunk++) {
      await turn();
      if (dead?.[chunk] || !inside[segment.documentOf[chunk] as number]) continue;
      chunks++;
      const { size, numbers } = entriesOf(segment.chunkKeys, chunk);
      for (let i = 0; i < size; i++) keys.add(numbers[i] as number);
    }
  }
  return { files, chunks, entities: keys.size, bytes };
}

/** `keysIn`, counted anew only for another generation. */
export function createKeyCount(): (snapshot: Snapshot) => number {
  let last = { generation: -1, count: 0 };
  return (snapshot) => {
    const { generation } = snapshot;
    if (last.generation === generation) return last.count;
    try {
      last = { generation, count: keysIn(snapshot) };
    } catch {
      // Built segments that cannot be read any more are made anew by whoever asks; a report goes on as far as it can.
    }
    return last.count;
  };
}

/** What the report tells of versions. */
export function versions(): Readonly<Record<string, string>> {
  return {
    algorithm: String(algorithmVersion),
    format: String(documentFormat),
    node: process.versions.node,
    ...(process.versions.sqlite === undefined ? {} : { sqlite: process.versions.sqlite }),
  };
}
