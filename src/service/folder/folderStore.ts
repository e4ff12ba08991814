/**
 * The store of one folder across changes of ownership: recreated if damaged, followed while another process writes it, and written by this
 * process once the other one is gone.
 */

import type { Lexicons } from '../../engine/text/words/lexicon.ts';
import type { Yield } from '../../engine/util/steps.ts';
import { indexVersion } from '../../engine/version.ts';
import { createMemoryStore } from '../../storage/memoryStore.ts';
import { openSqliteStore } from '../../storage/sqlite/sqliteStore.ts';
import { BusyStoreError, DamagedStoreError, type DocumentStore, type StoreNews } from '../../storage/store.ts';
import type { FileEntry } from '../../workspace/entries.ts';
import { isSameStat } from '../../workspace/files/sweep.ts';
import type { FolderOptions } from '../types/options.ts';
import { synchroniseStore, takeOver } from './storeHandover.ts';
import type { FolderData } from './update/batch.ts';
import type { FileTable } from './update/fileTable.ts';
import { isKnown, settingsBasis } from './update/plan.ts';

/** Interval at which a follower polls for changes, in milliseconds. */
export const pollIntervalMs = 250;
/**
 * If more files than this have to be read, a follower leaves them to the writer, until that has stored none of them for `writerPatienceMs`.
 */
const maxParallelReads = 32;
const writerPatienceMs = 5000;

export class FolderStore {
  readonly #options: FolderOptions;
  readonly #lexicons: Lexicons;
  #store: DocumentStore;
  #timer: NodeJS.Timeout | undefined;
  /** Whether there was news that could not be applied. */
  #hasMissed = false;
  /** News that was reported but not yet applied. */
  #pendingNews: StoreNews | undefined;

  /** Opens the store; nothing is read yet. */
  constructor(options: FolderOptions, lexicons: Lexicons) {
    this.#options = options;
    this.#lexicons = lexicons;
    this.#store = this.#open();
  }

  /** The current store: do not retain. */
  get now(): DocumentStore {
    return this.#store;
  }

  /** Whether another process writes the store. */
  get isFollowing(): boolean {
    return this.#store.status().isFollowing;
  }

  /** Sets a damaged store aside and starts a new one. */
  recreate(): void {
    this.#store.close();
    this.#store = this.#open(true);
    this.#pendingNews = undefined;
  }

  /** Calls `onBehind` periodically while there is something to catch up on. */
  follow(onBehind: () => void): void {
    clearInterval(this.#timer);
    if (!this.isFollowing) return;
    this.#hasMissed = this.#store.basis() !== settingsBasis(this.#options);
    this.#timer = setInterval(() => {
      if (this.#pendingNews !== undefined || this.#store.isBehind()) onBehind();
      if (!this.isFollowing) clearInterval(this.#timer);
    }, pollIntervalMs).unref();
  }

  /** Applies what the writer has stored. Becomes the writer if that process is gone. Awaits `yieldThread` between slices. */
  async catchUp(files: Pick<FolderData, 'table' | 'index'>, yieldThread: Yield): Promise<'nothing new' | 'caught up' | 'writer now'> {
    let caughtUp = false;
    try {
      for (let news = this.#next(); news.kind !== 'nothing'; news = this.#next()) {
        if (news.kind === 'writer gone') return (await this.#becomeWriter(files, yieldThread)) ? 'writer now' : 'nothing new';
        this.#pendingNews = news;
        // Rows that were made with other settings are useless here; the files are read instead.
        const isMissed = this.#store.basis() !== settingsBasis(this.#options);
        const paths = news.kind === 'paths' && !this.#hasMissed ? news.paths : undefined;
        if (!isMissed) await takeOver(paths, { ...files, store: this.#store }, yieldThread);
        caughtUp ||= !isMissed;
        this.#hasMissed = isMissed;
        this.#pendingNews = undefined;
      }
    } catch (error) {
      if (error instanceof DamagedStoreError) this.#pendingNews = undefined;
      // While the writer holds the file nothing can be read: retried on the next poll.
      if (!(error instanceof BusyStoreError)) throw error;
    }
    return caughtUp ? 'caught up' : 'nothing new';
  }

  /** Records that the store could not be read, so that everything in it is news. */
  markUnread(): void {
    this.#pendingNews = { kind: 'everything' };
  }

  #next(): StoreNews {
    return this.#pendingNews ?? this.#store.news();
  }

  /**
   * Leaves many unread files to the writer as long as it makes progress; awaits `pause` between polls, with the number of remaining files.
   * Returns the files left for this process.
   */
  async leaveToWriter(
    toRead: readonly FileEntry[],
    files: Pick<FolderData, 'table' | 'index'>,
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

  async #becomeWriter(files: Pick<FolderData, 'table' | 'index'>, yieldThread: Yield): Promise<boolean> {
    const basis = settingsBasis(this.#options);
    const followed = { ...files, store: this.#store };
    let store = this.#open();
    try {
      // A third process may have been faster.
      if (store.status().isFollowing) {
        store.close();
        return false;
      }
      if (store.basis() === basis) await takeOver(undefined, { ...files, store }, yieldThread);
      await synchroniseStore(store, basis, followed, yieldThread);
    } catch (error) {
      store.close();
      if (!(error instanceof DamagedStoreError)) throw error;
      store = this.#open(true);
      await synchroniseStore(store, basis, followed, yieldThread);
    }
    this.#store.close();
    this.#store = store;
    this.#pendingNews = undefined;
    return true;
  }

  #open(isDamaged = false): DocumentStore {
    const { indexFile, isReader, onWrite } = this.#options;
    if (indexFile === undefined) return createMemoryStore();
    return openSqliteStore(indexFile, { version: indexVersion, lexicons: this.#lexicons, isDamaged, isReader, onWrite });
  }
}

/** Whether the row of a path has this stat. */
function hasStat(table: FileTable, entry: FileEntry): boolean {
  const row = table.get(entry.path);
  return row !== undefined && isSameStat(row, entry);
}
