/**
 * Watches a folder's files, for programs without an editor.
 *
 * Linux gets one watch per directory of the listing, so `node_modules` and the like cost nothing; Windows and macOS watch a whole tree at
 * once. Events are only hints: the system may drop some, so callers also compare listings periodically (see `sweep`).
 */
import { type FSWatcher, watch } from 'node:fs';
import nodePath from 'node:path';
import { errorMessage } from '../../messages/messages.ts';
import { type FileEntry, type FolderListing, isSkipped } from '../entries.ts';
import { affectsRules, type RuleOptions } from '../ignore/folderRules.ts';
import { errorCode } from '../openFile.ts';
import type { IndexSettings } from '../settings.ts';
import { childPath } from '../systemPaths.ts';
import { FolderLook } from './folderLook.ts';
import { kindAt } from './judgeEntry.ts';
import { sweep } from './sweep.ts';
import { listFolder } from './walk.ts';

/** Changes are debounced until nothing has happened for this long, in milliseconds. */
const quietMs = 100;

export interface WatchOptions extends RuleOptions {
  settings: IndexSettings;
  /** Called once per kind of problem, with a full sentence, when changes may be missed. */
  onProblem?: (message: string) => void;
}

/** A running watch. */
export interface FolderWatch {
  /** Resolves when all directories are watched; never rejects. */
  ready: Promise<void>;
  /** Ends the watch; nothing is reported afterwards. */
  close(): void;
}

const watchesTrees = process.platform === 'win32' || process.platform === 'darwin';

/**
 * Watches a folder until closed.
 *
 * @param onChange gets the paths, relative to the folder and sorted, that were created, changed or removed, or that entered or left the
 * listing because an ignore file changed. A path may turn out unchanged, or not to be an indexed file: check with `FolderLook`.
 */
export function watchFolder(root: string, onChange: (paths: string[]) => void, options: WatchOptions): FolderWatch {
  const watchers = new Map<string, FSWatcher>();
  const pending = new Set<string>();
  const reported = new Set<string>();
  const ending = new AbortController();
  const look = new FolderLook(root, options.settings, options);
  let files: Map<string, FileEntry> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> = Promise.resolve();

  function report(kind: string, message: string): void {
    if (!reported.has(kind) && !ending.signal.aborted) {
      reported.add(kind);
      options.onProblem?.(message);
    }
  }

  function schedule(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      working = working.then(flush);
    }, quietMs);
  }

  function noticed(directory: string, name: string | null): void {
    const path = name === null ? directory : childPath(directory, name.replaceAll(nodePath.sep, '/'));
    if (!ending.signal.aborted && path !== '' && !/(?:^|\/)\.git(?:\/|$)/.test(path)) {
      pending.add(path);
      schedule();
    }
  }

  function watchDirectory(directory: string): boolean {
    try {
      const watcher = watch(nodePath.join(root, directory), { persistent: false, recursive: watchesTrees }, (_event, name) =>
        noticed(directory, name),
      );
      watcher.on('error', () => dropDirectory(directory));
      watchers.set(directory, watcher);
      return true;
    } catch (error) {
      const code = errorCode(error);
      const limit = code === 'ENOSPC' || code === 'EMFILE';
      if (limit || directory === '') {
        report(
          code,
          `Cannot watch all directories of ${JSON.stringify(root)}: ${limit ? "the system's limit of watches is reached" : code}, changes are seen by comparing listings`,
        );
      }
      return false;
    }
  }

  function dropDirectory(directory: string): void {
    watchers.get(directory)?.close();
    watchers.delete(directory);
  }

  /** Updates the watches to match a listing; true if some were added. */
  function adjust(listing: FolderListing): boolean {
    const wanted = new Set(watchesTrees ? [''] : listing.directories);
    for (const directory of [...watchers.keys()].filter((known) => !wanted.has(known))) dropDirectory(directory);
    const added = [...wanted].filter((directory) => !watchers.has(directory) && watchDirectory(directory));
    return added.length > 0;
  }

  /** Lists until no directory is new: changes in a directory before it was watched show up in the next listing. */
  async function relist(): Promise<void> {
    try {
      for (let again = true; again && !ending.signal.aborted; ) {
        const listing = await listFolder(root, options.settings, { ...options, signal: ending.signal });
        if (files !== undefined) {
          const { changed, removed } = sweep(files, listing);
          for (const path of [...changed.map((entry) => entry.path), ...removed]) pending.add(path);
        }
        files = new Map(listing.files.map((entry) => [entry.path, entry]));
        again = !ending.signal.aborted && adjust(listing);
      }
    } catch (error) {
      report('list', errorMessage(error));
    }
  }

  /** Applies changes to the known files, so that the next listing shows their effect. */
  async function learn(paths: Iterable<string>): Promise<void> {
    try {
      for (const [path, outcome] of await look.describe([...paths])) {
        if (outcome === undefined || isSkipped(outcome)) files?.delete(path);
        else files?.set(path, outcome);
      }
    } catch (error) {
      report('list', errorMessage(error));
    }
  }

  async function flush(): Promise<void> {
    if ([...pending].some((path) => affectsRules(path) || watchers.has(path) || kindAt(nodePath.join(root, path)) === 'directory')) {
      await relist();
    }
    const paths = [...pending].sort();
    pending.clear();
    await learn(paths);
    if (paths.length > 0 && !ending.signal.aborted) onChange(paths);
  }

  working = relist().then(() => (pending.size > 0 ? flush() : undefined));
  return {
    ready: working,
    close: () => {
      ending.abort();
      clearTimeout(timer);
      for (const directory of [...watchers.keys()]) dropDirectory(directory);
    },
  };
}
