/**
 * What is known of a folder's files, in four places that are kept in step: the table of files, the living index, the store, and the segments
 * that are saved beside it.
 */

import { tmpdir } from 'node:os';
import nodePath from 'node:path';
import type { SavedSegment } from '../../engine/index/codec/savedSegments.ts';
import type { MemoryBudget } from '../../engine/index/memoryBudget.ts';
import { LivingIndex } from '../../engine/index/memoryIndex.ts';
import type { Snapshot } from '../../engine/index/snapshot.ts';
import type { Lexicons } from '../../engine/text/words/lexicon.ts';
import { LostFrameError } from '../../storage/frames.ts';
import { spillSegment } from '../../storage/spilledSegment.ts';
import { BusyStoreError, DamagedStoreError } from '../../storage/store.ts';
import { forgetKept } from '../../workspace/files/keptListing.ts';
import type { FolderOptions } from '../options.ts';
import type { FolderReport } from '../results.ts';
import { sliceEnd } from '../scheduling/timeSlices.ts';
import { FolderStore } from './folderStore.ts';
import { chunksIn, createKeyCount } from './indexStatistics.ts';
import type { Batch, FolderData } from './update/batch.ts';
import { FileTable } from './update/fileTable.ts';
import { hasDocuments, loadIndex } from './update/loadIndex.ts';
import { basisOf, listingFileOf } from './update/plan.ts';
import type { ReadingPlace } from './update/readFile.ts';
import { SavedIndex } from './update/savedIndex.ts';

/** Lets others have the thread; throws where the work is ended. */
type Pass = () => Promise<void>;

export class FolderContents {
  readonly table = new FileTable();
  readonly store: FolderStore;
  /** What the ids of its documents belong to. */
  readonly lexicons: Lexicons;
  readonly #options: FolderOptions;
  readonly #index: LivingIndex;
  readonly #saved: SavedIndex;
  readonly #countEntities = createKeyCount();
  #notice: string | undefined;

  /**
   * Opens the store; nothing is read yet.
   *
   * @param budget absent keeps all postings in memory.
   */
  constructor(options: FolderOptions, lexicons: Lexicons, budget: MemoryBudget | undefined) {
    this.#options = options;
    this.lexicons = lexicons;
    const directory = options.indexFile === undefined ? tmpdir() : nodePath.dirname(options.indexFile);
    this.#index = new LivingIndex(lexicons, undefined, budget && { budget, spill: (segment) => spillSegment(segment, directory) });
    this.store = new FolderStore(options, lexicons);
    this.#saved = new SavedIndex(options.indexFile, lexicons);
  }

  /** The table, the index and the present store: not to be kept. */
  get data(): FolderData {
    return { table: this.table, index: this.#index, store: this.store.now };
  }

  /** Whether nothing is known of any file, nor of what one held. */
  get isNew(): boolean {
    return this.table.isEmpty && !hasDocuments(this.store.now);
  }

  snapshot(): Snapshot {
    return this.#index.snapshot();
  }

  /** The hash that the index holds for a path; `undefined` where it is not indexed. */
  hashOf(path: string): string | undefined {
    const content = this.table.get(path)?.content;
    return content !== undefined && 'hash' in content ? content.hash : undefined;
  }

  /**
   * Loads what is stored. A store that turns out to be damaged is set aside and what was loaded is forgotten; one that is being written is read by
   * the updates that follow. Throws `BusyStoreError` where none does.
   */
  async load(pass: Pass): Promise<void> {
    await this.#load(pass, await this.#saved.read(pass));
  }

  /**
   * Forgets the saved segments that are in use, which cannot be read any more, and loads what is stored without them. Throws as `load` does.
   *
   * Cost: that of building the index from its documents.
   */
  async loadAnew(pass: Pass): Promise<void> {
    this.#forgetLoaded();
    // Another window's are its own to make anew.
    if (!this.store.isFollowing) this.#saved.remove();
    this.#notice = 'The saved segments of the index could not be read any more; they were made anew.';
    await this.#load(pass, []);
  }

  async #load(pass: Pass, saved: readonly SavedSegment[]): Promise<void> {
    try {
      this.#saved.note(await loadIndex(this.store.now, this.#index, this.table, pass, saved));
      if (this.store.now.basis() !== basisOf(this.#options)) this.table.distrust();
    } catch (error) {
      if (error instanceof DamagedStoreError) {
        this.#forgetLoaded();
        this.store.startAnew();
      } else if (error instanceof BusyStoreError && this.#options.updateOnOpen !== false) {
        // Whether what has been loaded is to be believed is found out with the rest.
        this.table.distrust();
        this.store.owe();
      } else if (error instanceof LostFrameError) await this.loadAnew(pass);
      else throw error;
    }
  }

  /** Whether segments may be in use that lie in this file (absolute path). */
  isSavedIn(file: string): boolean {
    return this.#saved.file === file;
  }

  /** Where the files of the folder at an absolute path are read to. */
  placeOf(folder: string): ReadingPlace {
    return {
      folder,
      settings: this.#options.settings,
      known: (path) => this.table.get(path),
      store: this.store.now,
      lexicons: this.lexicons,
    };
  }

  /** Takes over what a batch holds, which is empty afterwards. Returns whether what is searched has changed. */
  apply(batch: Batch, basis?: string): boolean {
    const { outcomes } = batch;
    const hasChanged = batch.apply(this.data, basis);
    if (hasChanged) this.#saved.note(outcomes);
    return hasChanged;
  }

  /** Merges segments that should be one. */
  async merge(pass: Pass): Promise<void> {
    while (!this.#index.settle(sliceEnd())) await pass();
  }

  /** Gives the store a new dictionary where the old one is mostly of no use. */
  async renew(pass: Pass): Promise<void> {
    while (this.store.now.renew()) await pass();
  }

  /** Saves the segments where much has changed; not where another process writes the store. */
  async save(pass: Pass): Promise<void> {
    if (!this.store.isFollowing) await this.#saved.save(this.data, pass);
  }

  /** Forgets everything, stored or not. */
  empty(): void {
    this.#forgetLoaded();
    this.#notice = undefined;
    this.store.now.clear();
    this.#saved.remove();
    const listing = listingFileOf(this.#options);
    if (listing !== undefined) forgetKept(listing);
  }

  close(): void {
    this.#index.close();
    this.store.close();
  }

  /** What is to be said of the store and of what is saved beside it, in sentences. */
  message(): string | undefined {
    return [this.store.now.status().message, this.#notice].filter(Boolean).join(' ') || undefined;
  }

  /** What a report tells of the contents. */
  figures(): Pick<FolderReport, 'revision' | 'files' | 'chunks' | 'entities' | 'bytes' | 'indexBytes' | 'skipped'> {
    const snapshot = this.snapshot();
    return {
      revision: this.#index.revision,
      files: this.table.files,
      chunks: chunksIn(snapshot),
      entities: this.#countEntities(snapshot),
      bytes: this.table.bytes,
      indexBytes: this.store.now.sizeBytes() + this.#saved.sizeBytes(),
      skipped: this.table.skipped(),
    };
  }

  #forgetLoaded(): void {
    const paths = [...this.#index.paths()];
    if (paths.length > 0) this.#index.apply([], paths);
    this.table.clear();
  }
}
