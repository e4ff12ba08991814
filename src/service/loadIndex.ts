/** Brings what a store holds into the living index. */

import { pathNames } from '../core/text/pathNames.ts';
import type { LivingIndex } from '../index/livingIndex.ts';
import type { IndexedDocument } from '../index/segment.ts';
import { type ContentId, type DocumentStore, type FileRow, isSkipNote } from '../index/store.ts';
import type { FileTable } from './fileTable.ts';
import { sliceMs } from './turns.ts';

/** Whether the store has any document, of a file or left from one. */
export function hasDocuments(store: DocumentStore): boolean {
  return store.documents()[Symbol.iterator]().next().done !== true;
}

/** The name of a content as a key of a map. */
export function contentName(id: ContentId): string {
  return `${id.hash} ${id.language}`;
}

/**
 * Fills the index and the table of files from the store; `pass` is awaited between slices. A path whose document is missing or damaged
 * stays unknown, so that it is read again. Throws `DamagedStoreError`.
 */
export async function loadIndex(store: DocumentStore, index: LivingIndex, table: FileTable, pass: () => Promise<void>): Promise<void> {
  const rowsOf = rowsByContent(store.files(), table);
  if (rowsOf.size === 0) return;
  let waiting = new Map<FileRow, IndexedDocument>();
  let bytesWaiting = 0;
  const place = (): void => {
    const refused = new Set(index.apply([...waiting.values()]));
    for (const row of waiting.keys()) if (!refused.has(row.path)) table.put(row);
    waiting = new Map();
    bytesWaiting = 0;
  };
  let sliceEnd = performance.now() + sliceMs;
  for (const { hash, language, bytes } of store.documents()) {
    const rows = rowsOf.get(contentName({ hash, language }));
    if (bytes === undefined || rows === undefined) continue;
    for (const row of rows) {
      waiting.set(row, documentAt(row.path, bytes));
      bytesWaiting += bytes.length;
    }
    if (bytesWaiting > mostBytesWaiting) place();
    if (performance.now() > sliceEnd) {
      await pass();
      sliceEnd = performance.now() + sliceMs;
    }
  }
  place();
  while (!index.settle(sliceMs)) await pass();
}

/** Documents are placed together up to this size: some two thousand chunks, some twenty milliseconds of work. */
const mostBytesWaiting = 1024 * 1024;

/** A content placed under a path. */
export function documentAt(path: string, bytes: Uint8Array): IndexedDocument {
  return { path, names: pathNames(path), bytes };
}

/** Rows that need a document; skip notes go into the table at once. */
function rowsByContent(rows: readonly FileRow[], table: FileTable): Map<string, FileRow[]> {
  const rowsOf = new Map<string, FileRow[]>();
  for (const row of rows) {
    if (isSkipNote(row.content)) table.put(row);
    else {
      const name = contentName(row.content);
      const known = rowsOf.get(name);
      if (known === undefined) rowsOf.set(name, [row]);
      else known.push(row);
    }
  }
  return rowsOf;
}
