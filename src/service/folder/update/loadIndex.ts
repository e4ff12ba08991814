/** Loads the live index from what is stored. */

import type { ContentId } from '../../../engine/document.ts';
import type { MemoryIndex } from '../../../engine/index/memoryIndex.ts';
import { type FileRow, isSameContent, isSkipNote, type StoredIndex } from '../../../storage/store.ts';
import type { FileTable } from './fileTable.ts';

/**
 * Fills the index and the table of files, which must be empty. A path whose document is missing or damaged stays unknown, so that it is read
 * again.
 *
 * @param isElsewhere whether another index provides a path with this content, so that it must not be in this one.
 */
export function loadIndex(
  { rows, saved }: StoredIndex,
  index: MemoryIndex,
  table: FileTable,
  isElsewhere: (path: string, content: ContentId) => boolean = () => false,
): void {
  const wanted = rows.filter((row) => {
    const isKnown = isSkipNote(row.content) || isElsewhere(row.path, row.content);
    if (isKnown) table.put(row);
    return !isKnown;
  });
  const isTaken = new Uint8Array(wanted.length);
  let next = 0;
  index.adopt(saved, (path, content) => {
    // Documents are mostly sorted by path, like the rows.
    if (wanted[next]?.path !== path) next = firstFrom(wanted, path);
    const at = next;
    const row = wanted[at];
    if (row?.path !== path || isTaken[at] === 1 || isSkipNote(row.content) || !isSameContent(row.content, content)) return false;
    isTaken[at] = 1;
    next = at + 1;
    table.put(row);
    return true;
  });
}

/** Index of the first row whose path is not less than this one. */
function firstFrom(rows: readonly FileRow[], path: string): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle] as FileRow).path < path) low = middle + 1;
    else high = middle;
  }
  return low;
}
