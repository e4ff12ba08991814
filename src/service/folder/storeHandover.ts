/**
 * Two windows on one folder: the follower takes over what the writer has stored, and brings the store up to date when it becomes the
 * writer.
 */

import type { Yield } from '../../engine/util/steps.ts';
import { type DocumentStore, type FileRow, isSkipNote, type NewDocument } from '../../storage/store.ts';
import { isSameStat } from '../../workspace/files/sweep.ts';
import { Batch, type FolderData } from './update/batch.ts';
import { hasSameContent } from './update/readFile.ts';

/** Chunks taken over, and files written, in one step: some twenty milliseconds of work. */
const chunksPerStep = 1024;
const filesPerStep = 100;

/** Takes over the rows of these paths, or all rows, as stored by the writer; awaits `yieldThread` between slices. */
export async function takeOver(paths: readonly string[] | undefined, data: FolderData, yieldThread: Yield): Promise<void> {
  const { table, store } = data;
  const rows = paths === undefined ? new Map(store.files().map((row) => [row.path, row])) : undefined;
  // What is applied is already stored.
  const place = { ...data, store: { commit: () => undefined } };
  const batch = new Batch();
  let looked = 0;
  for (const path of paths ?? new Set([...table.paths(), ...(rows as Map<string, FileRow>).keys()])) {
    takeOne(path, rows === undefined ? store.file(path) : rows.get(path), data, batch);
    if (batch.chunks > chunksPerStep) batch.apply(place);
    if (++looked % filesPerStep === 0) await yieldThread();
  }
  batch.apply(place);
}

function takeOne(path: string, stored: FileRow | undefined, { table, store }: FolderData, batch: Batch): void {
  const mine = table.get(path);
  if (stored === undefined) {
    if (mine !== undefined) batch.remove(path);
    return;
  }
  if (mine !== undefined && hasSameContent(mine, stored)) {
    if (stored.indexedAtNs > mine.indexedAtNs) table.put(stored);
    return;
  }
  // This process has checked the file more recently than the writer, which will do so as well.
  if (mine !== undefined && mine.indexedAtNs > stored.indexedAtNs) return;
  if (isSkipNote(stored.content)) {
    batch.add({ kind: 'row', row: stored });
    return;
  }
  // Undefined if it is damaged or was dropped meanwhile: the file is then read.
  const columns = store.document(stored.content);
  if (columns !== undefined) batch.add({ kind: 'row', row: stored, document: { columns, isNew: false } });
}

/**
 * Writes to `store`, which this process has just become the writer of, everything that the table knows and the store does not, with
 * documents from the followed store in `data`. A path whose document is lost is checked again by the next update.
 */
export async function synchroniseStore(store: DocumentStore, basis: string, data: FolderData, yieldThread: Yield): Promise<void> {
  const { table, store: followed } = data;
  const stored = new Map(store.files().map((row) => [row.path, row]));
  let files: FileRow[] = [];
  let documents: NewDocument[] = [];
  const write = (removed: readonly string[] = [], isLast = false): void => {
    if (files.length > 0 || removed.length > 0 || isLast) store.commit({ files, removed, documents, ...(isLast ? { basis } : {}) });
    files = [];
    documents = [];
  };
  for (const row of [...table.rows()]) {
    const before = stored.get(row.path);
    stored.delete(row.path);
    if (before !== undefined && isSameStat(before, row) && hasSameContent(before, row)) continue;
    if (!isSkipNote(row.content) && store.document(row.content) === undefined) {
      const columns = followed.document(row.content);
      if (columns === undefined) {
        table.put({ ...row, indexedAtNs: 0n });
        continue;
      }
      documents.push({ ...row.content, columns });
    }
    files.push(row);
    if (files.length < filesPerStep) continue;
    write();
    await yieldThread();
  }
  write([...stored.keys()], store.basis() !== basis);
}
