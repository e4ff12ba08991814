/**
 * The store of one folder, through its changes of hands: it is replaced where it turns out to be damaged, followed while another process
 * writes it, and written by this one when the other is gone.
 */

import type { Lexicons } from '../../engine/text/words/lexicon.ts';
import { algorithmVersion } from '../../engine/version.ts';
import { createMemoryStore } from '../../storage/memoryStore.ts';
import { openSqliteStore } from '../../storage/sqlite/sqliteStore.ts';
import { BusyStoreError, DamagedStoreError, type DocumentStore, type StoreNews } from '../../storage/store.ts';
import type { FileEntry } from '../../workspace/entries.ts';
import { isSameStat } from '../../workspace/files/sweep.ts';
import type { FolderOptions } from '../options.ts';
import { bringInStep, takeOver } from './storeHandover.ts';
import type { FolderData } from './update/batch.ts';
import type { FileTable } from './update/fileTable.ts';
import { basisOf, isKnown } from './update/plan.ts';

/** How often one looks for what another process has written, in milliseconds. */
export const followEveryMs = 250;
/** More files than this are left to the process that writes the store, until it has stored none of them for so long. Milliseconds. */
const mostReadBeside = 32;
const writerPatienceMs = 5000;

export class FolderStore {
  readonly #options: FolderOptions;
  readonly #lexicons: Lexicons;
  #store: DocumentStore;
  #timer: NodeJS.Timeout | undefined;
  /** Whether there was news that could not be taken over. */
  #hasMissed = false;
  /** News that has been told and not yet taken over. */
  #owed: StoreNews | undefined;

  /** Opens the store; nothing is read yet. */
  constructor(options: FolderOptions, lexicons: Lexicons) {
    this.#options = options;
    this.#lexicons = lexicons;
    this.#store = this.#open();
  }

  /** The present one: not to be kept. */
  get now(): DocumentStore {
    return this.#store;
  }

  /** Whether another process writes the store. */
  get isFollowing(): boolean {
    return this.#store.status().isFollowing;
  }

  /** Sets a store aside that is damaged and starts a new one. */
  startAnew(): void {
    this.#store.close();
    this.#store = this.#open(true);
    this.#owed = undefined;
  }

  /** Calls `onBehind` now and then while there is something to catch up with. */
  follow(onBehind: () => void): void {
    clearInterval(this.#timer);
    if (!this.isFollowing) return;
    this.#hasMissed = this.#store.basis() !== basisOf(this.#options);
    this.#timer = setInterval(() => {
      if (this.#owed !== undefined || this.#store.isBehind()) onBehind();
      if (!this.isFollowing) clearInterval(this.#timer);
    }, followEveryMs).unref();
  }

  /**
   * Takes over what the process that writes the store has stored. Becomes the writer where that process is gone. `pass` is awaited between
   * slices.
   */
  async catchUp(
    files: Pick<FolderData, 'table' | 'index'>,
    pass: () => Promise<void>,
  ): Promise<'nothing new' | 'caught up' | 'writer now'> {
    let caughtUp = false;
    try {
      for (let news = this.#next(); news.kind !== 'nothing'; news = this.#next()) {
        if (news.kind === 'writer gone') return (await this.#becomeWriter(files, pass)) ? 'writer now' : 'nothing new';
        this.#owed = news;
        // Rows that were made with other settings say nothing here; what they would say is found out from the files.
        const isMissed = this.#store.basis() !== basisOf(this.#options);
        const paths = news.kind === 'paths' && !this.#hasMissed ? news.paths : undefined;
        if (!isMissed) await takeOver(paths, { ...files, store: this.#store }, pass);
        caughtUp ||= !isMissed;
        this.#hasMissed = isMissed;
        this.#owed = undefined;
      }
    } catch (error) {
      if (error instanceof DamagedStoreError) this.#owed = undefined;
      // While the writer writes nothing can be read: the next look is for what is owed.
      if (!(error instanceof BusyStoreError)) throw error;
    }
    return caughtUp ? 'caught up' : 'nothing new';
  }

  /** Notes that the store could not be read, so that everything in it is news. */
  owe(): void {
    this.#owed = { kind: 'everything' };
  }

  #next(): StoreNews {
    return this.#owed ?? this.#store.news();
  }

  /**
   * Many files that must be read are left to the process that writes the store, as long as it gets on; `pause` is awaited between two looks,
   * with the number of those that are left. Returns the files that are left for this process.
   */
  async leaveToWriter(
    toRead: readonly FileEntry[],
    files: Pick<FolderData, 'table' | 'index'>,
    pass: () => Promise<void>,
    pause: (left: number) => Promise<void>,
  ): Promise<readonly FileEntry[]> {
    if (toRead.length <= mostReadBeside || !this.isFollowing) return toRead;
    // What the writer has stored with the same stat is its to look at again, also where it was too fresh to be believed.
    const isThere = (entry: FileEntry): boolean => (this.#hasMissed ? isKnown(files.table, entry) : hasStat(files.table, entry));
    const missing = (entries: readonly FileEntry[]): readonly FileEntry[] => entries.filter((entry) => !isThere(entry));
    let left = missing(toRead);
    let lastNewsMs = performance.now();
    while (left.length > mostReadBeside && this.isFollowing && performance.now() - lastNewsMs < writerPatienceMs) {
      await pause(left.length);
      await this.catchUp(files, pass);
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

  async #becomeWriter(files: Pick<FolderData, 'table' | 'index'>, pass: () => Promise<void>): Promise<boolean> {
    const basis = basisOf(this.#options);
    const followed = { ...files, store: this.#store };
    let store = this.#open();
    try {
      // A third process may have been faster.
      if (store.status().isFollowing) {
        store.close();
        return false;
      }
      if (store.basis() === basis) await takeOver(undefined, { ...files, store }, pass);
      await bringInStep(store, basis, followed, pass);
    } catch (error) {
      store.close();
      if (!(error instanceof DamagedStoreError)) throw error;
      store = this.#open(true);
      await bringInStep(store, basis, followed, pass);
    }
    this.#store.close();
    this.#store = store;
    this.#owed = undefined;
    return true;
  }

  #open(isDamaged = false): DocumentStore {
    const { indexFile, isReader, onWrite } = this.#options;
    if (indexFile === undefined) return createMemoryStore();
    return openSqliteStore(indexFile, { algorithm: algorithmVersion, lexicons: this.#lexicons, isDamaged, isReader, onWrite });
  }
}

/** Whether the row of a path tells of a file with this stat. */
function hasStat(table: FileTable, entry: FileEntry): boolean {
  const row = table.get(entry.path);
  return row !== undefined && isSameStat(row, entry);
}
