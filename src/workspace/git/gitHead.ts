/**
 * Where a worktree stands, and whether git is at work in it: read from git's files, without running git. A checkout, a rebase or a stash
 * changes thousands of files; whoever indexes them waits until it is done.
 */

import { type FSWatcher, statSync, watch } from 'node:fs';
import nodePath from 'node:path';
import { readSmallFile } from '../openFile.ts';
import type { Repository } from './git.ts';

/** Where a worktree stands. Outside of any repository everything is empty. */
export interface GitStand {
  /** The directory of HEAD: another one where the folder lies in another repository, or in none any more. */
  readonly gitDir: string;
  /** Another text for another commit: its id where that is in a file of its own, else what tells the list of packed ids from an earlier one. */
  readonly commit: string;
  /** Name of the branch; absent where HEAD names a commit, as it does during a rebase. */
  readonly branch: string | undefined;
  /** Changes whenever git rewrites its list of tracked files. */
  readonly index: string;
}

/** A lock that is older was left by a git that died, in milliseconds. */
const longestLockMs = 60_000;
const longestHeadBytes = 64 * 1024;

/**
 * Where it stands now. Where refs are kept in tables (git's `reftable`), HEAD tells neither branch nor commit and the list of tracked files alone
 * shows what git does. Cost: two small files read, one looked at.
 */
export function readStand(repository: Repository | undefined): GitStand {
  if (repository === undefined) return { gitDir: '', commit: '', branch: undefined, index: '' };
  const { gitDir, commonDir } = repository;
  const head = readLine(nodePath.join(gitDir, 'HEAD')) ?? '';
  const ref = head.startsWith('ref: ') ? head.slice('ref: '.length) : undefined;
  const commit = ref === undefined ? head : (readLine(nodePath.join(commonDir, ref)) ?? stampOf(nodePath.join(commonDir, 'packed-refs')));
  const branch = ref?.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : ref;
  return { gitDir, commit, branch, index: stampOf(nodePath.join(gitDir, 'index')) };
}

export function isSameStand(one: GitStand, other: GitStand): boolean {
  return one.gitDir === other.gitDir && one.commit === other.commit && one.branch === other.branch && one.index === other.index;
}

/** Whether a git command is changing the worktree just now. */
export function isGitAtWork(repository: Repository | undefined): boolean {
  if (repository === undefined) return false;
  const lock = statSync(nodePath.join(repository.gitDir, 'index.lock'), { throwIfNoEntry: false });
  return lock !== undefined && Date.now() - lock.mtimeMs < longestLockMs;
}

function readLine(file: string): string | undefined {
  return readSmallFile(file, longestHeadBytes)?.toString('utf8').trim();
}

/** Empty where there is no such file. */
function stampOf(file: string): string {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? '' : `${stat.ino} ${stat.size} ${stat.mtimeNs}`;
}

/**
 * Calls `onChange`, also many times in a row, when something changes right in the directory of HEAD, and when the folder's own `.git` comes, goes
 * or becomes another. Returns the way to stop; absent where not all of it can be watched.
 */
export function watchGit(folder: string, repository: Repository | undefined, onChange: () => void): (() => void) | undefined {
  const watchers: FSWatcher[] = [];
  const close = (): void => {
    for (const watcher of watchers) watcher.close();
  };
  try {
    watchers.push(watch(folder, { persistent: false }, (_, name) => (name === '.git' || name === null) && onChange()));
    if (repository !== undefined) watchers.push(watch(repository.gitDir, { persistent: false }, onChange));
    const fail = (): void => {
      close();
      // What it would have told is found out by a look.
      onChange();
    };
    for (const watcher of watchers) watcher.on('error', fail);
    return close;
  } catch {
    close();
    return undefined;
  }
}
