/**
 * The index of one folder: loaded from its store, kept in step with the files, and asked through snapshots.
 *
 * A first build reads and analyses its files in a worker thread; all other work runs in slices of some milliseconds on the one thread.
 * What has been read is applied in batches that grow, so that questions are answered meanwhile from what is there.
 */

import type { Lexicons } from '../core/text/lexicon.ts';
import { type MemoryBudget, overBudget } from '../index/memoryBudget.ts';
import type { Snapshot } from '../index/snapshot.ts';
import { isSkipped, type SkippedFile } from '../workspace/entries.ts';
import type { FileText } from '../workspace/fileText.ts';
import { FolderLook } from '../workspace/folderLook.ts';
import { Batch, BatchPace, type FolderData } from './batch.ts';
import { versions } from './counts.ts';
import { backgroundFrom, readInBackground } from './firstBuild.ts';
import { FolderContents } from './folderContents.ts';
import { FolderGit, type GitMove } from './folderGit.ts';
import { copyFromWorktree, noteFolder } from './folderList.ts';
import { followEveryMs } from './folderStore.ts';
import { FolderTexts } from './folderTexts.ts';
import { isDirectory, leaveOut, type Plan, type PlannedFolder, planAll, planPaths } from './plan.ts';
import { readSlice } from './readSlice.ts';
import { rehearse } from './rehearsal.ts';
import type { FolderReport, Progress } from './results.ts';
import type { FolderOptions } from './service.ts';
import { type Gate, giveTurn, sleep } from './turns.ts';
import { UpdateQueue, type UpdateWork } from './updateQueue.ts';
import { Upkeep } from './upkeep.ts';

/** What a folder shares with the others of its service. */
export interface FolderContext {
  readonly lexicons: Lexicons;
  readonly gate: Gate;
  /** Absent keeps all postings in memory. */
  readonly budget?: MemoryBudget;
  /** Called whenever the report has changed, also many times in a row. */
  readonly onChange: () => void;
}

/** So many paths are looked at and read in a slice of time. */
const fewPaths = 8;

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
  readonly #queue: UpdateQueue;
  readonly #git: FolderGit;
  readonly #upkeep = new Upkeep({
    tidy: () => this.#contents.store.now.compact(),
    renew: () => this.#contents.renew(this.#passing()),
    merge: () => this.#contents.merge(this.#passing()),
  });
  #work = new AbortController();
  /** Lets others have the thread between two slices of an update; waits while paused, throws where the work is ended. */
  readonly #pass = (): Promise<void> => this.#context.gate.pass(this.#work.signal);
  #state: 'indexing' | 'ready' | 'disabled' | 'problem' = 'indexing';
  #problem: string | undefined;
  /** What the last listing could not take into account. */
  #notes = '';
  #loaded: Promise<void> | undefined;
  #progress: Progress | undefined;
  #batch: Batch | undefined;
  /** Whether the folder is on the list of those that have an index. */
  #isListed = false;
  #last = { ms: 0, at: undefined as string | undefined, read: 0, unchanged: 0 };

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
    this.#queue = new UpdateQueue((work) => this.#update(work));
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
      if (this.#state !== 'disabled' && !this.#context.gate.isClosed) this.#queue.request();
    });
    this.#contents.store.follow(() => {
      if (!this.#queue.isBusy && !this.#context.gate.isClosed) this.#queue.request([]);
    });
    this.#context.onChange();
  }

  /** What can be asked; `undefined` while the folder itself cannot be read, or was cleared. */
  snapshot(): Snapshot | undefined {
    return this.#state === 'problem' || this.#state === 'disabled' ? undefined : this.#contents.snapshot();
  }

  /** How far the index is from what the files say; `undefined` where nothing is known to be missing. */
  progress(): Progress | undefined {
    if (this.#state !== 'indexing') return undefined;
    return this.#progress ?? { filesDone: 0, filesTotal: this.#contents.table.files };
  }

  /** The hash that the index holds for a path; `undefined` where it is not indexed. */
  hashOf(path: string): string | undefined {
    return this.#contents.hashOf(path);
  }

  /** A file as it was indexed; `undefined` where it is not indexed, or is no more what was indexed. */
  fileText(path: string): FileText | undefined {
    return this.#texts.fileText(path);
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
    return this.#state === 'ready' && !this.#queue.isBusy && !this.#context.gate.isClosed;
  }

  /** What the ids of its documents belong to. */
  get lexicons(): Lexicons {
    return this.#context.lexicons;
  }

  /** Takes what was loaded as up to date. */
  useAsStored(): void {
    this.#state = 'ready';
    this.#last = { ...this.#last, unchanged: this.#contents.table.files };
  }

  /** Looks at the named paths (relative), or at everything, after what was asked for before. Resolves when that is done. */
  update(paths?: Iterable<string>): Promise<void> {
    return this.#state === 'disabled' ? Promise.resolve() : this.#queue.request(paths);
  }

  /** Looks at a few paths at once, whatever else is under way: a question found them changed. Not while paused. */
  async refresh(paths: readonly string[]): Promise<void> {
    if (!this.#isFollowed()) return;
    const { signal } = this.#work;
    const outcomes = await this.#look.describe(paths);
    // Cleared, closed or built anew meanwhile.
    if (signal.aborted) return;
    const batch = new Batch();
    const left = new Map<string, SkippedFile | undefined>();
    for (const [path, outcome] of outcomes) {
      if (outcome === undefined || isSkipped(outcome)) left.set(path, outcome);
      else readSlice(this.#contents.placeOf(this.folder), [outcome], 0, (read) => batch.add(read));
      this.#batch?.forget(path);
    }
    leaveOut(this.#contents.table, left, batch);
    this.#apply(batch);
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

  /** Goes through some changes that nobody waits for (`rehearsal.ts`); returns whether there were any. `turn` is awaited between steps. */
  async rehearse(turn: () => Promise<void>): Promise<boolean> {
    const { signal } = this.#work;
    const changes = await rehearse(this.folder, this.#options, this.#contents.table.rows(), async () => {
      await turn();
      signal.throwIfAborted();
    });
    return changes > 0;
  }

  /** Resolves when no update runs or waits. */
  idle(): Promise<void> {
    return this.#queue.idle();
  }

  /** Forgets everything, stored or not, and reads the folder anew. Throws where another process writes the store. */
  async rebuild(): Promise<void> {
    this.#refuseAsReader('rebuilt');
    await this.#stop(new Error('The index is being rebuilt'), () => {
      this.#contents.empty();
      this.#problem = undefined;
      this.#state = 'indexing';
      return this.update();
    });
  }

  /** Forgets everything and stays empty until `rebuild`. Throws where another process writes the store. */
  async clear(): Promise<void> {
    this.#refuseAsReader('cleared');
    await this.#stop(new Error('The index was cleared'), () => {
      this.#contents.empty();
      this.#problem = undefined;
      this.#state = 'disabled';
      this.#context.onChange();
    });
  }

  /** Ends what runs, keeps what was read, lets go of the store. What is asked afterwards is not answered. */
  async close(): Promise<void> {
    await this.#stop(new Error('The folder was closed'), () => {
      this.#state = 'disabled';
      this.#git.close();
      this.#upkeep.tidy();
      this.#contents.close();
    });
  }

  report(): FolderReport {
    const status = this.#contents.store.now.status();
    const isPaused = this.#context.gate.isClosed && (this.#state === 'indexing' || this.#state === 'ready');
    return {
      folder: this.folder,
      state: isPaused ? 'paused' : this.#state,
      message: this.#problem ?? status.message ?? (this.#notes || overBudget(this.#context.budget)),
      memory: this.#context.budget?.use(),
      progress: this.progress(),
      ...this.#contents.figures(),
      indexFile: status.file,
      lastUpdateMs: this.#last.ms,
      lastUpdateAt: this.#last.at,
      filesRead: this.#last.read,
      filesUnchanged: this.#last.unchanged,
      git: this.#git.change,
      versions: versions(),
    };
  }

  async #update(work: UpdateWork): Promise<void> {
    const started = performance.now();
    const { signal } = this.#work;
    const hadProblem = this.#state === 'problem';
    try {
      await this.#loaded?.catch(() => undefined);
      // A save is worked on at once; whatever takes longer lets others go first.
      if (work.everything || work.paths.size > fewPaths || this.#context.gate.isClosed) await this.#pass();
      const isWriterNow = (await this.#catchUp()) === 'writer now';
      const move = await this.#git.settle(work.everything, signal);
      const everything =
        work.everything ||
        hadProblem ||
        isWriterNow ||
        move !== undefined ||
        [...work.paths].some((path) => isDirectory(this.folder, path));
      await this.#startFromWorktree();
      if (everything || work.paths.size > 0) this.#last = { ...this.#last, read: 0, unchanged: 0 };
      await this.#process(everything ? await this.#planAll() : await planPaths(this.#planned(), [...work.paths]), move);
      // After a build or a branch switch at once; after a save when nothing has been saved for a while.
      if (everything) this.#upkeep.tidy();
      if (everything) await this.#contents.save(this.#pass);
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
      this.#git.isDone();
      this.#last = { ...this.#last, ms: performance.now() - started, at: new Date().toISOString() };
      this.#context.onChange();
    }
  }

  /** A worktree that has no index yet begins with the documents of another one. */
  async #startFromWorktree(): Promise<void> {
    const { folderList, indexFile } = this.#options;
    if (folderList === undefined || indexFile === undefined || this.#isListed) return;
    this.#isListed = true;
    const own = { folder: this.folder, indexFile, commonDir: this.#git.commonDir };
    noteFolder(folderList, own);
    const { store, isNew } = this.#contents;
    if (store.isFollowing || !isNew) return;
    await copyFromWorktree({ store: store.now, lexicons: this.lexicons }, folderList, own, this.#pass);
  }

  async #planAll(): Promise<Plan> {
    // A look that finds nothing new is not worth telling of; the first one is.
    const onProgress = (found: number): void => {
      if (this.#state !== 'indexing') return;
      this.#progress = { filesDone: 0, filesTotal: Math.max(found, this.#contents.table.files) };
      this.#context.onChange();
    };
    const { plan, problems } = await planAll(this.#planned(), onProgress);
    this.#notes = problems.join(' ');
    return plan;
  }

  async #process(plan: Plan, move: GitMove | undefined): Promise<void> {
    const { batch, basis } = plan;
    this.#batch = batch;
    // What is known already is found in the store, which a worker does not have.
    const isFirst = this.#contents.isNew;
    const before = new Map(plan.toRead.map(({ path }) => [path, this.hashOf(path)]));
    const gone = batch.removals;
    if (move !== undefined) this.#removeReplaced(plan);
    const total = plan.toRead.length + plan.unchanged;
    if (plan.toRead.length > 0) this.#state = 'indexing';
    const pause = (left: number): Promise<void> => this.#waitForWriter(total - left, total);
    const toRead = await this.#contents.store.leaveToWriter(plan.toRead, this.data(), this.#pass, pause);
    const unchanged = total - toRead.length;
    this.#last = { ...this.#last, unchanged: this.#last.unchanged + unchanged };
    const pace = new BatchPace();
    const told = async (at: number): Promise<void> => {
      this.#last = { ...this.#last, read: at };
      this.#tellProgress(unchanged + at, total);
      if (pace.isDue(batch.chunks)) this.#apply(batch);
      // What comes after the last slice is short.
      if (at < toRead.length) await this.#pass();
    };
    const task = { folder: this.folder, settings: this.#options.settings };
    const isMany = toRead.length >= backgroundFrom;
    let at =
      isFirst && isMany
        ? await readInBackground(
            task,
            toRead,
            { table: this.#contents.table, lexicons: this.lexicons },
            (outcome) => batch.add(outcome),
            told,
          )
        : 0;
    while (at < toRead.length) {
      at = readSlice(this.#contents.placeOf(this.folder), toRead, at, (outcome) => batch.add(outcome));
      await told(at);
    }
    this.#apply(batch, basis);
    const files = gone + [...before].filter(([path, hash]) => this.hashOf(path) !== hash).length;
    this.#git.note(files, move);
    // Whoever has saved a few files is not kept waiting for merges.
    if (total <= fewPaths) this.#upkeep.mergeSoon();
    else await this.#contents.merge(this.#pass);
  }

  /** What git has replaced is taken out of the index at once, before anything is read, so that no answer mixes two branches. */
  #removeReplaced({ batch, toRead }: Plan): void {
    for (const { path } of toRead) if (this.#contents.table.get(path) !== undefined) batch.remove(path);
    this.#apply(batch);
    this.#git.hasRemoved();
  }

  #tellProgress(filesDone: number, filesTotal: number): void {
    this.#progress = { filesDone, filesTotal };
    this.#context.onChange();
  }

  async #waitForWriter(filesDone: number, filesTotal: number): Promise<void> {
    this.#tellProgress(filesDone, filesTotal);
    await sleep(followEveryMs, this.#work.signal);
    await this.#pass();
  }

  async #catchUp(): Promise<string> {
    const outcome = await this.#contents.store.catchUp(this.data(), this.#pass);
    if (outcome !== 'nothing new') this.#context.onChange();
    return outcome;
  }

  #refuseAsReader(what: string): void {
    if (!this.#contents.store.isFollowing) return;
    throw new Error(
      `The index of ${JSON.stringify(this.folder)} cannot be ${what} here: another window keeps it; do it there, or close that window`,
    );
  }

  /** Whether a question may have changes taken up that it finds. */
  #isFollowed(): boolean {
    return !this.#context.gate.isClosed && this.#state !== 'disabled' && this.#state !== 'problem';
  }

  #planned(): PlannedFolder {
    const shared = { folder: this.folder, options: this.#options, signal: this.#work.signal };
    return { ...shared, table: this.#contents.table, store: this.#contents.store.now, look: this.#look };
  }

  #apply(batch: Batch, basis?: string): void {
    this.#upkeep.hasApplied(this.#contents.apply(batch, basis));
  }

  /** As `#pass`, for what is done beside the updates: ends with what runs now. */
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
