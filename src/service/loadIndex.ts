/** Brings what a store holds into the living index. */

import type { DocumentAnalysis } from '../core/document.ts';
import { pathNames } from '../core/text/pathNames.ts';
import type { LivingIndex } from '../index/livingIndex.ts';
import type { IndexedDocument } from '../index/segment.ts';
import { type ContentId, type DocumentStore, type FileRow, isSkipNote } from '../index/store.ts';
import type { FileTable } from './fileTable.ts';
import { sliceMs } from './turns.ts';

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
  // One batch: nothing can be asked before all is there, and merging several would build the most of them twice.
  const documents: IndexedDocument[] = [];
  let sliceEnd = performance.now() + sliceMs;
  for (const { hash, language, analysis } of store.documents()) {
    const rows = rowsOf.get(contentName({ hash, language }));
    if (analysis === undefined || rows === undefined) continue;
    for (const row of rows) {
      table.put(row);
      documents.push(documentAt(row.path, analysis));
    }
    if (performance.now() > sliceEnd) {
      await pass();
      sliceEnd = performance.now() + sliceMs;
    }
  }
  index.apply(documents);
}

/** A content placed under a path. */
export function documentAt(path: string, analysis: DocumentAnalysis): IndexedDocument {
  return { path, names: pathNames(path), analysis };
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
