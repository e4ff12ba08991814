/**
 * The past of an open folder: read from git once, kept beside the index, and followed as commits come. It belongs to the folder's present
 * commit: another branch, a rewritten history or older commits that were fetched are noticed by the ids of the commits, and only those that are
 * new are read.
 *
 * Without git, in a folder that is not trusted, or turned off by the user, there is none.
 */

import { statSync } from 'node:fs';
import nodePath from 'node:path';
import { type Commit, Past } from '../../../engine/past/past.ts';
import { nextPast } from '../../../engine/past/pastBuilder.ts';
import { finishYielding, type Yield } from '../../../engine/util/steps.ts';
import { readPast, type StoredPast, writePast } from '../../../storage/arrays/pastFile.ts';
import { fileSize } from '../../../storage/fileFigures.ts';
import { sideFile } from '../../../storage/segments/indexDirectory.ts';
import { removeQuietly } from '../../../workspace/files/removeQuietly.ts';
import { findRepository, type Repository } from '../../../workspace/git/git.ts';
import { readGitHead } from '../../../workspace/git/gitHead.ts';
import { headCommit, listLog, readLog } from '../../../workspace/git/gitLog.ts';
import { yieldInSlices } from '../../scheduling/timeSlices.ts';
import type { FolderOptions } from '../../types/options.ts';

/** How much is kept; older commits are left out. */
const limits = {
  maxCommits: 20_000,
  maxBytes: 10_000_000,
  /** Of all messages that are read at once, in UTF-16 units. */
  maxTextLength: 16_000_000,
};
/** git is given this long for the messages; what came until then is kept. Milliseconds. */
const maxReadMs = 120_000;

export class FolderPast {
  readonly #folder: string;
  readonly #options: FolderOptions;
  readonly #file: string | undefined;
  readonly #limits: typeof limits;
  #now: StoredPast | undefined;
  #isLoaded = false;
  #problem: string | undefined;
  #work: Promise<void> | undefined;

  /** @param folder absolute path. Reads nothing yet. */
  constructor(folder: string, options: FolderOptions, own: Partial<typeof limits> = {}) {
    this.#folder = folder;
    this.#limits = { ...limits, ...own };
    this.#options = options;
    this.#file = options.indexDirectory === undefined ? undefined : sideFile(options.indexDirectory, 'past');
  }

  /** What is known; undefined while nothing was read. */
  get now(): StoredPast | undefined {
    return this.#now;
  }

  /** Why the history could not be read when it was last tried. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Whether it may be read: git may be run here, and the user has not turned it off. */
  get isAllowed(): boolean {
    return this.#options.runGit && this.#options.history !== false;
  }

  /** Bytes on disk. */
  sizeBytes(): number {
    return this.#file === undefined ? 0 : fileSize(this.#file);
  }

  /** Uses what is stored, without git. */
  load(yieldThread: Yield): Promise<void> {
    this.#work ??= this.#load(yieldInSlices(yieldThread)).finally(() => {
      this.#work = undefined;
    });
    return this.#work;
  }

  /**
   * Reads what has come since. Never throws: see `problem`.
   *
   * @param isKept whether the result may be stored.
   */
  follow(yieldThread: Yield, signal: AbortSignal, isKept: boolean): Promise<void> {
    this.#work ??= this.#follow(yieldInSlices(yieldThread), signal, isKept)
      .catch((error: Error) => {
        if (!signal.aborted) this.#problem = error.message;
      })
      .finally(() => {
        this.#work = undefined;
      });
    return this.#work;
  }

  /** Resolves when nothing is being read. */
  async idle(): Promise<void> {
    await this.#work?.catch(() => undefined);
  }

  remove(): void {
    if (this.#file !== undefined) removeQuietly(this.#file);
    this.#now = undefined;
    this.#isLoaded = false;
  }

  async #load(yieldThread: Yield): Promise<void> {
    if (this.#isLoaded || this.#file === undefined || !this.isAllowed) return;
    this.#now = await finishYielding(readPast(this.#file), yieldThread);
    this.#isLoaded = true;
  }

  async #follow(yieldThread: Yield, signal: AbortSignal, isKept: boolean): Promise<void> {
    const repository = this.isAllowed ? findRepository(this.#folder) : undefined;
    if (repository === undefined) {
      if (this.#options.history === false && isKept) this.remove();
      this.#now = undefined;
      return;
    }
    const stamp = await this.#stamp(repository, signal);
    await this.#load(yieldThread);
    if (this.#now?.head.stamp !== stamp) {
      const next = await this.#read(stamp, yieldThread, signal);
      this.#now = isKept && this.#file !== undefined ? await this.#stored(next, this.#file, yieldThread) : next;
    }
    this.#problem = undefined;
  }

  /** Changes with the present commit, and when older commits are fetched. */
  async #stamp(repository: Repository, signal: AbortSignal): Promise<string> {
    const { gitDir, commit } = readGitHead(repository);
    const isId = /^[0-9a-f]{40,64}$/.test(commit);
    const shallow = statSync(nodePath.join(repository.commonDir, 'shallow'), { throwIfNoEntry: false });
    // The commit is not in a file of its own where references are packed or in a table.
    return JSON.stringify([gitDir, isId ? commit : ((await headCommit(this.#folder, signal)) ?? ''), shallow?.mtimeMs ?? 0]);
  }

  async #read(stamp: string, yieldThread: Yield, signal: AbortSignal): Promise<StoredPast> {
    const { maxCommits, maxTextLength } = this.#limits;
    const { ids: listed, isShallow } = await listLog(this.#folder, maxCommits, signal);
    const known = new Set(this.#now?.past.columns.ids);
    // What was left out for its size is not read again with each commit.
    const wasCut = this.#now?.head.isCut === true && listed.some((id) => known.has(id));
    const ids = wasCut ? listed.slice(0, listed.findLastIndex((id) => known.has(id)) + 1) : listed;
    const wanted = new Set(ids);
    const missing = ids.filter((id) => !known.has(id));
    const added: Commit[] = [];
    let length = 0;
    const end = performance.now() + maxReadMs;
    if (missing.length > 0) {
      for await (const commits of readLog(this.#folder, missing, signal)) {
        for (const commit of commits) {
          added.push(commit);
          length += commit.subject.length + commit.body.length;
        }
        await yieldThread();
        if (length > maxTextLength || performance.now() > end) break;
      }
    }
    const columns = await finishYielding(
      nextPast(this.#now?.past, (id) => wanted.has(id), added.reverse()),
      yieldThread,
    );
    const isCut = wasCut || listed.length >= maxCommits || columns.ids.length < ids.length;
    return { head: { stamp, isShallow, isCut }, past: new Past(columns) };
  }

  /** Stored, and as it was stored: its texts are compressed. A file that is too large loses its older half. Failures only cost time. */
  async #stored(next: StoredPast, file: string, yieldThread: Yield): Promise<StoredPast> {
    try {
      await finishYielding(writePast(file, next), yieldThread);
      if (fileSize(file) > this.#limits.maxBytes && next.past.size > 1) {
        const ids = next.past.columns.ids;
        const newer = new Set(ids.slice(Math.ceil(ids.length / 2)));
        const columns = await finishYielding(
          nextPast(next.past, (id) => newer.has(id), []),
          yieldThread,
        );
        return this.#stored({ head: { ...next.head, isCut: true }, past: new Past(columns) }, file, yieldThread);
      }
      return (await finishYielding(readPast(file), yieldThread)) ?? next;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) throw error;
      return next;
    }
  }
}
