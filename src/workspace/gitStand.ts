/**
 * Where a worktree stands, and whether git is at work in it: read from git's files, without running git. A checkout, a rebase or a stash
 * changes thousands of files; whoever indexes them waits until it is done.
 */

import { type FSWatcher, statSync, watch } from 'node:fs';
import nodePath from 'node:path';
import { type Repository, readHead } from './git.ts';
import { readSmallFile } from './openFile.ts';

/** Where a worktree stands. */
export interface GitStand {
  /** Id of the commit; absent before the first one. */
  readonly commit: string | undefined;
  /** Name of the branch; absent where HEAD names a commit, as it does during a rebase. */
  readonly branch: string | undefined;
  /** Changes whenever git rewrites its list of tracked files. */
  readonly index: string;
}

/** A lock that is older was left by a git that died, in milliseconds. */
const longestLockMs = 60_000;
const longestHeadBytes = 64 * 1024;

/** Cost: two small files read, one looked at. */
export function readStand(repository: Repository): GitStand {
  const head = readSmallFile(nodePath.join(repository.gitDir, 'HEAD'), longestHeadBytes)?.toString('utf8').trim() ?? '';
  const stat = statSync(nodePath.join(repository.gitDir, 'index'), { bigint: true, throwIfNoEntry: false });
  return {
    commit: readHead(repository),
    branch: head.startsWith('ref: refs/heads/') ? head.slice('ref: refs/heads/'.length) : undefined,
    index: stat === undefined ? '' : `${stat.ino} ${stat.size} ${stat.mtimeNs}`,
  };
}

export function isSameStand(one: GitStand, other: GitStand): boolean {
  return one.commit === other.commit && one.branch === other.branch && one.index === other.index;
}

/** Whether a git command is changing the worktree just now. */
export function isGitAtWork(repository: Repository): boolean {
  const lock = statSync(nodePath.join(repository.gitDir, 'index.lock'), { throwIfNoEntry: false });
  return lock !== undefined && Date.now() - lock.mtimeMs < longestLockMs;
}

/** Calls `onChange`, also many times in a row, when something changes right in the directory of HEAD. Returns the way to stop. */
export function watchGit(repository: Repository, onChange: () => void): () => void {
  let watcher: FSWatcher | undefined;
  try {
    watcher = watch(repository.gitDir, { persistent: false }, onChange);
    watcher.on('error', () => watcher?.close());
  } catch {
    // Where nothing can be watched, the change is found with the next update or question.
  }
  return () => watcher?.close();
}
