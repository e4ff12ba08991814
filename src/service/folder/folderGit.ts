/**
 * What git does to a folder is one change, also where it begins to (a clone, `git init`) or ends to (`.git` is removed) while the folder is
 * open. An update waits while git is at work, takes what was replaced out of the index, then reads what it was replaced by; a question that
 * comes meanwhile waits for the first part.
 */

import type { GitChange } from '../../engine/answer/facts.ts';
import { findRepository, type Repository } from '../../workspace/git/git.ts';
import { type GitStand, isGitAtWork, isSameStand, readStand, watchGit } from '../../workspace/git/gitHead.ts';
import { sleep } from '../scheduling/timeSlices.ts';

/** What git has done, before it is known how many files that concerns. */
export type GitMove = Omit<GitChange, 'files'>;

/** What a look at git has found. */
export interface GitNews {
  /** What git has done since the last look. */
  readonly move?: GitMove;
  /** Whether the folder lies in another repository than before, or in none any more, so that other rules say what is ignored. */
  readonly isElsewhere: boolean;
}

const noNews: GitNews = { isElsewhere: false };

/** Git is done when it has left no trace for so long: a rebase has many steps. Milliseconds. */
const quietMs = 250;
const lookEveryMs = 50;
/** How long events are gathered, in milliseconds. */
const gatherMs = 100;
/** A question waits no longer than this until what git has replaced is no more found, and for what it was replaced by. Milliseconds. */
const longestMoveMs = 10_000;
const patienceMs = 1500;

export class FolderGit {
  readonly #folder: string;
  #repository: Repository | undefined;
  #seen: GitStand | undefined;
  #phase: 'still' | 'removing' | 'reading' = 'still';
  #change: GitChange | undefined;
  #onMoved: (() => void) | undefined;
  #unwatch: (() => void) | undefined;
  /** Whether the watch has told of something since the last look. */
  #hasEvents = true;
  #timer: NodeJS.Timeout | undefined;

  /** @param folder absolute path. */
  constructor(folder: string) {
    this.#folder = folder;
    this.#repository = findRepository(folder);
  }

  /** What all worktrees of the folder's repository share; absent outside of any. */
  get commonDir(): string | undefined {
    return this.#repository?.commonDir;
  }

  /** The last change of the folder, where git made it. */
  get change(): GitChange | undefined {
    return this.#change;
  }

  /** Calls `onMoved` when git has done something, until closed. */
  watch(onMoved: () => void): void {
    this.#onMoved = onMoved;
    this.#watchAgain();
  }

  /**
   * Waits while git is at work and tells what it has done since the last call; nothing for the first. Unless it is to be thorough, it believes
   * a watch that has told of nothing, which costs nothing. Begins the first part of the change.
   */
  async settle(isThorough: boolean, signal: AbortSignal): Promise<GitNews> {
    const before = this.#seen;
    if (!isThorough && before !== undefined && this.#unwatch !== undefined && !this.#hasEvents) return noNews;
    this.#hasEvents = false;
    // A watch tells nothing of a directory that was made anew under its name.
    if (isThorough) this.#watchAgain();
    let now = this.#look();
    let isQuiet = !isGitAtWork(this.#repository) && (before === undefined || isSameStand(before, now));
    if (!isQuiet) this.#phase = 'removing';
    for (let quietSinceMs = performance.now(); !isQuiet; isQuiet = performance.now() - quietSinceMs >= quietMs) {
      await sleep(lookEveryMs, signal);
      const next = this.#look();
      if (isGitAtWork(this.#repository) || !isSameStand(now, next)) quietSinceMs = performance.now();
      now = next;
    }
    this.#seen = now;
    const move = before === undefined || isSameStand(before, now) ? undefined : moveBetween(before, now);
    this.#phase = move === undefined ? 'still' : 'removing';
    if (now.gitDir === '') this.#change = undefined;
    return { move, isElsewhere: before !== undefined && before.gitDir !== now.gitDir };
  }

  /** To be called when what was replaced is out of the index. */
  hasRemoved(): void {
    this.#phase = 'reading';
  }

  /** To be called at the end of every update. */
  isDone(): void {
    this.#phase = 'still';
  }

  /** Notes that so many files are not what they were, by what git did or, without a move, by something else. */
  note(files: number, move: GitMove | undefined): void {
    if (files > 0) this.#change = move && { ...move, files };
  }

  /**
   * Resolves when nothing is found any more that git has replaced by now, and soon what it was replaced by; at once where git has done
   * nothing, or where no update follows (any more). `update` is called where one must.
   */
  async untilLeft({ update, isFollowed }: { update: () => void; isFollowed: () => boolean }, signal?: AbortSignal): Promise<void> {
    const isMoving = (): boolean => this.#phase !== 'still' || this.#hasMoved();
    if (!isFollowed() || !isMoving()) return;
    const asked = performance.now();
    this.#hasEvents = true;
    update();
    while (isFollowed() && isMoving()) {
      const waitedMs = performance.now() - asked;
      if (waitedMs > (this.#phase === 'reading' ? patienceMs : longestMoveMs)) return;
      await sleep(lookEveryMs, signal);
    }
  }

  close(): void {
    this.#unwatch?.();
    this.#unwatch = undefined;
    this.#onMoved = undefined;
    clearTimeout(this.#timer);
  }

  /** Whether git has done something since the last `settle`. Never before the first. */
  #hasMoved(): boolean {
    return this.#seen !== undefined && !isSameStand(this.#seen, this.#look());
  }

  /** Where the folder stands now, in the repository that it lies in by now. */
  #look(): GitStand {
    const { gitDir } = this.#repository ?? {};
    this.#repository = findRepository(this.#folder);
    if (this.#repository?.gitDir !== gitDir) this.#watchAgain();
    return readStand(this.#repository);
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
      }, gatherMs).unref();
    });
  }
}

/** What git did; nothing where there is no repository (any more), or one that has no commit yet. */
function moveBetween(before: GitStand, now: GitStand): GitMove | undefined {
  const isElsewhere = before.gitDir !== now.gitDir;
  if (isElsewhere && now.commit === '') return undefined;
  const name = now.branch ?? now.commit.slice(0, 10);
  const isOther = isElsewhere || before.branch !== now.branch || (now.branch === undefined && before.commit !== now.commit);
  if (isOther) return { kind: 'branch', name };
  return { kind: before.commit === now.commit ? 'files' : 'commit', name };
}
