/**
 * One update of a folder: takes over what another window has stored, waits for git, determines what to read, and reads it.
 *
 * Many files are read and analysed in a worker thread; all other work runs in slices of some milliseconds on the main thread.
 * Results are applied in growing batches, so that questions are answered meanwhile from what is there.
 */

import { languageNamed } from '../../../engine/text/languages.ts';
import type { FileRow } from '../../../storage/store.ts';
import type { FileEntry } from '../../../workspace/entries.ts';
import type { FolderLook } from '../../../workspace/files/folderLook.ts';
import { unchangedBlobs } from '../../../workspace/git/gitBlobs.ts';
import { sleep, type TimeSlices } from '../../scheduling/timeSlices.ts';
import type { FolderOptions } from '../../types/options.ts';
import type { FolderContents } from '../folderContents.ts';
import type { FolderGit, GitMove } from '../folderGit.ts';
import type { FolderSeed } from '../folderSeed.ts';
import type { FolderState } from '../folderState.ts';
import { pollIntervalMs } from '../folderStore.ts';
import type { Maintenance } from '../maintenance.ts';
import { type Batch, BatchPace } from './batch.ts';
import { isDirectory, type Plan, type PlannedFolder, planAll, planPaths } from './plan.ts';
import { nowNs, type ReadingPlace } from './readFile.ts';
import { backgroundFrom, readInBackground } from './readInBackground.ts';
import { readSlice } from './readSlice.ts';
import type { UpdateWork } from './updateQueue.ts';

/** The parts of a folder's index that an update works with. */
export interface UpdatedFolder {
  /** Absolute path. */
  readonly folder: string;
  readonly options: FolderOptions;
  readonly timeSlices: TimeSlices;
  readonly contents: FolderContents;
  readonly look: FolderLook;
  readonly git: FolderGit;
  readonly seed: FolderSeed;
  readonly maintenance: Maintenance;
  readonly state: FolderState;
  /** Called when the report has changed. */
  readonly onChange: () => void;
}

const noSeed = { has: () => false };

/** Up to this many paths are checked and read within one slice. */
const fewPaths = 8;

export class FolderUpdate {
  readonly #parts: UpdatedFolder;
  readonly #work: UpdateWork;
  readonly #signal: AbortSignal;
  #batch: Batch | undefined;
  /** Whether documents may have lost their last file. */
  #hasChanged = false;
  /** Yields the thread between two slices; waits while paused, throws if cancelled. */
  readonly #yieldThread = (): Promise<void> => this.#parts.timeSlices.yieldThread(this.#signal);

  constructor(parts: UpdatedFolder, work: UpdateWork, signal: AbortSignal) {
    this.#parts = parts;
    this.#work = work;
    this.#signal = signal;
  }

  /** Drops pending outcomes of a path, because newer ones were applied. */
  forget(path: string): void {
    this.#batch?.forget(path);
  }

  /** Brings the folder's index up to date. Throws if the folder cannot be listed, and the signal's reason. */
  async run(): Promise<void> {
    const { contents, folder, timeSlices, git, seed, state } = this.#parts;
    const { everything: isAsked, paths } = this.#work;
    const hadProblem = state.kind === 'problem';
    // A save is handled at once unless a question is being answered; longer work lets others go first.
    if (isAsked || paths.size > fewPaths || timeSlices.isPaused || timeSlices.isAnswering) await this.#yieldThread();
    const isWriterNow = (await this.#catchUp()) === 'writer now';
    const { move, isElsewhere } = await git.settle(isAsked, this.#signal);
    const hasMoved = move !== undefined || isElsewhere;
    const everything = isAsked || hadProblem || isWriterNow || hasMoved || [...paths].some((path) => isDirectory(folder, path));
    await seed.from(git.commonDir, contents, this.#yieldThread);
    if (everything || paths.size > 0) state.resetCounts();
    await this.#follow(everything ? await this.#planAll() : await planPaths(this.#planned(), [...paths]), move);
    if (!everything) return;
    seed.use(undefined);
    if (this.#hasChanged) contents.tidy();
    await contents.save(this.#yieldThread);
  }

  async #catchUp(): Promise<string> {
    const { contents, onChange } = this.#parts;
    const outcome = await contents.store.catchUp(contents.data, this.#yieldThread);
    if (outcome !== 'nothing new') onChange();
    return outcome;
  }

  #planned(): PlannedFolder {
    const { folder, options, contents, look } = this.#parts;
    return { folder, options, signal: this.#signal, table: contents.table, store: contents.store.now, look };
  }

  async #planAll(): Promise<Plan> {
    const { contents, state } = this.#parts;
    // Report progress only for the first scan, or one that finds something new.
    const onProgress = (found: number): void => {
      if (state.kind === 'indexing') state.reportProgress(0, Math.max(found, contents.table.files));
    };
    const { plan, problems } = await planAll(this.#planned(), onProgress);
    state.notes = problems;
    return plan;
  }

  /** Carries out a plan. */
  async #follow(plan: Plan, move: GitMove | undefined): Promise<void> {
    const { contents, git, state, maintenance } = this.#parts;
    const { batch, basis } = plan;
    this.#batch = batch;
    const before = new Map(plan.toRead.map(({ path }) => [path, contents.hashOf(path)]));
    const gone = batch.removals;
    if (move !== undefined) this.#removeReplaced(plan);
    const total = plan.toRead.length + plan.unchanged;
    if (plan.toRead.length > 0) state.toIndexing();
    const toRead = await this.#withoutWritten(plan.toRead, total);
    state.unchanged += total - toRead.length;
    await this.#read(toRead, batch, total);
    if (this.#parts.timeSlices.isAnswering) await this.#yieldThread();
    this.#apply(batch, basis);
    git.note(gone + [...before].filter(([path, hash]) => contents.hashOf(path) !== hash).length, move);
    // After saving a few files, the user should not wait for merges.
    if (total <= fewPaths) maintenance.mergeSoon();
    else await contents.merge(this.#yieldThread);
  }

  /** Files replaced by git are removed at once, before anything is read, so that no answer mixes two branches. */
  #removeReplaced({ batch, toRead }: Plan): void {
    const { contents, git } = this.#parts;
    for (const { path } of toRead) if (contents.table.get(path) !== undefined) batch.remove(path);
    this.#apply(batch);
    git.hasRemoved();
  }

  /** The files left to read once the writer has stored its own. `total` files were checked. */
  #withoutWritten(toRead: readonly FileEntry[], total: number): Promise<readonly FileEntry[]> {
    const { contents, state } = this.#parts;
    return contents.store.leaveToWriter(toRead, contents.data, this.#yieldThread, async (left) => {
      state.reportProgress(total - left, total);
      await sleep(pollIntervalMs, this.#signal);
      await this.#yieldThread();
    });
  }

  /** Reads files and applies all outcomes but the last batch. */
  async #read(toRead: readonly FileEntry[], batch: Batch, total: number): Promise<void> {
    const { folder, options, contents, state, seed } = this.#parts;
    const unchanged = total - toRead.length;
    const pace = new BatchPace();
    const add: Batch['add'] = (outcome) => batch.add(outcome);
    const report = async (at: number): Promise<void> => {
      state.read = at;
      state.reportProgress(unchanged + at, total);
      if (pace.isDue(batch.chunks)) this.#apply(batch);
      // The work after the last slice is short.
      if (at < toRead.length) await this.#yieldThread();
    };
    const isAnalysedElsewhere = seed.now !== undefined || contents.overlay?.published !== undefined;
    const left = isAnalysedElsewhere ? await this.#readSeeded(toRead, add, report) : toRead;
    const before = toRead.length - left.length;
    let at = 0;
    if (left.length >= backgroundFrom) {
      const { table, lexicons } = contents;
      const reading = { table, lexicons, signal: this.#signal };
      at = await readInBackground({ folder, settings: options.settings }, left, reading, add, (read) => report(before + read));
    }
    while (at < left.length) {
      at = readSlice(contents.place, left, at, add);
      await report(before + at);
    }
  }

  /** Reads the files whose content the seed or a published index knows; returns the others. */
  async #readSeeded(toRead: readonly FileEntry[], add: Batch['add'], report: (at: number) => Promise<void>): Promise<readonly FileEntry[]> {
    const { contents, seed } = this.#parts;
    const others: FileEntry[] = [];
    const seeded: FileRow[] = [];
    const place = { ...contents.place, seed: seed.now?.files ?? noSeed, unread: await this.#unread(toRead) };
    const sort: Batch['add'] = (outcome) => {
      if (outcome.kind === 'row' && outcome.found === 'seed') seeded.push(outcome.row);
      else add(outcome);
    };
    for (let at = 0; at < toRead.length; ) {
      at = readSlice(place, toRead, at, sort, (entry) => others.push(entry));
      await report(at - others.length);
    }
    if (seed.now !== undefined) contents.adopt(seed.now, seeded);
    return others;
  }

  /** Recognises files that git finds to be as they were when they were published or exported. */
  async #unread(toRead: readonly FileEntry[]): Promise<ReadingPlace['unread']> {
    const { folder, options, contents, git, seed } = this.#parts;
    if (!options.runGit || git.commonDir === undefined || toRead.length <= fewPaths) return undefined;
    const atNs = nowNs();
    const { languageOf } = contents.place;
    const blobs = await unchangedBlobs(folder, this.#signal).catch(() => new Map<string, string>());
    return ({ path, size }) => {
      const blob = blobs.get(path);
      if (blob === undefined) return undefined;
      const content = contents.overlay?.contentOf(path, blob, size) ?? seed.now?.files.contentOf(path, blob, size);
      const isReadAlike = content !== undefined && languageNamed(content.language) === languageOf(path);
      return isReadAlike ? { content, atNs } : undefined;
    };
  }

  #apply(batch: Batch, basis?: string): void {
    const { contents, maintenance } = this.#parts;
    if (!contents.apply(batch, basis)) return;
    this.#hasChanged = true;
    maintenance.saveSoon();
  }
}
