/**
 * The state of a worktree's HEAD, and whether git is at work in it, from git's files alone. A checkout, a rebase or a stash changes
 * thousands of files; indexing waits until it is done.
 */

import { type FSWatcher, statSync, watch } from 'node:fs';
import nodePath from 'node:path';
import { readSmallFile } from '../openFile.ts';
import type { Repository } from './git.ts';

/** The state of a worktree. Outside of any repository everything is empty. */
export interface GitHead {
  /** The directory of HEAD. Changes when the folder comes to lie in another repository, or in none. */
  readonly gitDir: string;
  /** Changes with the commit: its id if the ref is a loose file, otherwise a stamp of the packed refs. */
  readonly commit: string;
  /** Name of the branch; undefined if HEAD is detached, as during a rebase. */
  readonly branch: string | undefined;
  /** Stamp of git's index file. */
  readonly index: string;
}

/** An older lock is left over from a git process that died. Milliseconds. */
const maxLockAgeMs = 60_000;
const maxHeadBytes = 64 * 1024;

/**
 * Reads the current state. With git's `reftable` format, HEAD shows neither branch nor commit, and only the index shows git's work. Reads
 * two small files and stats one.
 */
export function readGitHead(repository: Repository | undefined): GitHead {
  if (repository === undefined) return { gitDir: '', commit: '', branch: undefined, index: '' };
  const { gitDir, commonDir } = repository;
  const head = readLine(nodePath.join(gitDir, 'HEAD')) ?? '';
  const ref = head.startsWith('ref: ') ? head.slice('ref: '.length) : undefined;
  const commit = ref === undefined ? head : (readLine(nodePath.join(commonDir, ref)) ?? fileStamp(nodePath.join(commonDir, 'packed-refs')));
  const branch = ref?.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : ref;
  return { gitDir, commit, branch, index: fileStamp(nodePath.join(gitDir, 'index')) };
}

export function isSameGitHead(one: GitHead, other: GitHead): boolean {
  return one.gitDir === other.gitDir && one.commit === other.commit && one.branch === other.branch && one.index === other.index;
}

/** Whether a git command is currently changing the worktree; not the one that waits for this process, which it runs as a hook. */
export function isGitAtWork(repository: Repository | undefined): boolean {
  // Set for every hook of a commit.
  if (repository === undefined || process.env.GIT_INDEX_FILE !== undefined) return false;
  const lock = statSync(nodePath.join(repository.gitDir, 'index.lock'), { throwIfNoEntry: false });
  return lock !== undefined && Date.now() - lock.mtimeMs < maxLockAgeMs;
}

function readLine(file: string): string | undefined {
  return readSmallFile(file, maxHeadBytes)?.toString('utf8').trim();
}

/** Empty if there is no such file. */
function fileStamp(file: string): string {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? '' : `${stat.ino} ${stat.size} ${stat.mtimeNs}`;
}

/**
 * Calls `onChange`, possibly many times in a row, when something changes directly in the directory of HEAD, and when the folder's own
 * `.git` is created, removed or replaced. Returns a function that stops watching; undefined if not all of it can be watched.
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
      // A watch that ended may have missed changes.
      onChange();
    };
    for (const watcher of watchers) watcher.on('error', fail);
    return close;
  } catch {
    close();
    return undefined;
  }
}
