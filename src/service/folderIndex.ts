/**
 * The index of one folder: loaded from its store, kept in step with the files, and asked through snapshots.
 *
 * A first build reads and analyses its files in a worker thread; all other work runs in slices of some milliseconds on the one thread.
 * What has been read is applied in batches that grow, so that questions are answered meanwhile from what is there.
 */

import { statSync } from 'node:fs';
import { algorithmVersion } from '../core/version.ts';
import type { Lexicons } from '../index/lexicon.ts';
import { LivingIndex } from '../index/livingIndex.ts';
import { createMemoryStore } from '../index/memoryStore.ts';
import type { Snapshot } from '../index/snapshot.ts';
import { openSqliteStore } from '../index/sqliteStore.ts';
import { DamagedStoreError, type DocumentStore } from '../index/store.ts';
import { type FileEntry, isSkipped, type SkippedFile } from '../workspace/entries.ts';
import { systemPaths } from '../workspace/paths.ts';
import { isUnchanged } from '../workspace/sweep.ts';
import { describeFiles, listFolder } from '../workspace/walk.ts';
import { BackgroundReader } from './backgroundReader.ts';
import { Batch, type FolderData } from './batch.ts';
import { chunksIn, keysIn, versions } from './counts.ts';
import { FileTable } from './fileTable.ts';
import { loadIndex } from './loadIndex.ts';
import type { FileOutcome } from './readFile.ts';
import { type ReadingPlace, readSlice } from './readSlice.ts';
import type { FolderReport, Progress } from './results.ts';
import type { FolderOptions } from './service.ts';
import { type Gate, giveTurn, sliceMs } from './turns.ts';
import { UpdateQueue, type UpdateWork } from './updateQueue.ts';

/** What a folder shares with the others of its service. */
export interface FolderContext {
  readonly lexicons: Lexicons;
  readonly gate: Gate;
  /** Called whenever the report has changed, also many times in a row. */
  readonly onChange: () => void;
}

/** Chunks of the first batch, so that there is something to ask soon, and the most that one batch holds back. */
const firstBatchChunks = 256;
const largestBatchChunks = 2048;
/** Files from which a first build is worth a worker, and how many it reads at a time. */
const backgroundFrom = 200;
const backgroundPortion = 48;
/** How long after the last change the store is tidied, in milliseconds. */
const tidyAfterMs = 60_000;

export class FolderIndex {
  /** Absolute path. */
  readonly folder: string;
  readonly #options: FolderOptions;
  readonly #context: FolderContext;
  readonly #index: LivingIndex;
  readonly #table = new FileTable();
  readonly #queue: UpdateQueue;
  #store: DocumentStore;
  #work = new AbortController();
  #state: 'indexing' | 'ready' | 'disabled' | 'problem' = 'indexing';
  #problem: string | undefined;
  /** What the last listing could not take into account. */
  #notes = '';
  #loaded: Promise<void> | undefined;
  #progress: Progress | undefined;
  #batch: Batch | undefined;
  #tidyTimer: NodeJS.Timeout | undefined;
  #isUntidy = false;
  #last = { ms: 0, at: undefined as string | undefined, read: 0, unchanged: 0 };
  #entities = { generation: -1, count: 0 };

  /** Opens the store; nothing is read yet. */
  constructor(folder: string, options: FolderOptions, context: FolderContext) {
    this.folder = folder;
    this.#options = options;
    this.#context = context;
    this.#index = new LivingIndex(context.lexicons);
    this.#store = openStore(options);
    this.#queue = new UpdateQueue((work) => this.#update(work));
  }

  /** Loads what is stored; updates that are asked for meanwhile wait. */
  load(): Promise<void> {
    this.#loaded = this.#load();
    return this.#loaded;
  }

  /** A store that turns out to be damaged is set aside and what was loaded is forgotten. */
  async #load(): Promise<void> {
    try {
      await loadIndex(this.#store, this.#index, this.#table, () => giveTurn(this.#work.signal));
      if (this.#store.basis() !== this.#basis()) this.#distrustRows();
    } catch (error) {
      if (!(error instanceof DamagedStoreError)) throw error;
      this.#store.close();
      this.#forgetAll();
      this.#store = openStore(this.#options, true);
    }
    this.#context.onChange();
  }

  /** What can be asked; `undefined` while the folder itself cannot be read, or was cleared. */
  snapshot(): Snapshot | undefined {
    return this.#state === 'problem' || this.#state === 'disabled' ? undefined : this.#index.snapshot();
  }

  /** How far the index is from what the files say; `undefined` where nothing is known to be missing. */
  progress(): Progress | undefined {
    if (this.#state !== 'indexing') return undefined;
    return this.#progress ?? { filesDone: 0, filesTotal: this.#table.files };
  }

  /** The hash that the index holds for a path; `undefined` where it is not indexed. */
  hashOf(path: string): string | undefined {
    const content = this.#table.get(path)?.content;
    return content !== undefined && 'hash' in content ? content.hash : undefined;
  }

  /** Files, documents and store, for digests and checks. Read only. */
  data(): FolderData {
    return { table: this.#table, index: this.#index, store: this.#store };
  }

  get options(): FolderOptions {
    return this.#options;
  }

  /** Takes what was loaded as up to date. */
  useAsStored(): void {
    this.#state = 'ready';
    this.#last = { ...this.#last, unchanged: this.#table.files };
  }

  /** Looks at the named paths (relative), or at everything, after what was asked for before. Resolves when that is done. */
  update(paths?: Iterable<string>): Promise<void> {
    return this.#state === 'disabled' ? Promise.resolve() : this.#queue.request(paths);
  }

  /** Looks at a few paths at once, whatever else is under way: a question found them changed. Not while paused. */
  async refresh(paths: readonly string[]): Promise<void> {
    if (this.#context.gate.isClosed || this.#state === 'disabled' || this.#state === 'problem') return;
    const outcomes = await describeFiles(this.folder, paths, this.#options.settings, this.#options);
    const batch = new Batch();
    for (const [path, outcome] of outcomes) {
      if (outcome === undefined || isSkipped(outcome)) this.#leaveOut(path, outcome, batch);
      else readSlice(this.#place(), [outcome], 0, (read) => batch.add(read));
      this.#batch?.forget(path);
    }
    this.#apply(batch);
  }

  /** Resolves when no update runs or waits. */
  idle(): Promise<void> {
    return this.#queue.idle();
  }

  /** Forgets everything, stored or not, and reads the folder anew. */
  async rebuild(): Promise<void> {
    await this.#stop(new Error('The index is being rebuilt'));
    this.#forgetAll();
    this.#store.clear();
    this.#state = 'indexing';
    await this.update();
  }

  /** Forgets everything and stays empty until `rebuild`. */
  async clear(): Promise<void> {
    await this.#stop(new Error('The index was cleared'));
    this.#forgetAll();
    this.#store.clear();
    this.#state = 'disabled';
    this.#context.onChange();
  }

  /** Ends what runs, keeps what was read, lets go of the store. What is asked afterwards is not answered. */
  async close(): Promise<void> {
    await this.#stop(new Error('The folder was closed'));
    this.#state = 'disabled';
    this.tidy();
    this.#store.close();
  }

  /** Drops documents that no file has any more from the store, where some may be. */
  tidy(): void {
    clearTimeout(this.#tidyTimer);
    if (this.#isUntidy) this.#store.compact();
    this.#isUntidy = false;
  }

  report(): FolderReport {
    const status = this.#store.status();
    const isPaused = this.#context.gate.isClosed && (this.#state === 'indexing' || this.#state === 'ready');
    return {
      folder: this.folder,
      state: isPaused ? 'paused' : this.#state,
      message: this.#problem ?? status.message ?? (this.#notes || undefined),
      progress: this.progress(),
      files: this.#table.files,
      chunks: chunksIn(this.#index.snapshot()),
      entities: this.#countEntities(),
      bytes: this.#table.bytes,
      indexBytes: this.#store.sizeBytes(),
      indexFile: status.file,
      lastUpdateMs: this.#last.ms,
      lastUpdateAt: this.#last.at,
      filesRead: this.#last.read,
      filesUnchanged: this.#last.unchanged,
      skipped: this.#table.skipped(),
      versions: versions(),
    };
  }

  async #update(work: UpdateWork): Promise<void> {
    const started = performance.now();
    const { signal } = this.#work;
    const hadProblem = this.#state === 'problem';
    try {
      await this.#loaded?.catch(() => undefined);
      await this.#pass();
      this.#last = { ...this.#last, read: 0, unchanged: 0 };
      const everything = work.everything || hadProblem || [...work.paths].some((path) => this.#isDirectory(path));
      await this.#process(everything ? await this.#planAll() : await this.#planPaths([...work.paths]));
      // After a build or a branch switch at once; after a save when nothing has been saved for a while.
      if (everything) this.tidy();
      this.#state = 'ready';
      this.#problem = undefined;
    } catch (error) {
      if (!signal.aborted) {
        this.#state = 'problem';
        this.#problem = error instanceof Error ? error.message : String(error);
      }
    } finally {
      this.#progress = undefined;
      this.#batch = undefined;
      this.#last = { ...this.#last, ms: performance.now() - started, at: new Date().toISOString() };
      this.#context.onChange();
    }
  }

  /** What must be read after a walk over the folder. */
  async #planAll(): Promise<Plan> {
    const { settings, runGit } = this.#options;
    // A look that finds nothing new is not worth telling of; the first one is.
    const onProgress = (found: number): void => {
      if (this.#state !== 'indexing') return;
      this.#progress = { filesDone: 0, filesTotal: Math.max(found, this.#table.files) };
      this.#context.onChange();
    };
    const listing = await listFolder(this.folder, settings, { runGit, signal: this.#work.signal, onProgress });
    this.#table.passOnly(listing.skipped);
    this.#notes = listing.problems.join(' ');
    const listed = new Set<string>();
    const toRead: FileEntry[] = [];
    for (const entry of listing.files) {
      listed.add(entry.path);
      if (!this.#isKnown(entry)) toRead.push(entry);
    }
    const batch = new Batch();
    for (const path of this.#table.paths()) if (!listed.has(path)) batch.remove(path);
    return {
      batch,
      toRead,
      unchanged: listing.files.length - toRead.length,
      basis: this.#store.basis() === this.#basis() ? undefined : this.#basis(),
    };
  }

  /** As `planAll`, for some paths; one that is gone may have been a directory. */
  async #planPaths(paths: readonly string[]): Promise<Plan> {
    const outcomes = await describeFiles(this.folder, paths, this.#options.settings, this.#options);
    const batch = new Batch();
    const toRead: FileEntry[] = [];
    let unchanged = 0;
    for (const [path, outcome] of outcomes) {
      if (outcome === undefined || isSkipped(outcome)) this.#leaveOut(path, outcome, batch);
      else if (this.#isKnown(outcome)) unchanged++;
      else toRead.push(outcome);
    }
    return { batch, toRead, unchanged };
  }

  /** Removes a path that is gone (it may have been a directory) or left out (by itself or with a directory above it). */
  #leaveOut(path: string, skipped: SkippedFile | undefined, batch: Batch): void {
    this.#table.unpass(path);
    for (const known of this.#table.paths()) if (known === path || known.startsWith(`${path}/`)) batch.remove(known);
    if (skipped !== undefined) batch.add({ kind: 'passed', skipped });
  }

  async #process({ batch, toRead, unchanged, basis }: Plan): Promise<void> {
    this.#batch = batch;
    const total = toRead.length + unchanged;
    if (toRead.length > 0) this.#state = 'indexing';
    this.#last = { ...this.#last, unchanged };
    let wanted = firstBatchChunks;
    const told = async (at: number): Promise<void> => {
      this.#last = { ...this.#last, read: at };
      this.#progress = { filesDone: unchanged + at, filesTotal: total };
      this.#context.onChange();
      if (batch.chunks >= wanted) {
        this.#apply(batch);
        wanted = Math.min(wanted * 2, largestBatchChunks);
      }
      await this.#pass();
    };
    // What is known already is found in the store, which a worker does not have.
    const isFirst = this.#table.files === 0 && toRead.length >= backgroundFrom;
    let at = isFirst ? await this.#readInBackground(toRead, batch, told) : 0;
    while (at < toRead.length) {
      at = readSlice(this.#place(), toRead, at, (outcome) => batch.add(outcome));
      await told(at);
    }
    this.#apply(batch, basis);
    while (!this.#index.settle(sliceMs)) await this.#pass();
  }

  /** Reads files in a worker, two portions under way, and returns how many were read: all, unless the worker failed. */
  async #readInBackground(files: readonly FileEntry[], batch: Batch, told: (at: number) => Promise<void>): Promise<number> {
    const { settings } = this.#options;
    const reader = BackgroundReader.start({ folder: this.folder, settings });
    if (reader === undefined) return 0;
    const portion = (at: number) => reader.read(files.slice(at, at + backgroundPortion));
    let at = 0;
    try {
      let ahead = portion(0);
      while (at < files.length) {
        const next = at + backgroundPortion;
        const current = ahead;
        if (next < files.length) {
          ahead = portion(next);
          // Told when its turn comes; until then nobody waits for it.
          ahead.catch(() => undefined);
        }
        const outcomes = await current.catch(() => undefined);
        if (outcomes === undefined) return at;
        for (const outcome of outcomes) if (!this.#isOvertaken(outcome)) batch.add(outcome);
        at = Math.min(next, files.length);
        await told(at);
      }
      return at;
    } finally {
      reader.close();
    }
  }

  /** Whether something newer than what a worker read has been applied meanwhile. */
  #isOvertaken(outcome: FileOutcome): boolean {
    if (outcome.kind !== 'row') return false;
    const now = this.#table.get(outcome.row.path);
    return now !== undefined && now.indexedAtNs >= outcome.row.indexedAtNs;
  }

  #place(): ReadingPlace {
    return { folder: this.folder, settings: this.#options.settings, known: (path) => this.#table.get(path), store: this.#store };
  }

  #apply(batch: Batch, basis?: string): void {
    if (batch.apply(this.data(), basis)) this.#isUntidy = true;
    if (this.#isUntidy) {
      clearTimeout(this.#tidyTimer);
      this.#tidyTimer = setTimeout(() => this.tidy(), tidyAfterMs).unref();
    }
  }

  #isKnown(entry: FileEntry): boolean {
    const row = this.#table.get(entry.path);
    return row !== undefined && isUnchanged(row, { ...entry, inode: BigInt.asIntN(64, entry.inode) });
  }

  #isDirectory(path: string): boolean {
    try {
      return statSync(systemPaths.toAbsolute(this.folder, path), { throwIfNoEntry: false })?.isDirectory() === true;
    } catch {
      return true;
    }
  }

  /** Other settings may skip other files, so every file is looked at again; documents are found by their hash. */
  #distrustRows(): void {
    for (const row of [...this.#table.rows()]) this.#table.put({ ...row, indexedAtNs: 0n });
  }

  #basis(): string {
    return JSON.stringify(this.#options.settings);
  }

  #forgetAll(): void {
    const paths = [...this.#index.paths()];
    if (paths.length > 0) this.#index.apply([], paths);
    this.#table.clear();
    this.#problem = undefined;
  }

  async #pass(): Promise<void> {
    await this.#context.gate.pass(this.#work.signal);
  }

  /** Ends what runs and waits, and makes ready for new work. */
  async #stop(reason: Error): Promise<void> {
    this.#work.abort(reason);
    await this.#loaded?.catch(() => undefined);
    await this.#queue.idle();
    this.#work = new AbortController();
  }

  #countEntities(): number {
    const { generation } = this.#index;
    if (this.#entities.generation !== generation) this.#entities = { generation, count: keysIn(this.#index.snapshot()) };
    return this.#entities.count;
  }
}

interface Plan {
  /** Holds what is removed already. */
  readonly batch: Batch;
  readonly toRead: readonly FileEntry[];
  readonly unchanged: number;
  readonly basis?: string;
}

function openStore(options: FolderOptions, isDamaged = false): DocumentStore {
  if (options.indexFile === undefined) return createMemoryStore();
  return openSqliteStore(options.indexFile, { algorithm: algorithmVersion, isDamaged });
}
