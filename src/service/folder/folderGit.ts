/**
 * Treats what git does to a folder as one change, including when the folder becomes a repository (a clone, `git init`) or stops being one.
 * An update waits while git is at work, removes replaced files from the index, then reads the new ones; questions wait for the removal.
 */

import type { GitChange } from '../../engine/answer/facts.ts';
import { findRepository, type Repository } from '../../workspace/git/git.ts';
import { type GitHead, isGitAtWork, isSameGitHead, readGitHead, watchGit } from '../../workspace/git/gitHead.ts';
import { sleep } from '../scheduling/timeSlices.ts';

/** What git has done, before the number of files is known. */
export type GitMove = Omit<GitChange, 'files'>;

/** The result of checking git. */
export interface GitNews {
  /** What git has done since the last check. */
  readonly move?: GitMove;
  /** Whether the folder now lies in another repository, or in none, so that other ignore rules apply. */
  readonly isElsewhere: boolean;
}

const noNews: GitNews = { isElsewhere: false };

/** git counts as done after this long without activity: a rebase has many steps. Milliseconds. */
const quietMs = 250;
const pollIntervalMs = 50;
/** Events are debounced by this delay, in milliseconds. */
const debounceMs = 100;
/** Maximum time that a question waits until replaced files are removed and new ones are read. Milliseconds. */
const maxMoveMs = 10_000;
const patienceMs = 1500;

export class FolderGit {
  readonly #folder: string;
  #repository: Repository | undefined;
  #seen: GitHead | undefined;
  #phase: 'still' | 'removing' | 'reading' = 'still';
  #change: GitChange | undefined;
  /** Files of the change to come that an update read before git was done: it had settled when git began. */
  #readEarly = 0;
  #onMoved: (() => void) | undefined;
  #unwatch: (() => void) | undefined;
  /** Whether the watch has reported anything since the last check. */
  #hasEvents = true;
  #timer: NodeJS.Timeout | undefined;

  /** @param folder absolute path. */
  constructor(folder: string) {
    this.#folder = folder;
    this.#repository = findRepository(folder);
  }

  /** The directory shared by all worktrees of the folder's repository; absent outside of any. */
  get commonDir(): string | undefined {
    return this.#repository?.commonDir;
  }

  /** The last change of the folder, if git made it. */
  get change(): GitChange | undefined {
    return this.#change;
  }

  /** Calls `onMoved` when git has done something, until closed. */
  watch(onMoved: () => void): void {
    this.#onMoved = onMoved;
    this.#watchAgain();
  }

  /**
   * Waits while git is at work and returns what it has done since the last call; nothing on the first. Unless `isThorough`, it trusts a
   * watch without events, which costs nothing. Begins the first part of the change.
   */
  async settle(isThorough: boolean, signal: AbortSignal): Promise<GitNews> {
    const before = this.#seen;
    if (!isThorough && before !== undefined && this.#unwatch !== undefined && !this.#hasEvents) return noNews;
    this.#hasEvents = false;
    // A watch does not notice when its directory is replaced by a new one.
    if (isThorough) this.#watchAgain();
    let now = this.#currentHead();
    let isQuiet = !isGitAtWork(this.#repository) && (before === undefined || isSameGitHead(before, now));
    if (!isQuiet) this.#phase = 'removing';
    for (let quietSinceMs = performance.now(); !isQuiet; isQuiet = performance.now() - quietSinceMs >= quietMs) {
      await sleep(pollIntervalMs, signal);
      const next = this.#currentHead();
      if (isGitAtWork(this.#repository) || !isSameGitHead(now, next)) quietSinceMs = performance.now();
      now = next;
    }
    this.#seen = now;
    const move = before === undefined || isSameGitHead(before, now) ? undefined : moveBetween(before, now);
    this.#phase = move === undefined ? 'still' : 'removing';
    if (now.gitDir === '') this.#change = undefined;
    return { move, isElsewhere: before !== undefined && before.gitDir !== now.gitDir };
  }

  /** Call when replaced files are out of the index. */
  hasRemoved(): void {
    this.#phase = 'reading';
  }

  /** Call at the end of every update. */
  isDone(): void {
    this.#phase = 'still';
  }

  /** Records that this many files changed, by what git did or, without a move, for another reason. */
  note(files: number, move: GitMove | undefined): void {
    const early = this.#readEarly;
    this.#readEarly = 0;
    if (files + early === 0) return;
    if (move !== undefined) this.#change = { ...move, files: files + early };
    else if (isGitAtWork(this.#repository) || this.#hasMoved()) this.#readEarly = files + early;
    else this.#change = undefined;
  }

  /**
   * Resolves when no file that git has replaced is found any more, and soon afterwards the new ones are; at once if git has done nothing or
   * no update follows (any more). Calls `update` if one is needed.
   */
  async untilRemoved({ update, isFollowed }: { update: () => void; isFollowed: () => boolean }, signal?: AbortSignal): Promise<void> {
    const isMoving = (): boolean => this.#phase !== 'still' || this.#hasMoved();
    if (!isFollowed() || !isMoving()) return;
    const asked = performance.now();
    this.#hasEvents = true;
    update();
    while (isFollowed() && isMoving()) {
      const waitedMs = performance.now() - asked;
      if (waitedMs > (this.#phase === 'reading' ? patienceMs : maxMoveMs)) return;
      await sleep(pollIntervalMs, signal);
    }
  }

  close(): void {
    this.#unwatch?.();
    this.#unwatch = undefined;
    this.#onMoved = undefined;
    clearTimeout(this.#timer);
  }

  /** Whether git has done something since the last `settle`. False before the first. */
  #hasMoved(): boolean {
    return this.#seen !== undefined && !isSameGitHead(this.#seen, this.#currentHead());
  }

  /** The current HEAD of the repository that now contains the folder. */
  #currentHead(): GitHead {
    const { gitDir } = this.#repository ?? {};
    this.#repository = findRepository(this.#folder);
    if (this.#repository?.gitDir !== gitDir) this.#watchAgain();
    return readGitHead(this.#repository);
  }

  #watchAgain(): void {
    const onMoved = this.#onMoved;
    if (onMoved === undefined) return;
    this.#unwatch?.();
    this.#unwatch = watchGit(this.#folder, this.#repository, () => {
      this.#hasEvents = true;
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        if (this.#hasMoved()) onMoved();
      }, debounceMs).unref();
    });
  }
}

/** What git did; nothing without a repository, or in one without commits. */
function moveBetween(before: GitHead, now: GitHead): GitMove | undefined {
  const isElsewhere = before.gitDir !== now.gitDir;
  if (isElsewhere && now.commit === '') return undefined;
  const name = now.branch ?? now.commit.slice(0, 10);
  const isOther = isElsewhere || before.branch !== now.branch || (now.branch === undefined && before.commit !== now.commit);
  if (isOther) return { kind: 'branch', name };
  return { kind: before.commit === now.commit ? 'files' : 'commit', name };
}
