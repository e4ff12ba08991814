/**
 * A list of the folders that have an index: one small file each, in a directory shared by all windows (or by all runs of the command line).
 * Used to find worktrees of the same repository, and by `../storedIndexes.ts`.
 */

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import nodePath from 'node:path';
import { readJson } from '../../engine/util/budget.ts';
import { removeQuietly } from '../../workspace/files/removeQuietly.ts';

/** A folder that has an index. All paths are absolute. */
export interface ListedFolder {
  readonly folder: string;
  readonly indexDirectory: string;
  /** The directory shared by all worktrees of the folder's repository; absent outside of any. */
  readonly commonDir?: string;
  /** When the folder was first missed, in milliseconds since 1970; absent while it is there. */
  readonly missedMs?: number;
}

/** An entry of the list. */
export interface Listing {
  readonly entry: ListedFolder;
  /** Of the entry itself. */
  readonly file: string;
  readonly usedMs: number;
}

/** Adds a folder to the list, or updates when it was last used. Does nothing if the list is not writable. */
export function noteFolder(list: string, entry: ListedFolder): void {
  write(entryFile(list, entry.indexDirectory), entry);
}

/** Notes when the folder of an entry was first missed, or that it is there again. Using the folder is what counts as use. */
export function noteMissed({ entry, file, usedMs }: Listing, missedMs: number | undefined): void {
  const { missedMs: _, ...known } = entry;
  write(file, missedMs === undefined ? known : { ...known, missedMs });
  try {
    fs.utimesSync(file, usedMs / 1000, usedMs / 1000);
  } catch {
    // Not writable: it then counts as used now.
  }
}

/** Removes the folder of an index from the list. */
export function unlist(list: string, indexDirectory: string): void {
  removeQuietly(entryFile(list, indexDirectory));
}

function entryFile(list: string, indexDirectory: string): string {
  return nodePath.join(list, `${createHash('sha256').update(indexDirectory).digest('hex').slice(0, 32)}.json`);
}

function write(file: string, entry: ListedFolder): void {
  const temporary = `${file}.${process.pid}`;
  try {
    fs.mkdirSync(nodePath.dirname(file), { recursive: true, mode: 0o700 });
    fs.writeFileSync(temporary, JSON.stringify(entry), { mode: 0o600 });
    fs.renameSync(temporary, file);
  } catch {
    removeQuietly(temporary);
  }
}

/** The folders on the list, most recently used first. Unreadable entries are left out. */
export function listedFolders(list: string): readonly Listing[] {
  let names: string[] = [];
  try {
    names = fs.readdirSync(list).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
  const read = names.flatMap((name) => {
    const file = nodePath.join(list, name);
    try {
      const entry = readJson(fs.readFileSync(file, 'utf8')) as Partial<ListedFolder>;
      if (typeof entry.folder !== 'string' || typeof entry.indexDirectory !== 'string') return [];
      return [{ entry: entry as ListedFolder, file, usedMs: fs.statSync(file).mtimeMs }];
    } catch {
      return [];
    }
  });
  return read.sort((a, b) => b.usedMs - a.usedMs);
}
