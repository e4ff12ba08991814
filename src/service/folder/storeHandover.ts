/** Two windows on one folder: the follower takes over what the writer has stored. */

import { type FileRow, isSameContent, isSkipNote, type StoreChange } from '../../storage/store.ts';
import type { FolderData } from './update/batch.ts';
import { hasSameContent } from './update/readFile.ts';

/**
 * Takes over a stored change, or a whole stored index with the paths that it lacks as removed. What this process has checked more recently
 * than the writer stays: the writer will check it as well. A file whose document is lost becomes unknown, so that it is read.
 */
export function takeOver(
  { files, removed, segments }: Omit<StoreChange, 'basis'>,
  { table, index }: Pick<FolderData, 'table' | 'index'>,
): void {
  const gone = removed.filter((path) => table.delete(path));
  const wanted = new Map<string, FileRow>();
  for (const row of files) {
    const mine = table.get(row.path);
    if (mine !== undefined && hasSameContent(mine, row)) {
      if (row.indexedAtNs > mine.indexedAtNs) table.put(row);
    } else if (mine === undefined || mine.indexedAtNs <= row.indexedAtNs) {
      gone.push(row.path);
      if (isSkipNote(row.content)) table.put(row);
      else wanted.set(row.path, row);
    }
  }
  const replaced = gone.filter((path) => index.has(path));
  if (replaced.length > 0) index.apply([], replaced);
  if (wanted.size === 0) return;
  index.adopt(segments, (path, content) => {
    const row = wanted.get(path);
    if (row === undefined || isSkipNote(row.content) || !isSameContent(row.content, content)) return false;
    wanted.delete(path);
    table.put(row);
    return true;
  });
  for (const path of wanted.keys()) table.delete(path);
}
