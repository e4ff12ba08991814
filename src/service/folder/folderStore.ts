/** The store of one folder across changes of ownership: followed while another process writes it, and written by this one once that is gone. */

import type { ContentId } from '../../engine/document.ts';
import type { Lexicons } from '../../engine/text/words/lexicon.ts';
import { finishYielding, type Yield } from '../../engine/util/steps.ts';
import { createMemoryStore } from '../../storage/memoryStore.ts';
import { openSegmentStore } from '../../storage/segments/segmentStore.ts';
import { type IndexStore, isSkipNote, type StoredIndex } from '../../storage/store.ts';
import type { FileEntry } from '../../workspace/entries.ts';
import { isSameStat } from '../../workspace/files/sweep.ts';
import { yieldInSlices } from '../scheduling/timeSlices.ts';
import type { FolderOptions } from '../types/options.ts';
import { takeOver } from './storeHandover.ts';
import type { FolderData } from './update/batch.ts';
import type { FileTable } from './update/fileTable.ts';
import { isKnown, settingsBasis } from './update/plan.ts';

/** Interval at which a follower polls for changes, in milliseconds. */
export const pollIntervalMs = 500;
/**
 * If more files than this have to be read, a follower leaves them to the writer, until that has stored none of them for `writerPatienceMs`: on a
 * machine where many followers start at once a writer takes that long for a batch, and all reading the same files would slow it further.
 */
const maxParallelReads = 32;
const writerPatienceMs = 30_000;

export class FolderStore {
  readonly #options: FolderOptions;
  readonly #lexicons: Lexicons;
  #store: IndexStore;
  #timer: NodeJS.Timeout | undefined;
  /** Whether there was news that could not be applied. */
  #hasMissed = false;

  /** Opens the store; nothing is read yet. */
  constructor(options: FolderOptions, lexicons: Lexicons) {
    this.#options = options;
    this.#lexicons = lexicons;
    this.#store = this.#open();
  }

  /** The current store: do not retain. */
  get now(): IndexStore {
    return this.#store;
  }

  /** Whether another process writes the store. */
  get isFollowing(): boolean {
    return this.#store.status().isFollowing;
  }

  /** Calls `onBehind` periodically while there is something to catch up on. */
  follow(onBehind: () => void): void {
    clearInterval(this.#timer);
    if (!this.isFollowing) return;
    this.#hasMissed = this.#store.basis() !== settingsBasis(this.#options);
    this.#timer = setInterval(() => {
      if (this.#store.isBehind()) onBehind();
      if (!this.isFollowing) clearInterval(this.#timer);
    }, pollIntervalMs).unref();
  }

  /** Applies what the writer has stored. Becomes the writer if that process is gone. Awaits `yieldThread` between slices. */
  async catchUp(data: FolderData, yieldThread: Yield): Promise<'nothing new' | 'caught up' | 'writer now'> {
    let caughtUp = false;
    for (let news = this.#store.news(); news.kind !== 'nothing'; news = this.#store.news()) {
      if (news.kind === 'writer gone') return (await this.#becomeWriter(data, yieldThread)) ? 'writer now' : 'nothing new';
      // What was missed is in no later change.
      const everything = news.kind === 'everything' || this.#hasMissed ? await this.#read(this.#store, yieldThread) : undefined;
      // Rows that were made with other settings are useless here; the files are read instead.
      this.#hasMissed = this.#store.basis() !== settingsBasis(this.#options);
      if (this.#hasMissed) break;
      if (everything !== undefined) takeOverAll(everything, data);
      else if (news.kind === 'changes') takeOver(news, data);
      caughtUp = true;
    }
    return caughtUp ? 'caught up' : 'nothing new';
  }

  /** What is stored. Awaits `yieldThread` between slices. */
  read(yieldThread: Yield): Promise<StoredIndex> {
    return this.#read(this.#store, yieldThread);
  }

  /** Saves the index as a whole. Awaits `yieldThread` between slices. */
  save(now: () => StoredIndex, yieldThread: Yield): Promise<void> {
    return finishYielding(this.#store.save(now), yieldInSlices(yieldThread));
  }

  #read(store: IndexStore, yieldThread: Yield): Promise<StoredIndex> {
    return finishYielding(store.read(), yieldInSlices(yieldThread));
  }

  /**
   * Leaves many unread files to the writer as long as it makes progress; awaits `pause` between polls, with the number of remaining files.
   * Returns the files left for this process.
   */
  async leaveToWriter(
    toRead: readonly FileEntry[],
    files: FolderData,
    yieldThread: Yield,
    pause: (left: number) => Promise<void>,
  ): Promise<readonly FileEntry[]> {
    if (toRead.length <= maxParallelReads || !this.isFollowing) return toRead;
    // A file that the writer has stored with the same stat is its own to check again, even if the stat was too recent to be trusted.
    const isThere = (entry: FileEntry): boolean => (this.#hasMissed ? isKnown(files.table, entry) : hasStat(files.table, entry));
    const missing = (entries: readonly FileEntry[]): readonly FileEntry[] => entries.filter((entry) => !isThere(entry));
    let left = missing(toRead);
    let lastNewsMs = performance.now();
    while (left.length > maxParallelReads && this.isFollowing && performance.now() - lastNewsMs < writerPatienceMs) {
      await pause(left.length);
      await this.catchUp(files, yieldThread);
      const still = missing(left);
      if (still.length < left.length) lastNewsMs = performance.now();
      left = still;
    }
    return left;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#store.close();
  }

  async #becomeWriter(data: FolderData, yieldThread: Yield): Promise<boolean> {
    const basis = settingsBasis(this.#options);
    const store = this.#open();
    // A third process may have been faster.
    if (store.status().isFollowing) {
      store.close();
      return false;
    }
    const stored = await this.#read(store, yieldThread);
    if (store.basis() === basis) takeOverAll(stored, data);
    this.#store.close();
    this.#store = store;
    store.commit({ files: [], removed: [], segments: [], basis });
    await this.save(() => storedIndex(data), yieldThread);
    return true;
  }

  #open(): IndexStore {
    const { indexDirectory, isReader, onWrite } = this.#options;
    if (indexDirectory === undefined) return createMemoryStore();
    return openSegmentStore(indexDirectory, { lexicons: this.#lexicons, isReader, onWrite });
  }
}

/** What is to be stored of a folder, as it is now. */
export function storedIndex({ table, index }: FolderData): StoredIndex {
  const contentOf = (path: string): ContentId | undefined => {
    const content = table.get(path)?.content;
    return content === undefined || isSkipNote(content) ? undefined : content;
  };
  return { rows: [...table.rows()].sort((a, b) => (a.path < b.path ? -1 : 1)), saved: index.saved(contentOf) };
}

function takeOverAll({ rows, saved }: StoredIndex, data: FolderData): void {
  const stored = new Set(rows.map(({ path }) => path));
  takeOver({ files: rows, removed: [...data.table.paths()].filter((path) => !stored.has(path)), segments: saved }, data);
}

/** Whether the row of a path has this stat. */
function hasStat(table: FileTable, entry: FileEntry): boolean {
  const row = table.get(entry.path);
  return row !== undefined && isSameStat(row, entry);
}
