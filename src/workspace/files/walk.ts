/**
 * Lists a folder. Links are never followed, so it cannot leave the folder or loop.
 *
 * Directories are read synchronously, at a tenth of the cost of asynchronous reading, and yield to the event loop every 20 ms. One
 * `readdir` per directory, one `lstat` per file that is not ruled out by its name.
 */

import { type Dirent, readdirSync } from 'node:fs';
import type { Yield } from '../../engine/util/steps.ts';
import { type FolderListing, isSkipped } from '../entries.ts';
import { FileStamps } from '../fileStamps.ts';
import type { EntryNames } from '../ignore/dependencyMarkers.ts';
import {
  createFolderRules,
  type DirectoryRules,
  type FolderRules,
  folderError,
  judgeDirectory,
  openDirectory,
  type RuleOptions,
} from '../ignore/folderRules.ts';
import { ignoreFileNames } from '../ignore/ignoreLevels.ts';
import { errorCode, isGone } from '../openFile.ts';
import type { IndexSettings } from '../settings.ts';
import { absoluteBelow, childPath } from '../systemPaths.ts';
import { type EntryKind, judgeEntry, kindAt } from './judgeEntry.ts';
import { keep, type Listed, readKept } from './keptListing.ts';

export interface ListOptions extends RuleOptions {
  /** Called periodically and at the end, with the number of files found so far. */
  onProgress?: (found: number) => void;
  /** Where the listing is kept for the next one (`keptListing.ts`); absent keeps none. */
  keptIn?: string;
}

const sliceMs = 20;

/**
 * All files of a folder that may be indexed, and all that are left out, with reasons.
 *
 * Throws an Error that names the folder if it does not exist, is not a directory or cannot be read, and the signal's reason if aborted.
 * Entries that vanish meanwhile are no error; a directory that cannot be read is listed as skipped.
 */
export async function listFolder(root: string, settings: IndexSettings, options: ListOptions = {}): Promise<FolderListing> {
  options.signal?.throwIfAborted();
  const { keptIn } = options;
  const yieldForKept = yieldInSlices(() => undefined, options.signal);
  const kept = keptIn === undefined ? undefined : await readKept(keptIn, root, settings, options, yieldForKept);
  if (kept !== undefined) {
    options.onProgress?.(kept.files.length);
    return kept;
  }
  const stamps = new FileStamps();
  const rules = await createFolderRules(root, settings, options, stamps);
  const listing: FolderListing = { files: [], skipped: [], directories: [], problems: rules.problems };
  const walk: Walk = { rules, listing, pending: [{ rules: rules.top, siblings: noNames }], stamps, wanted: [] };
  const { pending } = walk;
  const yieldThread = yieldInSlices(() => options.onProgress?.(listing.files.length), options.signal);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) await visit(walk, next, yieldThread);
  listing.files.sort(byPath);
  listing.skipped.sort(byPath);
  listing.directories.sort();
  options.onProgress?.(listing.files.length);
  if (keptIn !== undefined) keep(keptIn, root, settings, options, walk);
  return listing;
}

interface Walk extends Listed {
  readonly rules: FolderRules;
  readonly pending: PendingDirectory[];
}

interface PendingDirectory {
  rules: DirectoryRules;
  siblings: EntryNames;
}

const noNames: EntryNames = { has: () => false };

async function visit(
  { rules, listing, pending, stamps, wanted }: Walk,
  { rules: pendingRules, siblings }: PendingDirectory,
  yieldThread: Yield,
): Promise<void> {
  const absolute = absoluteBelow(rules.root, pendingRules.path);
  stamps.addEntries(absolute);
  const entries = readEntries(rules, pendingRules, absolute, listing, stamps);
  const inside = entryNames(entries, stamps);
  const opened = await openDirectory(rules, pendingRules, inside, siblings, stamps);
  if (isSkipped(opened)) {
    listing.skipped.push(opened);
    return;
  }
  listing.directories.push(opened.path);
  for (const entry of entries) {
    const yielded = yieldThread();
    if (yielded !== undefined) await yielded;
    const kind = entry.isDirectory() ? 'directory' : entryKind(entry, absolute);
    const outcome =
      kind === 'directory'
        ? judgeDirectory(rules, opened, entry.name)
        : judgeEntry(rules, opened, entry.name, kind, (path) => wanted.push(path));
    if (outcome === undefined) continue;
    if ('reason' in outcome) {
      listing.skipped.push(outcome);
    } else if ('size' in outcome) {
      listing.files.push(outcome);
    } else {
      pending.push({ rules: outcome, siblings: inside });
    }
  }
}

/** Names that are not valid UTF-8 cannot be distinguished from names with the replacement character, except by reading the bytes. */
function readEntries(
  rules: FolderRules,
  directory: DirectoryRules,
  absolute: string,
  listing: FolderListing,
  stamps: FileStamps,
): Dirent[] {
  try {
    const entries = readdirSync(absolute, { withFileTypes: true });
    if (!entries.some((entry) => entry.name.includes('\ufffd'))) return entries;
    const invalid = readdirSync(absolute, 'buffer').filter((name) => !Buffer.from(name.toString('utf8')).equals(name));
    const replaced = new Set(invalid.map((name) => name.toString('utf8')));
    for (const name of invalid) {
      listing.skipped.push({
        path: childPath(directory.path, name.toString('utf8')),
        reason: 'name not valid UTF-8',
        detail: visibleBytes(name),
      });
    }
    return entries.filter((entry) => !replaced.has(entry.name));
  } catch (error) {
    stamps.invalidate();
    if (directory.path === '') throw folderError(rules.root, error);
    if (!isGone(error)) listing.skipped.push({ path: `${directory.path}/`, reason: 'unreadable', detail: errorCode(error) });
    return [];
  }
}

/** Some file systems omit the type of an entry in a listing. */
function entryKind(entry: Dirent, absolute: string): EntryKind {
  if (entry.isFile()) return 'file';
  return entry.isSymbolicLink() ? 'link' : kindAt(absoluteBelow(absolute, entry.name));
}

/** A set is only built for directories where a rule asks. What a rule reads there but ignore files is not among the stamps. */
function entryNames(entries: Dirent[], stamps: FileStamps): EntryNames {
  let names: Set<string> | undefined;
  return {
    has: (name) => {
      names ??= new Set(entries.map((entry) => entry.name));
      const isThere = names.has(name);
      if (isThere && !ignoreFileNames.has(name)) stamps.invalidate();
      return isThere;
    },
  };
}

/** Yields the thread once 20 ms have passed. */
function yieldInSlices(report: () => void, signal: AbortSignal | undefined): Yield {
  let last = performance.now();
  let calls = 0;
  return () => {
    calls++;
    if (calls % 16 !== 0 || performance.now() - last < sliceMs) return undefined;
    report();
    return new Promise((resolve, reject) => {
      setImmediate(() => {
        last = performance.now();
        if (signal?.aborted === true) {
          reject(signal.reason);
        } else {
          resolve();
        }
      });
    });
  };
}

function visibleBytes(name: Buffer): string {
  return [...name]
    .map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`))
    .join('');
}

function byPath(left: { path: string }, right: { path: string }): number {
  return left.path < right.path ? -1 : left.path > right.path ? 1 : 0;
}
