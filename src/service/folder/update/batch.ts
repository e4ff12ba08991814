/** Outcomes that are applied together: to the table of files, the living index and the store. */

import type { MemoryIndex } from '../../../engine/index/memoryIndex.ts';
import type { IndexedDocument } from '../../../engine/index/segment.ts';
import { chunksIn } from '../../../engine/text/words/columns.ts';
import { type DocumentStore, type FileRow, isSkipNote, type NewDocument } from '../../../storage/store.ts';
import type { FileTable } from './fileTable.ts';
import { documentAt } from './loadIndex.ts';
import type { FileOutcome } from './readFile.ts';

/** The three places that know a folder's files; a batch keeps them in step. */
export interface FolderData {
  readonly table: FileTable;
  readonly index: MemoryIndex;
  readonly store: DocumentStore;
}

/** The same, where the store is only written to. */
type Applicable = Pick<FolderData, 'table' | 'index'> & { readonly store: Pick<DocumentStore, 'commit'> };

type Applied = Exclude<FileOutcome, { kind: 'gone' }>;

/** Chunks of the first batch, so that there is something to ask soon, and the most that one batch holds back. */
const firstBatchChunks = 256;
const largestBatchChunks = 2048;
/** What was read waits no longer than this to be searched and stored, in milliseconds. */
const longestBatchMs = 1000;

/** Says when what was read is to be applied: batches grow, since each costs something of its own. */
export class BatchPace {
  #wantedChunks = firstBatchChunks;
  #lastMs = performance.now();

  /** Whether a batch of so many chunks is to be applied now. */
  isDue(chunks: number): boolean {
    if (chunks < this.#wantedChunks && performance.now() - this.#lastMs < longestBatchMs) return false;
    this.#wantedChunks = Math.min(this.#wantedChunks * 2, largestBatchChunks);
    this.#lastMs = performance.now();
    return true;
  }
}

export class Batch {
  readonly #outcomes = new Map<string, Applied>();
  readonly #removed = new Set<string>();
  #chunks = 0;

  /** Chunks that wait to be applied. */
  get chunks(): number {
    return this.#chunks;
  }

  /** Paths that wait to be removed. */
  get removals(): number {
    return this.#removed.size;
  }

  /** Outcomes that wait to be applied, removals included. */
  get outcomes(): number {
    return this.#outcomes.size + this.#removed.size;
  }

  add(outcome: FileOutcome): void {
    if (outcome.kind === 'gone') {
      this.remove(outcome.path);
      return;
    }
    const path = outcome.kind === 'row' ? outcome.row.path : outcome.skipped.path;
    this.#removed.delete(path);
    this.#outcomes.set(path, outcome);
    if (outcome.kind === 'row') this.#chunks += outcome.document === undefined ? 0 : chunksIn(outcome.document.columns);
  }

  remove(path: string): void {
    this.#outcomes.delete(path);
    this.#removed.add(path);
  }

  /** Drops what waits for a path, because something newer has been applied. */
  forget(path: string): void {
    this.#outcomes.delete(path);
    this.#removed.delete(path);
  }

  /** Applies and stores everything. Returns whether what is searched has changed. */
  apply({ table, index, store }: Applicable, basis?: string): boolean {
    const changed: IndexedDocument[] = [];
    const removed = new Set<string>();
    const rows: FileRow[] = [];
    const documents: NewDocument[] = [];
    for (const path of this.#removed) if (table.delete(path)) removed.add(path);
    const unstored = new Set(removed);
    for (const outcome of this.#outcomes.values()) {
      if (outcome.kind === 'passed') {
        const { path } = outcome.skipped;
        if (table.get(path) !== undefined) for (const set of [removed, unstored]) set.add(path);
        table.pass(outcome.skipped);
        continue;
      }
      const { row, document } = outcome;
      table.put(row);
      rows.push(row);
      if (isSkipNote(row.content)) removed.add(row.path);
      if (document === undefined || isSkipNote(row.content)) continue;
      const { columns, isNew } = document;
      changed.push(documentAt(row.path, columns));
      if (isNew) documents.push({ ...row.content, columns });
    }
    const gone = [...removed].filter((path) => index.has(path));
    if (changed.length > 0 || gone.length > 0) index.apply(changed, gone);
    if (rows.length > 0 || unstored.size > 0 || basis !== undefined)
      store.commit({ files: rows, removed: [...unstored], documents, basis });
    this.#outcomes.clear();
    this.#removed.clear();
    this.#chunks = 0;
    return changed.length > 0 || gone.length > 0;
  }
}
