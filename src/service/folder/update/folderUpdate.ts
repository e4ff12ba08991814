/**
 * One update of a folder: takes over what another window has stored, waits for git, finds out what is to be read, and reads it.
 *
 * A first build reads and analyses its files in a worker thread; all other work runs in slices of some milliseconds on the one thread.
 * What has been read is applied in batches that grow, so that questions are answered meanwhile from what is there.
 */

import type { FileEntry } from '../../../workspace/entries.ts';
import type { FolderLook } from '../../../workspace/files/folderLook.ts';
import type { FolderOptions } from '../../options.ts';
import { type Gate, sleep } from '../../scheduling/timeSlices.ts';
import type { FolderContents } from '../folderContents.ts';
import type { FolderGit, GitMove } from '../folderGit.ts';
import type { FolderState } from '../folderState.ts';
import { followEveryMs } from '../folderStore.ts';
import type { Upkeep } from '../maintenance.ts';
import type { WorktreeStart } from '../seedFromWorktree.ts';
import { type Batch, BatchPace } from './batch.ts';
import { backgroundFrom, readInBackground } from './firstBuild.ts';
import { isDirectory, type Plan, type PlannedFolder, planAll, planPaths } from './plan.ts';
import { readSlice } from './readSlice.ts';
import type { UpdateWork } from './updateQueue.ts';

/** The parts of a folder's index that an update works with. */
export interface UpdatedFolder {
  /** Absolute path. */
  readonly folder: string;
  readonly options: FolderOptions;
  readonly gate: Gate;
  readonly contents: FolderContents;
  readonly look: FolderLook;
  readonly git: FolderGit;
  readonly start: WorktreeStart;
  readonly upkeep: Upkeep;
  readonly state: FolderState;
  /** Called when the report has changed. */
  readonly onChange: () => void;
}

/** So many paths are looked at and read in a slice of time. */
const fewPaths = 8;

export class FolderUpdate {
  readonly #parts: UpdatedFolder;
  readonly #work: UpdateWork;
  readonly #signal: AbortSignal;
  #batch: Batch | undefined;
  /** Lets others have the thread between two slices; waits while paused, throws where the work is ended. */
  readonly #pass = (): Promise<void> => this.#parts.gate.pass(this.#signal);

  constructor(parts: UpdatedFolder, work: UpdateWork, signal: AbortSignal) {
    this.#parts = parts;
    this.#work = work;
    this.#signal = signal;
  }

  /** Drops what waits to be applied for a path, because something newer has been applied. */
  forget(path: string): void {
    this.#batch?.forget(path);
  }

  /** Brings the folder's index up to date. Throws where the folder cannot be listed, and the signal's reason. */
  async run(): Promise<void> {
    const { contents, folder, gate, git, start, state, upkeep } = this.#parts;
    const { everything: isAsked, paths } = this.#work;
    const hadProblem = state.kind === 'problem';
    // A save is worked on at once, unless a question is; whatever takes longer lets others go first.
    if (isAsked || paths.size > fewPaths || gate.isClosed || gate.isAnswering) await this.#pass();
    const isWriterNow = (await this.#catchUp()) === 'writer now';
    const { move, isElsewhere } = await git.settle(isAsked, this.#signal);
    const hasMoved = move !== undefined || isElsewhere;
    const everything = isAsked || hadProblem || isWriterNow || hasMoved || [...paths].some((path) => isDirectory(folder, path));
    await start.from(git.commonDir, contents, this.#pass);
    if (everything || paths.size > 0) state.countAnew();
    await this.#follow(everything ? await this.#planAll() : await planPaths(this.#planned(), [...paths]), move);
    // After a build or a branch switch at once; after a save when nothing has been saved for a while.
    if (everything) upkeep.tidy();
    if (everything) await contents.save(this.#pass);
  }

  async #catchUp(): Promise<string> {
    const { contents, onChange } = this.#parts;
    const outcome = await contents.store.catchUp(contents.data, this.#pass);
    if (outcome !== 'nothing new') onChange();
    return outcome;
  }

  #planned(): PlannedFolder {
    const { folder, options, contents, look } = this.#parts;
    return { folder, options, signal: this.#signal, table: contents.table, store: contents.store.now, look };
  }

  async #planAll(): Promise<Plan> {
    const { contents, state } = this.#parts;
    // A look that finds nothing new is not worth telling of; the first one is.
    const onProgress = (found: number): void => {
      if (state.kind === 'indexing') state.tellProgress(0, Math.max(found, contents.table.files));
    };
    const { plan, problems } = await planAll(this.#planned(), onProgress);
    state.notes = problems.join(' ');
    return plan;
  }

  /** Does what a plan says. */
  async #follow(plan: Plan, move: GitMove | undefined): Promise<void> {
    const { contents, git, state, upkeep } = this.#parts;
    const { batch, basis } = plan;
    this.#batch = batch;
    const isFirst = contents.isNew;
    const before = new Map(plan.toRead.map(({ path }) => [path, contents.hashOf(path)]));
    const gone = batch.removals;
    if (move !== undefined) this.#removeReplaced(plan);
    const total = plan.toRead.length + plan.unchanged;
    if (plan.toRead.length > 0) state.toIndexing();
    const toRead = await this.#withoutWritten(plan.toRead, total);
    state.unchanged += total - toRead.length;
    await this.#read(toRead, batch, { total, isFirst });
    if (this.#parts.gate.isAnswering) await this.#pass();
    this.#apply(batch, basis);
    git.note(gone + [...before].filter(([path, hash]) => contents.hashOf(path) !== hash).length, move);
    // Whoever has saved a few files is not kept waiting for merges.
    if (total <= fewPaths) upkeep.mergeSoon();
    else await contents.merge(this.#pass);
  }

  /** What git has replaced is taken out of the index at once, before anything is read, so that no answer mixes two branches. */
  #removeReplaced({ batch, toRead }: Plan): void {
    const { contents, git } = this.#parts;
    for (const { path } of toRead) if (contents.table.get(path) !== undefined) batch.remove(path);
    this.#apply(batch);
    git.hasRemoved();
  }

  /** What is left to be read when the process that writes the store has stored what it does. `total` files were looked at. */
  #withoutWritten(toRead: readonly FileEntry[], total: number): Promise<readonly FileEntry[]> {
    const { contents, state } = this.#parts;
    return contents.store.leaveToWriter(toRead, contents.data, this.#pass, async (left) => {
      state.tellProgress(total - left, total);
      await sleep(followEveryMs, this.#signal);
      await this.#pass();
    });
  }

  /** Reads files; all but the last of what they gave is applied. */
  async #read(toRead: readonly FileEntry[], batch: Batch, { total, isFirst }: { total: number; isFirst: boolean }): Promise<void> {
    const { folder, options, contents, state } = this.#parts;
    const unchanged = total - toRead.length;
    const pace = new BatchPace();
    const add: Batch['add'] = (outcome) => batch.add(outcome);
    const told = async (at: number): Promise<void> => {
      state.read = at;
      state.tellProgress(unchanged + at, total);
      if (pace.isDue(batch.chunks)) this.#apply(batch);
      // What comes after the last slice is short.
      if (at < toRead.length) await this.#pass();
    };
    let at = 0;
    // What is known already is found in the store, which a worker does not have.
    if (isFirst && toRead.length >= backgroundFrom) {
      const { table, lexicons } = contents;
      at = await readInBackground({ folder, settings: options.settings }, toRead, { table, lexicons }, add, told);
    }
    while (at < toRead.length) {
      at = readSlice(contents.placeOf(folder), toRead, at, add);
      await told(at);
    }
  }

  #apply(batch: Batch, basis?: string): void {
    const { contents, upkeep } = this.#parts;
    upkeep.hasApplied(contents.apply(batch, basis));
  }
}
