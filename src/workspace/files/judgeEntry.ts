/** Judges single entries of a folder by the rules of their directory and their `lstat`. */

import { lstatSync } from 'node:fs';
import { type FileEntry, type SkippedFile, toEntry } from '../entries.ts';
import { type DirectoryRules, type FolderRules, judgeFile, judgeSize } from '../ignore/folderRules.ts';
import { errorCode, isGone } from '../openFile.ts';
import type { IndexSettings } from '../settings.ts';
import { absoluteBelow, childPath } from '../systemPaths.ts';

/** The kind of an entry, without following links. */
export type EntryKind = 'directory' | 'file' | 'link' | 'other' | 'gone';

/**
 * A file's entry, the reason why it is left out, or `undefined` if there is nothing (any more) to report. `onStat` is called with the path if the
 * name is accepted, so that the `lstat` decides.
 */
export function judgeEntry(
  rules: FolderRules,
  directory: DirectoryRules,
  name: string,
  kind: EntryKind,
  onStat?: (path: string) => void,
): FileEntry | SkippedFile | undefined {
  if (kind === 'gone' || name === '.git') return undefined;
  const skipped = judgeFile(rules, directory, name);
  if (skipped !== undefined) return skipped;
  const path = childPath(directory.path, name);
  if (kind === 'link') return { path, reason: 'link' };
  if (kind === 'other') return { path, reason: 'not a regular file' };
  onStat?.(path);
  return statEntry(rules.root, rules.settings, path);
}

/** As `judgeEntry`, of a file whose path is known to be wanted. `root` is the folder's real path. */
export function statEntry(root: string, settings: IndexSettings, path: string): FileEntry | SkippedFile | undefined {
  try {
    const stat = lstatSync(absoluteBelow(root, path), { bigint: true, throwIfNoEntry: false });
    if (stat === undefined) return undefined;
    if (!stat.isFile()) return stat.isDirectory() ? undefined : { path, reason: stat.isSymbolicLink() ? 'link' : 'not a regular file' };
    return judgeSize(path, Number(stat.size), settings) ?? toEntry(path, stat);
  } catch (error) {
    return isGone(error) ? undefined : { path, reason: 'unreadable', detail: errorCode(error) };
  }
}

/** The kind of entry at a path. If it cannot be determined, the entry counts as a file, so that reading it reports the reason. */
export function kindAt(absolute: string): EntryKind {
  try {
    const stat = lstatSync(absolute, { throwIfNoEntry: false });
    if (stat === undefined) return 'gone';
    return stat.isFile() ? 'file' : stat.isDirectory() ? 'directory' : stat.isSymbolicLink() ? 'link' : 'other';
  } catch (error) {
    return isGone(error) ? 'gone' : 'file';
  }
}
