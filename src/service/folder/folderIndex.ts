/**
 * The index of one folder: loaded from its store, kept in step with the files by one update after the other (`folderUpdate.ts`), and asked
 * through snapshots.
 */

import type { FilesProgress } from '../../engine/answer/facts.ts';
import { type MemoryBudget, overBudget } from '../../engine/index/memoryBudget.ts';
import type { Snapshot } from '../../engine/index/snapshot.ts';
import type { Lexicons } from '../../engine/text/words/lexicon.ts';
import { LostFrameError } from '../../storage/frames.ts';
import { isSkipped } from '../../workspace/entries.ts';
import type { FileText } from '../../workspace/files/fileText.ts';
import { FolderLook } from '../../workspace/files/folderLook.ts';
import { type ReadResult, readDocument } from '../../workspace/files/readDocument.ts';
import { refuseUnlisted } from '../../workspace/ignore/folderRules.ts';
import type { FolderOptions } from '../options.ts';
import type { FolderReport } from '../results.ts';
import { type Gate, giveTurn } from '../scheduling/timeSlices.ts';
import { FolderContents } from './folderContents.ts';
import { FolderGit } from './folderGit.ts';
import { FolderState } from './folderState.ts';
import { FolderTexts } from './folderTexts.ts';
import { versions } from './indexStatistics.ts';
import { Upkeep } from './maintenance.ts';
import { WorktreeStart } from './seedFromWorktree.ts';
import { Batch, type FolderData } from './update/batch.ts';
import { FolderUpdate, type UpdatedFolder } from './update/folderUpdate.ts';
import { leaveOut } from './update/plan.ts';
import { readSlice } from './update/readSlice.ts';
import { UpdateQueue, type UpdateWork } from './update/updateQueue.ts';
import { rehearse } from './update/warmUp.ts';

/** What a folder shares with the others of its service. */
export interface FolderContext {
  readonly lexicons: Lexicons;
  readonly gate: Gate;
  /** Absent keeps all postings in memory. */
  readonly budget?: MemoryBudget;
  /** Called whenever the report has changed, also many times in a row. */
  readonly onChange: () => void;
}

export class FolderIndex {
  /** Absolute path. */
  readonly folder: string;
  /** The same for an index that takes the place of another one of the folder. */
  readonly identity: object;
  readonly #options: FolderOptions;
  readonly #context: FolderContext;
  readonly #contents: FolderContents;
  readonly #look: FolderLook;
  readonly #texts: FolderTexts;
  readonly #git: FolderGit;
  readonly #state: FolderState;
  readonly #upkeep = new Upkeep({
    tidy: () => this.#contents.store.now.compact(),
    renew: () => this.#contents.renew(this.#passing()),
    merge: () => this.#contents.merge(this.#passing()),
  });
  readonly #parts: UpdatedFolder;
  readonly #queue = new UpdateQueue((work) => this.#update(work));
  #work = new AbortController();
  #loaded: Promise<void> | undefined;
  #mended: Promise<void> | undefined;
  /** The update that runs. */
  #updating: FolderUpdate | undefined;

  /** Opens the store; nothing is read yet. */
  constructor(folder: string, options: FolderOptions, context: FolderContext, identity: object = {}) {
    this.folder = folder;
    this.identity = identity;
    this.#options = options;
    this.#context = context;
    this.#contents = new FolderContents(options, context.lexicons, context.budget);
    this.#texts = new FolderTexts(folder, options.settings, (path) => this.#contents.table.get(path));
    this.#look = new FolderLook(folder, options.settings, options);
    this.#git = new FolderGit(folder);
    this.#state = new FolderState(context.onChange);
    this.#parts = {
      ...{ folder, options, gate: context.gate, onChange: context.onChange },
      ...{ contents: this.#contents, look: this.#look, git: this.#git, upkeep: this.#upkeep, state: this.#state },
      start: new WorktreeStart(folder, options),
    };
  }

  /** Loads what is stored; updates that are asked for meanwhile wait. */
  load(): Promise<void> {
    this.#loaded = this.#load();
    return this.#loaded;
  }

  async #load(): Promise<void> {
    const { signal } = this.#work;
    await this.#contents.load(() => giveTurn(signal));
    this.#git.watch(() => {
      if (this.#state.kind !== 'disabled' && !this.#context.gate.isClosed) this.#queue.request();
    });
    this.#contents.store.follow(() => {
      if (!this.#queue.isBusy && !this.#context.gate.isClosed) this.#queue.request([]);
    });
    this.#context.onChange();
  }

  /** Whether its built segments may lie in this file (absolute path). */
  isSavedIn(file: string): boolean {
    return this.#contents.isSavedIn(file);
  }

  /** Makes the built segments anew that cannot be read any more. Resolves when the folder can be asked again; throws as `load` does. */
  mend(): Promise<void> {
    this.#mended ??= this.#mend().finally(() => {
      this.#mended = undefined;
    });
    return this.#mended;
  }

  async #mend(): Promise<void> {
    // Ended now, it would fail whoever opens the folder.
    await this.#loaded?.catch(() => undefined);
    await this.#stop(new Error('The index is being mended'), () => this.#loadAnew());
  }

  /** Resolves when it is not being mended. */
  async whole(): Promise<void> {
    await this.#mended?.catch(() => undefined);
  }

  async #loadAnew(): Promise<void> {
    if (this.#state.kind === 'disabled') return;
    const { signal } = this.#work;
    const wasReady = this.#state.kind === 'ready';
    this.#state.toIndexing();
    this.#loaded = this.#contents.loadAnew(() => giveTurn(signal));
    try {
      await this.#loaded;
      // A store that was damaged as well has given nothing yet.
      if (wasReady && !this.#contents.table.isEmpty) this.#state.toReady();
    } catch (error) {
      // Who ended it goes on from there: it is built anew, cleared or closed.
      if (signal.aborted) return;
      this.#state.toProblem(error);
      throw error;
    }
    this.#context.onChange();
    // For what was stopped, and for what another window had not stored yet.
    if (this.#options.updateOnOpen !== false) this.update().catch(() => undefined);
  }

  /** What can be asked; `undefined` while the folder itself cannot be read, or was cleared. */
  snapshot(): Snapshot | undefined {
    return this.#state.isAlive ? this.#contents.snapshot() : undefined;
  }

  /** How far the index is from what the files say; `undefined` where nothing is known to be missing. */
  progress(): FilesProgress | undefined {
    return this.#state.progress(this.#contents.table.files);
  }

  /** The hash that the index holds for a path; `undefined` where it is not indexed. */
  hashOf(path: string): string | undefined {
    return this.#contents.hashOf(path);
  }

  /** A file as it was indexed; `undefined` where it is not indexed, or is no more what was indexed. */
  fileText(path: string): FileText | undefined {
    return this.#texts.fileText(path);
  }

  /** A file (relative path) as it lies on disk, indexed or not. */
  readNow(path: string): ReadResult {
    return readDocument(this.folder, path, this.#options.settings);
  }

  /** Whether some indexed file lies below a directory. */
  holds(directory: string): boolean {
    for (const path of this.data().index.paths()) if (path.startsWith(`${directory}/`)) return true;
    return false;
  }

  /** Files, documents and store, for digests and checks. Read only. */
  data(): FolderData {
    return this.#contents.data;
  }

  get options(): FolderOptions {
    return this.#options;
  }

  /** Whether it is up to date as far as it knows, and nothing is under way. */
  get isAtRest(): boolean {
    return this.#state.kind === 'ready' && !this.#queue.isBusy && !this.#context.gate.isClosed;
  }

  /** What the ids of its documents belong to. */
  get lexicons(): Lexicons {
    return this.#context.lexicons;
  }

  /** Takes what was loaded as up to date. */
  useAsStored(): void {
    this.#state.toReady();
    this.#state.unchanged = this.#contents.table.files;
  }

  /** Looks at the named paths (relative), or at everything, after what was asked for before. Resolves when that is done. */
  update(paths?: Iterable<string>): Promise<void> {
    return this.#state.kind === 'disabled' ? Promise.resolve() : this.#queue.request(paths);
  }

  /** Looks at a few paths at once, whatever else is under way: a question found them changed. Not while paused. */
  async refresh(paths: readonly string[]): Promise<void> {
    if (!this.#isFollowed()) return;
    const { signal } = this.#work;
    const outcomes = await this.#look.describe(paths);
    // Cleared, closed or built anew meanwhile.
    if (signal.aborted) return;
    const batch = new Batch();
    leaveOut(this.#contents.table, outcomes, batch);
    for (const [path, outcome] of outcomes) {
      if (outcome !== undefined && !isSkipped(outcome))
        readSlice(this.#contents.placeOf(this.folder), [outcome], 0, (read) => batch.add(read));
      this.#updating?.forget(path);
    }
    this.#upkeep.hasApplied(this.#contents.apply(batch));
  }

  /** Resolves when nothing is found any more that git has replaced by now (another branch, a stash). Not while paused. */
  async leaveOldBranch(signal?: AbortSignal): Promise<void> {
    await this.#git.untilLeft({ update: () => this.#queue.request(), isFollowed: () => this.#isFollowed() }, signal);
  }

  /** Reads what the first change would wait for. `turn` is awaited between steps. */
  async readAhead(turn: () => Promise<void>): Promise<void> {
    const { signal } = this.#work;
    while (!signal.aborted && this.#contents.store.now.readAhead()) await turn();
  }

  /** Goes through some changes that nobody waits for (`warmUp.ts`); returns whether there were any. `turn` is awaited between steps. */
  async rehearse(turn: () => Promise<void>): Promise<boolean> {
    const { signal } = this.#work;
    const changes = await rehearse(this.folder, this.#options, this.#contents.table.rows(), async () => {
      await turn();
      signal.throwIfAborted();
    });
    return changes > 0;
  }

  /** Resolves when no update runs or waits. */
  async idle(): Promise<void> {
    await this.whole();
    await this.#queue.idle();
  }

  /**
   * Forgets everything, stored or not, and reads the folder anew. Throws where another process writes the store, while paused, and where the
   * folder cannot be listed: what is known is kept then.
   */
  async rebuild(): Promise<void> {
    this.#refuseAsReader('rebuilt');
    if (this.#context.gate.isClosed)
      throw new Error(`The index of ${JSON.stringify(this.folder)} cannot be rebuilt while indexing is paused; resume it first`);
    refuseUnlisted(this.folder);
    await this.#stop(new Error('The index is being rebuilt'), () => {
      this.#contents.empty();
      this.#state.toIndexing();
      return this.update();
    });
  }

  /** Forgets everything and stays empty until `rebuild`. Throws where another process writes the store. */
  async clear(): Promise<void> {
    this.#refuseAsReader('cleared');
    await this.#stop(new Error('The index was cleared'), () => {
      this.#contents.empty();
      this.#state.toDisabled();
      this.#context.onChange();
    });
  }

  /** Ends what runs, keeps what was read, lets go of the store. What is asked afterwards is not answered. */
  async close(): Promise<void> {
    await this.#stop(new Error('The folder was closed'), () => {
      this.#state.toDisabled();
      this.#git.close();
      this.#upkeep.tidy();
      this.#contents.close();
    });
  }

  report(): FolderReport {
    const status = this.#contents.store.now.status();
    return {
      folder: this.folder,
      state: this.#context.gate.isClosed && this.#state.isAlive ? 'paused' : this.#state.kind,
      message: this.#state.problem ?? this.#contents.message() ?? (this.#state.notes || overBudget(this.#context.budget)),
      ...(this.#state.isGone ? { isGone: true } : {}),
      memory: this.#context.budget?.use(),
      progress: this.progress(),
      ...this.#contents.figures(),
      indexFile: status.file,
      ...this.#state.lastUpdate(),
      git: this.#git.change,
      versions: versions(),
    };
  }

  async #update(work: UpdateWork): Promise<void> {
    const startedMs = performance.now();
    const { signal } = this.#work;
    this.#updating = new FolderUpdate(this.#parts, work, signal);
    try {
      await this.#loaded?.catch(() => undefined);
      await this.#updating.run().catch((error) => this.#updateAnew(error));
      this.#state.toReady();
    } catch (error) {
      if (!signal.aborted) this.#state.toProblem(error);
    } finally {
      this.#updating = undefined;
      this.#git.isDone();
      this.#state.ended(startedMs);
    }
  }

  /** An update has come upon built segments that cannot be read any more: they are made anew, and everything is looked at. */
  async #updateAnew(error: unknown): Promise<void> {
    if (!(error instanceof LostFrameError)) throw error;
    this.#state.toIndexing();
    await this.#contents.loadAnew(this.#passing());
    this.#updating = new FolderUpdate(this.#parts, { paths: new Set(), everything: true }, this.#work.signal);
    await this.#updating.run();
  }

  #refuseAsReader(what: string): void {
    if (!this.#contents.store.isFollowing) return;
    throw new Error(
      `The index of ${JSON.stringify(this.folder)} cannot be ${what} here: another window keeps it; do it there, or close that window`,
    );
  }

  /** Whether a question may have changes taken up that it finds. */
  #isFollowed(): boolean {
    return !this.#context.gate.isClosed && this.#state.isAlive;
  }

  /** Lets others have the thread, for what is done beside the updates: ends with what runs now. */
  #passing(): () => Promise<void> {
    const { signal } = this.#work;
    return () => this.#context.gate.pass(signal);
  }

  /** Ends what runs and waits. `next` follows at once, so that of several that are asked for together each finds what the one before it left. */
  async #stop<T>(reason: Error, next: () => T): Promise<Awaited<T>> {
    do {
      this.#work.abort(reason);
      await this.#loaded?.catch(() => undefined);
      await this.#queue.idle();
    } while (this.#queue.isBusy);
    this.#upkeep.stop();
    this.#work = new AbortController();
    return await next();
  }
}
