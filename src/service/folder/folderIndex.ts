/**
 * The index of one folder: loaded from its store, kept up to date by a sequence of updates (`folderUpdate.ts`), and queried through
 * snapshots.
 */

import type { FilesProgress } from '../../engine/answer/facts.ts';
import type { IndexReader } from '../../engine/index/reader.ts';
import type { Snapshot } from '../../engine/index/snapshot.ts';
import type { Message } from '../../engine/message.ts';
import type { Language } from '../../engine/text/languages.ts';
import type { Lexicons } from '../../engine/text/words/lexicon.ts';
import type { Yield } from '../../engine/util/steps.ts';
import { MessageError, message, phrase } from '../../messages/messages.ts';
import { LostFrameError } from '../../storage/frames.ts';
import { isSkipNote } from '../../storage/store.ts';
import { isSkipped } from '../../workspace/entries.ts';
import type { FileText } from '../../workspace/files/fileText.ts';
import { FolderLook } from '../../workspace/files/folderLook.ts';
import { type ReadResult, readDocument } from '../../workspace/files/readDocument.ts';
import { findRepository } from '../../workspace/git/git.ts';
import { BlobIds } from '../../workspace/git/gitBlobs.ts';
import { refuseUnlisted } from '../../workspace/ignore/folderRules.ts';
import { type TimeSlices, yieldToEventLoop } from '../scheduling/timeSlices.ts';
import type { FolderOptions } from '../types/options.ts';
import type { FolderReport, ImportedIndex } from '../types/results.ts';
import { FolderContents } from './folderContents.ts';
import { FolderGit } from './folderGit.ts';
import { FolderSeed, openExport } from './folderSeed.ts';
import { FolderState } from './folderState.ts';
import { FolderTexts } from './folderTexts.ts';
import { versions } from './indexStatistics.ts';
import { Maintenance } from './maintenance.ts';
import { FolderPast } from './past/folderPast.ts';
import type { PublishedOpener } from './published/opener.ts';
import { type FolderParts, joinedGeneration, readerOver } from './published/readers.ts';
import { Batch } from './update/batch.ts';
import type { Skipped } from './update/fileTable.ts';
import { FolderUpdate, type UpdatedFolder } from './update/folderUpdate.ts';
import { leaveOut } from './update/plan.ts';
import { readSlice } from './update/readSlice.ts';
import { UpdateQueue, type UpdateWork } from './update/updateQueue.ts';

/** What the folders of a service share. */
export interface FolderContext {
  readonly lexicons: Lexicons;
  readonly timeSlices: TimeSlices;
  /** Opens published indexes; without it, a folder opens its own. */
  readonly opener?: PublishedOpener;
  /** Called whenever the report has changed, possibly many times in a row. */
  readonly onChange: () => void;
}

/** What a folder keeps, for those who only read it. */
export type KeptContents = Pick<
  FolderContents,
  'data' | 'derived' | 'files' | 'isSavedIn' | 'lexicons' | 'mayHaveReplies' | 'overlay' | 'readReplies' | 'replies'
>;

export class FolderIndex {
  /** Absolute path. */
  readonly folder: string;
  readonly options: FolderOptions;
  /** git's blob ids of its indexed contents. */
  readonly blobIds: BlobIds;
  /** The commits that led to it. */
  readonly past: FolderPast;
  readonly #context: FolderContext;
  readonly #contents: FolderContents;
  readonly #look: FolderLook;
  readonly #texts: FolderTexts;
  readonly #git: FolderGit;
  readonly #state: FolderState;
  readonly #maintenance = new Maintenance({
    save: async () => {
      // Not beside an update, which saves when it ends.
      if (this.#state.kind === 'ready' && !this.#queue.isBusy) await this.#contents.save(this.#yielding());
    },
    merge: () => this.#contents.merge(this.#yielding()),
  });
  readonly #parts: UpdatedFolder;
  readonly #queue = new UpdateQueue((work) => this.#update(work));
  #work = new AbortController();
  #loaded: Promise<void> | undefined;
  #repaired: Promise<void> | undefined;
  #renewed: Promise<void> | undefined;
  #reader: IndexReader | undefined;
  /** The running update. */
  #updating: FolderUpdate | undefined;

  /** Opens the store; nothing is read yet. */
  constructor(folder: string, options: FolderOptions, context: FolderContext) {
    this.folder = folder;
    this.options = options;
    this.blobIds = new BlobIds(folder);
    this.past = new FolderPast(folder, options);
    this.#context = context;
    this.#contents = new FolderContents(folder, options, context.lexicons, context.opener);
    this.#texts = new FolderTexts(folder, options.settings, (path) => this.#contents.table.get(path));
    this.#look = new FolderLook(folder, options.settings, options);
    this.#git = new FolderGit(folder);
    this.#state = new FolderState(context.onChange);
    this.#parts = {
      ...{ folder, options, timeSlices: context.timeSlices, onChange: context.onChange },
      ...{ contents: this.#contents, look: this.#look, git: this.#git, maintenance: this.#maintenance, state: this.#state },
      seed: new FolderSeed(folder, options),
    };
  }

  /** Whether the folder is on this machine; if not, only its published index can be read. */
  get hasFiles(): boolean {
    return this.options.shared?.isWithoutFiles !== true;
  }

  /** Whether another process writes its index. */
  get isFollowing(): boolean {
    return this.#contents.store.isFollowing;
  }

  /** Whether it lies in a git repository that may be queried. */
  get isInGit(): boolean {
    return this.options.runGit && findRepository(this.folder) !== undefined;
  }

  /** Loads what is stored; updates requested meanwhile are queued. */
  load(): Promise<void> {
    this.#loaded = this.#load();
    return this.#loaded;
  }

  async #load(): Promise<void> {
    const { signal } = this.#work;
    await this.#contents.load(() => yieldToEventLoop(signal));
    if (!this.hasFiles) return;
    this.#git.watch(() => {
      if (this.#state.kind !== 'disabled' && !this.#context.timeSlices.isPaused) this.#queue.request();
    });
    this.#contents.store.follow(() => {
      if (!this.#queue.isBusy && !this.#context.timeSlices.isPaused) this.#queue.request([]);
    });
    this.#context.onChange();
  }

  /** Rebuilds saved segments that have become unreadable. Resolves when the folder can be queried again; throws like `load`. */
  repair(): Promise<void> {
    this.#repaired ??= this.#repair().finally(() => {
      this.#repaired = undefined;
    });
    return this.#repaired;
  }

  async #repair(): Promise<void> {
    // Cancelling now would fail the caller that opens the folder.
    await this.#loaded?.catch(() => undefined);
    await this.#stop(new Error('The index is being repaired'), () => this.#reload((yieldThread) => this.#contents.reload(yieldThread)));
    // The files of what was lost are being read.
    if (!this.#context.timeSlices.isPaused) await this.#queue.idle();
  }

  /**
   * Switches to the current published commit, or to none while it cannot be read: the folder's own index then has all files. Throws if the
   * published index is required.
   */
  renewPublished(): Promise<void> {
    this.#renewed ??= this.#renewPublished().finally(() => {
      this.#renewed = undefined;
    });
    return this.#renewed;
  }

  async #renewPublished(): Promise<void> {
    await this.#loaded?.catch(() => undefined);
    const { overlay } = this.#contents;
    const fault = overlay?.fault;
    const published = await overlay?.look();
    if (fault !== overlay?.fault) this.#context.onChange();
    if (published === overlay?.published) return;
    await this.#stop(new Error('Another index was published'), () =>
      this.#reload((yieldThread) => this.#contents.loadOver(published, yieldThread)),
    );
  }

  /** Whether a published index that could not be read should be looked for again. */
  get mayRecover(): boolean {
    const { overlay } = this.#contents;
    return overlay?.fault !== undefined && overlay.isDue;
  }

  /** Resolves when no repair is under way. */
  async untilRepaired(): Promise<void> {
    await this.#repaired?.catch(() => undefined);
  }

  async #reload(load: (yieldThread: Yield) => Promise<void>): Promise<void> {
    if (this.#state.kind === 'disabled') return;
    const { signal } = this.#work;
    const wasReady = this.#state.kind === 'ready';
    this.#state.toIndexing();
    this.#loaded = load(() => yieldToEventLoop(signal));
    try {
      await this.#loaded;
      // If the store was damaged as well, nothing has been loaded yet.
      if (wasReady && !this.#contents.table.isEmpty) this.#state.toReady();
    } catch (error) {
      // Cancelled by a rebuild, clear or close, which continues from here.
      if (signal.aborted) return;
      this.#state.toProblem(error);
      throw error;
    }
    this.#context.onChange();
    // For what was cancelled, and for what another window had not stored yet.
    if (this.options.updateOnOpen !== false) this.update().catch(() => undefined);
    else this.useAsStored();
  }

  /** The current snapshot; `undefined` if the folder cannot be read or was cleared. */
  snapshot(): Snapshot | undefined {
    return this.#state.isAlive ? this.#contents.snapshot() : undefined;
  }

  get contents(): KeptContents {
    return this.#contents;
  }

  /** What can be read of it now; undefined like `snapshot`. */
  parts(): FolderParts | undefined {
    const snapshot = this.snapshot();
    return snapshot && { snapshot, overlay: this.#contents.overlay };
  }

  /** One reader over its own documents and its published index; undefined like `snapshot`. */
  reader(): IndexReader | undefined {
    const parts = this.parts();
    if (parts === undefined) return undefined;
    if (this.#reader?.generation !== joinedGeneration(parts)) this.#reader = readerOver([parts], this.#context.lexicons);
    return this.#reader;
  }

  /** Whether it reads a published index now, which lacks some of what a folder's own index has. */
  get isShared(): boolean {
    return this.#contents.overlay?.published !== undefined;
  }

  /** Throws a `MessageError` if it reads a published index, for work that needs all documents. */
  refuseShared(): void {
    if (this.isShared) throw new MessageError(message('sharedWhole'));
  }

  /** How incomplete the index is; `undefined` if nothing is known to be missing. */
  progress(): FilesProgress | undefined {
    return this.#state.progress(this.#contents.fileCount);
  }

  /** The hash that the index holds for a path; `undefined` where it is not indexed. */
  hashOf(path: string): string | undefined {
    return this.#contents.hashOf(path);
  }

  /** The language that a path was read in; where it is not indexed, the one that it would be read in. */
  languageOf(path: string): Language {
    return this.#contents.languageOf(path);
  }

  /** The files and directories that are left out, sorted. */
  get skipped(): readonly Skipped[] {
    return this.#contents.table.skipped();
  }

  /** Why a path is left out: itself, or a directory above it; `undefined` if it is not. */
  skippedAt(path: string): Skipped | undefined {
    return this.skipped.find((one) => one.path === path || (one.path.endsWith('/') && `${path}/`.startsWith(one.path)));
  }

  /** A file as it was indexed; `undefined` if it is not indexed or has changed since. */
  fileText(path: string): FileText | undefined {
    return this.#texts.fileText(path);
  }

  /** Whether a file is indexed, and its size and times show that it has not changed since. */
  isAsIndexed(path: string): boolean {
    return this.#texts.isAsIndexed(path);
  }

  /** A file (relative path) as it is on disk, indexed or not. */
  readNow(path: string): ReadResult {
    return readDocument(this.folder, path, this.options.settings, (relative) => this.languageOf(relative));
  }

  /** Whether any indexed file lies below a directory. */
  holds(directory: string): boolean {
    for (const path of this.#contents.data.index.paths()) if (path.startsWith(`${directory}/`)) return true;
    return false;
  }

  /** Treats what was loaded as up to date. */
  useAsStored(): void {
    const fault = this.hasFiles ? undefined : this.#contents.overlay?.fault;
    if (fault === undefined) this.#state.toReady();
    else this.#state.toProblem(new MessageError(fault));
    this.#state.unchanged = this.#contents.fileCount;
    this.past.load(this.#yielding()).catch(() => undefined);
  }

  /** Checks the given paths (relative), or everything, after earlier requests. Resolves when done. */
  update(paths?: Iterable<string>): Promise<void> {
    if (this.#state.kind === 'disabled') return Promise.resolve();
    if (paths === undefined && this.#contents.overlay?.isDue) this.renewPublished().catch(() => undefined);
    if (!this.hasFiles) return this.idle();
    return this.#queue.request(paths);
  }

  /** Checks a few paths at once, ahead of other work: a question found that they changed. Not while paused. */
  async refresh(paths: readonly string[]): Promise<void> {
    if (!this.#isFollowed()) return;
    const { signal } = this.#work;
    const outcomes = await this.#look.describe(paths);
    // Cleared, closed or rebuilt meanwhile.
    if (signal.aborted) return;
    const batch = new Batch();
    leaveOut(this.#contents.table, outcomes, batch);
    for (const [path, outcome] of outcomes) {
      if (outcome !== undefined && !isSkipped(outcome)) readSlice(this.#contents.place, [outcome], 0, (read) => batch.add(read));
      this.#updating?.forget(path);
    }
    if (this.#contents.apply(batch)) this.#maintenance.saveSoon();
  }

  /** Resolves when no file that git has replaced (another branch, a stash) is found any more. Not while paused. */
  async awaitBranchSwitch(signal?: AbortSignal): Promise<void> {
    await this.#git.untilRemoved({ update: () => this.#queue.request(), isFollowed: () => this.#isFollowed() }, signal);
  }

  /** Resolves when no update is running or queued. */
  async idle(): Promise<void> {
    await this.untilRepaired();
    await this.#renewed?.catch(() => undefined);
    await this.#queue.idle();
    await this.past.idle();
  }

  /**
   * Discards everything, stored or not, and reads the folder again. Throws if another process writes the store, while paused, and if the
   * folder cannot be listed: the index is then kept.
   */
  async rebuild(): Promise<void> {
    this.#refuseAsReader('rebuilt');
    if (this.#context.timeSlices.isPaused) throw new MessageError(message('pausedRebuild', JSON.stringify(this.folder)));
    refuseUnlisted(this.folder);
    await this.#stop(new MessageError(message('rebuilding')), () => {
      this.#contents.empty();
      this.#state.toIndexing();
      return this.update();
    });
  }

  /**
   * Updates the index with segments of an export (absolute path of its directory) in place of analysing its files. Throws like `openExport`, if
   * another process writes the store, while paused, and if the folder cannot be listed.
   */
  async importFrom(directory: string): Promise<ImportedIndex> {
    this.#refuseAsReader('filled from an export');
    if (this.#context.timeSlices.isPaused) throw new MessageError(message('pausedImport', JSON.stringify(this.folder)));
    refuseUnlisted(this.folder);
    const exported = await openExport(directory, this.#context.lexicons, this.#yielding());
    await this.#stop(new MessageError(message('importing')), () => {
      this.#parts.seed.use(exported);
      this.#state.toIndexing();
      return this.update();
    });
    if (this.#state.problem !== undefined) throw new MessageError(this.#state.problem);
    const { table } = this.#contents;
    const { head, digest, files } = exported;
    let same = 0;
    for (const path of files.keys()) {
      const content = table.get(path)?.content;
      if (content !== undefined && !isSkipNote(content) && files.has(path, content)) same++;
    }
    const replies = await this.#contents.replies.take(exported.replies, this.#yielding());
    return { commit: head.commit, files: files.size, same, analysed: table.files - same, replies, digest };
  }

  /** Discards everything and stays empty until `rebuild`. Throws if another process writes the store. */
  async clear(): Promise<void> {
    this.#refuseAsReader('cleared');
    await this.#stop(new MessageError(message('cleared')), () => {
      this.#contents.empty();
      this.past.remove();
      // A rebuild keeps them: they depend on contents alone, and may have cost money.
      this.#contents.replies.remove();
      this.#state.toDisabled();
      this.#context.onChange();
    });
  }

  /** Ends all work, stores what was read, and releases the store. Later requests are not answered. */
  async close(): Promise<void> {
    await this.#stop(new MessageError(message('closed')), () => {
      this.#state.toDisabled();
      this.#git.close();
      this.#contents.close();
    });
  }

  report(): FolderReport {
    const status = this.#contents.store.now.status();
    return {
      folder: this.folder,
      state: this.#context.timeSlices.isPaused && this.#state.isAlive ? 'paused' : this.#state.kind,
      messages: this.#messages(),
      ...(this.#state.isGone ? { isGone: true } : {}),
      progress: this.progress(),
      ...this.#contents.figures(this.#state.kind === 'indexing'),
      indexDirectory: status.directory,
      ...this.#state.lastUpdate(),
      git: this.#git.change,
      ...(this.options.shared && { shared: this.isShared ? 'used' : 'lost' }),
      versions: versions(),
    };
  }

  #messages(): readonly Message[] | undefined {
    const { problem, notes } = this.#state;
    return [problem, this.#contents.overlay?.fault, this.#contents.messages(), notes].find((messages) => messages?.length);
  }

  async #update(work: UpdateWork): Promise<void> {
    const startedMs = performance.now();
    const { signal } = this.#work;
    this.#updating = new FolderUpdate(this.#parts, work, signal);
    try {
      await this.#loaded?.catch(() => undefined);
      await this.#updating.run().catch((error) => this.#retryUpdate(error));
      this.#state.toReady();
    } catch (error) {
      if (!signal.aborted) this.#state.toProblem(error);
    } finally {
      this.#updating = undefined;
      this.#git.isDone();
      this.#state.ended(startedMs);
      if (!signal.aborted && this.hasFiles) this.#followPast();
    }
  }

  /** Commits are read beside further updates. */
  #followPast(): void {
    const { signal } = this.#work;
    void this.past.follow(this.#yielding(), signal, !this.options.isReader && !this.isFollowing);
  }

  /** An update found saved segments to be unreadable: rebuilds them and checks everything. */
  async #retryUpdate(error: unknown): Promise<void> {
    if (!(error instanceof LostFrameError)) throw error;
    this.#state.toIndexing();
    await this.#contents.reload(this.#yielding());
    this.#updating = new FolderUpdate(this.#parts, { paths: new Set(), everything: true }, this.#work.signal);
    await this.#updating.run();
  }

  #refuseAsReader(what: 'rebuilt' | 'cleared' | 'filled from an export'): void {
    if (!this.isFollowing) return;
    throw new MessageError(message('keptElsewhere', JSON.stringify(this.folder), phrase(what)));
  }

  /** Whether a question may wait for changes to be indexed. */
  #isFollowed(): boolean {
    return !this.#context.timeSlices.isPaused && this.#state.isAlive;
  }

  /** Yields the thread for work outside of updates; throws once the current work is cancelled. */
  #yielding(): Yield {
    const { signal } = this.#work;
    return () => this.#context.timeSlices.yieldThread(signal);
  }

  /** Cancels running and queued work. `next` follows at once, so concurrent calls each start from the state that the previous one left. */
  async #stop<T>(reason: Error, next: () => T): Promise<Awaited<T>> {
    do {
      this.#work.abort(reason);
      await this.#loaded?.catch(() => undefined);
      await this.#queue.idle();
      await this.past.idle();
    } while (this.#queue.isBusy);
    this.#maintenance.stop();
    this.#work = new AbortController();
    return await next();
  }
}
