/** Loads the live index from a store. */

import type { ContentId } from '../../../engine/document.ts';
import type { SavedSegment } from '../../../engine/index/codec/savedSegments.ts';
import type { MemoryIndex } from '../../../engine/index/memoryIndex.ts';
import { type IndexedDocument, indexedDocument } from '../../../engine/index/segment.ts';
import { pushTo } from '../../../engine/util/pushTo.ts';
import type { Yield } from '../../../engine/util/steps.ts';
import {
  BusyStoreError,
  contentName,
  DamagedStoreError,
  type DocumentStore,
  type FileRow,
  isSameContent,
  isSkipNote,
  type StoredDocument,
} from '../../../storage/store.ts';
import { sliceEnd, yieldInSlices } from '../../scheduling/timeSlices.ts';
import type { FileTable } from './fileTable.ts';

/** Whether the store has any document, in use or released. True if it cannot be read. */
export function hasDocuments(store: DocumentStore): boolean {
  try {
    return store.documents()[Symbol.iterator]().next().done !== true;
  } catch (error) {
    if (error instanceof BusyStoreError || error instanceof DamagedStoreError) return true;
    throw error;
  }
}

interface Loading {
  readonly saved?: readonly SavedSegment[];
  readonly isElsewhere?: ((path: string, content: ContentId) => boolean) | undefined;
}

/**
 * Fills the index and the table of files from the store; awaits `yieldThread` between slices. A path whose document is missing or damaged stays
 * unknown, so that it is read again. Saved segments are used as far as they are current; returns how many documents they lacked. Throws
 * `DamagedStoreError` and `BusyStoreError`.
 *
 * @param isElsewhere whether another index provides a path with this content, so that it must not be in this one.
 */
export async function loadIndex(
  store: DocumentStore,
  index: MemoryIndex,
  table: FileTable,
  yieldThread: Yield,
  { saved = [], isElsewhere = () => false }: Loading = {},
): Promise<number> {
  const rows = store.files().filter((row) => {
    const isOther = !isSkipNote(row.content) && isElsewhere(row.path, row.content);
    if (isOther) table.put(row);
    return !isOther;
  });
  const rowsOf = rowsByContent(withoutSaved(rows, saved, index, table), table);
  if (rowsOf.size === 0) return 0;
  let placed = 0;
  let waiting = new Map<FileRow, IndexedDocument>();
  let sizeWaiting = 0;
  const place = (): void => {
    index.apply([...waiting.values()]);
    for (const row of waiting.keys()) table.put(row);
    placed += waiting.size;
    waiting = new Map();
    sizeWaiting = 0;
  };
  const yieldInSlice = yieldInSlices(yieldThread);
  for (const { hash, language, columns } of documentsFor(rowsOf, store, saved.length > 0)) {
    const rows = rowsOf.get(contentName({ hash, language }));
    if (columns === undefined || rows === undefined) continue;
    for (const row of rows) {
      waiting.set(row, indexedDocument(row.path, language, columns));
      sizeWaiting += columns.length;
    }
    if (sizeWaiting > maxPending) place();
    const yielded = yieldInSlice();
    if (yielded !== undefined) await yielded;
  }
  place();
  while (!index.mergeUntil(sliceEnd())) await yieldThread();
  return placed;
}

/** Up to this many documents missing from the saved segments are looked up one by one; beyond that all are scanned. */
const maxLookups = 256;

function* documentsFor(rowsOf: ReadonlyMap<string, readonly FileRow[]>, store: DocumentStore, isSaved: boolean): Iterable<StoredDocument> {
  if (rowsOf.size > maxLookups || !isSaved) yield* store.documents();
  else {
    for (const [row] of rowsOf.values()) {
      const content = (row as FileRow).content as ContentId;
      yield { ...content, columns: store.document(content) };
    }
  }
}

/** Adds the saved segments' current contents to the index; returns the rows that they lack. Rows are sorted by path. */
function withoutSaved(rows: readonly FileRow[], saved: readonly SavedSegment[], index: MemoryIndex, table: FileTable): readonly FileRow[] {
  if (saved.length === 0 || rows.length === 0) return rows;
  const isTaken = new Uint8Array(rows.length);
  let next = 0;
  index.adopt(saved, (path, content) => {
    // Documents are mostly sorted by path, too.
    if (rows[next]?.path !== path) next = firstFrom(rows, path);
    const at = next;
    const row = rows[at];
    if (row?.path !== path || isTaken[at] === 1 || isSkipNote(row.content) || !isSameContent(row.content, content)) return false;
    isTaken[at] = 1;
    next = at + 1;
    table.put(row);
    return true;
  });
  return rows.filter((_, at) => isTaken[at] === 0);
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

/** Integers in the documents placed in one step: some five thousand chunks, less than a tenth of a second of work. */
const maxPending = 2048 * 1024;

/** Rows that need a document; skip notes go into the table at once. */
function rowsByContent(rows: readonly FileRow[], table: FileTable): Map<string, FileRow[]> {
  const rowsOf = new Map<string, FileRow[]>();
  for (const row of rows) {
    if (isSkipNote(row.content)) table.put(row);
    else {
      const name = contentName(row.content);
      pushTo(rowsOf, name, row);
    }
  }
  return rowsOf;
}
