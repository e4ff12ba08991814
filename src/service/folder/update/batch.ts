/** Outcomes that are applied together: to the table of files, the live index and the store. */

import type { ContentId } from '../../../engine/document.ts';
import type { MemoryIndex } from '../../../engine/index/memoryIndex.ts';
import { type IndexedDocument, indexedDocument } from '../../../engine/index/segment.ts';
import { chunksIn } from '../../../engine/text/words/columns.ts';
import { type FileRow, type IndexStore, isSkipNote } from '../../../storage/store.ts';
import type { FileTable } from './fileTable.ts';
import type { FileOutcome } from './readFile.ts';

/** The three places that hold a folder's state; a batch keeps them consistent. */
export interface FolderData {
  readonly table: FileTable;
  readonly index: MemoryIndex;
  readonly store: IndexStore;
}

/** The same, with a write-only store. */
type Applicable = Pick<FolderData, 'table' | 'index'> & { readonly store: Pick<IndexStore, 'commit'> };

type Applied = Exclude<FileOutcome, { kind: 'gone' }>;

/** Size in chunks of the first batch, which makes something searchable soon, and of the largest. */
const firstBatchChunks = 256;
const largestBatchChunks = 2048;
/** Maximum delay before what was read becomes searchable and is stored, in milliseconds. */
const maxBatchMs = 1000;

/** Decides when to apply what was read: batches grow, since each has a fixed cost. */
export class BatchPace {
  #wantedChunks = firstBatchChunks;
  #lastMs = performance.now();

  /** Whether a batch of this many chunks should be applied now. */
  isDue(chunks: number): boolean {
    if (chunks < this.#wantedChunks && performance.now() - this.#lastMs < maxBatchMs) return false;
    this.#wantedChunks = Math.min(this.#wantedChunks * 2, largestBatchChunks);
    this.#lastMs = performance.now();
    return true;
  }
}

export class Batch {
  readonly #outcomes = new Map<string, Applied>();
  readonly #removed = new Set<string>();
  #chunks = 0;

  /** Chunks waiting to be applied. */
  get chunks(): number {
    return this.#chunks;
  }

  /** Paths waiting to be removed. */
  get removals(): number {
    return this.#removed.size;
  }

  /** Outcomes waiting to be applied, including removals. */
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
    if (outcome.kind === 'row') this.#chunks += outcome.document === undefined ? 0 : chunksIn(outcome.document);
  }

  remove(path: string): void {
    this.#outcomes.delete(path);
    this.#removed.add(path);
  }

  /** Drops pending outcomes of a path, because newer ones were applied. */
  forget(path: string): void {
    this.#outcomes.delete(path);
    this.#removed.delete(path);
  }

  /** Applies and stores everything. Returns whether search results may have changed. */
  apply({ table, index, store }: Applicable, basis?: string): boolean {
    const changed: IndexedDocument[] = [];
    const removed = new Set<string>();
    const rows: FileRow[] = [];
    const contents: ContentId[] = [];
    for (const path of this.#removed) if (table.delete(path)) removed.add(path);
    const unstored = new Set(removed);
    for (const outcome of this.#outcomes.values()) {
      if (outcome.kind === 'passed') {
        const { path } = outcome.skipped;
        if (table.get(path) !== undefined) for (const set of [removed, unstored]) set.add(path);
        table.skip(outcome.skipped);
        continue;
      }
      const { row, document } = outcome;
      table.put(row);
      rows.push(row);
      if (isSkipNote(row.content) || outcome.found === 'published') removed.add(row.path);
      if (document === undefined || isSkipNote(row.content)) continue;
      changed.push(indexedDocument(row.path, row.content.language, document));
      contents.push(row.content);
    }
    const gone = [...removed].filter((path) => index.has(path));
    const segment = changed.length > 0 || gone.length > 0 ? index.apply(changed, gone) : undefined;
    if (rows.length > 0 || unstored.size > 0 || basis !== undefined)
      store.commit({ files: rows, removed: [...unstored], segments: segment === undefined ? [] : [{ segment, contents }], basis });
    this.#outcomes.clear();
    this.#removed.clear();
    this.#chunks = 0;
    return changed.length > 0 || gone.length > 0;
  }
}
