/** Tells an update what git has done to the folder since the last one, and makes it wait until git is done. */

import { findRepository, type Repository } from '../workspace/git.ts';
import { type GitStand, isGitAtWork, isSameStand, readStand, watchGit } from '../workspace/gitStand.ts';
import { sleep } from './turns.ts';

/** What git has done: another branch (or commit, without one), another commit of the same branch, or other files (a stash). */
export interface GitMove {
  readonly kind: 'branch' | 'commit' | 'files';
  /** The branch, or the beginning of the commit's id. */
  readonly name: string;
}

/** Git is done when it has left no trace for so long: a rebase has many steps. Milliseconds. */
const quietMs = 250;
const lookEveryMs = 50;
/** How long events are gathered, in milliseconds. */
const gatherMs = 100;

export class FolderGit {
  readonly #repository: Repository | undefined;
  #seen: GitStand | undefined;
  #unwatch: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(folder: string) {
    this.#repository = findRepository(folder);
  }

  /** What all worktrees of the folder's repository share; absent outside of any. */
  get commonDir(): string | undefined {
    return this.#repository?.commonDir;
  }

  /** Whether git has done something since the last `settle`. Never before the first. */
  hasMoved(): boolean {
    return this.#repository !== undefined && this.#seen !== undefined && !isSameStand(this.#seen, readStand(this.#repository));
  }

  /** Waits while git is at work. Returns what it has done since the last call; `undefined` for the first, and where it did nothing. */
  async settle(signal: AbortSignal): Promise<GitMove | undefined> {
    if (this.#repository === undefined) return undefined;
    const before = this.#seen;
    let now = readStand(this.#repository);
    let isQuiet = !isGitAtWork(this.#repository) && (before === undefined || isSameStand(before, now));
    for (let quietSinceMs = performance.now(); !isQuiet; isQuiet = performance.now() - quietSinceMs >= quietMs) {
      await sleep(lookEveryMs, signal);
      const next = readStand(this.#repository);
      if (isGitAtWork(this.#repository) || !isSameStand(now, next)) quietSinceMs = performance.now();
      now = next;
    }
    this.#seen = now;
    return before === undefined || isSameStand(before, now) ? undefined : moveBetween(before, now);
  }

  /** Calls `onMoved` when git has done something, until closed. */
  watch(onMoved: () => void): void {
    if (this.#repository === undefined || this.#unwatch !== undefined) return;
    this.#unwatch = watchGit(this.#repository, () => {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        if (this.hasMoved()) onMoved();
      }, gatherMs).unref();
    });
  }

  close(): void {
    this.#unwatch?.();
    clearTimeout(this.#timer);
  }
}

function moveBetween(before: GitStand, now: GitStand): GitMove {
  const name = now.branch ?? now.commit?.slice(0, 10) ?? '';
  if (before.branch !== now.branch || (now.branch === undefined && before.commit !== now.commit)) return { kind: 'branch', name };
  return { kind: before.commit === now.commit ? 'files' : 'commit', name };
}
