/**
 * A list of the folders that have an index: one small file each, in a directory shared by all windows (or by all runs of the command line).
 * Used to find worktrees of the same repository and indexes of deleted folders.
 */

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import nodePath from 'node:path';
import { indexVersion, type Lexicons, readJson } from '../../engine/index.ts';
import { documentsInFile } from '../../storage/importDocuments.ts';
import { sideSuffixes } from '../../storage/sqlite/sqliteFile.ts';
import { DamagedStoreError, type DocumentStore } from '../../storage/store.ts';

/** A folder that has an index. All paths are absolute. */
export interface ListedFolder {
  readonly folder: string;
  readonly indexFile: string;
  /** The directory shared by all worktrees of the folder's repository; absent outside of any. */
  readonly commonDir?: string;
}

/** Documents copied in one step: a few milliseconds. */
const documentsPerStep = 64;
/** An index is kept this long after its folder has vanished: a disk may only be unplugged. Milliseconds. */
const keepVanishedMs = 7 * 24 * 3600 * 1000;

/** Adds a folder to the list, or updates when it was last used. Does nothing if the list is not writable. */
export function noteFolder(list: string, entry: ListedFolder): void {
  const file = nodePath.join(list, `${createHash('sha256').update(entry.indexFile).digest('hex').slice(0, 32)}.json`);
  const temporary = `${file}.${process.pid}`;
  try {
    fs.mkdirSync(list, { recursive: true, mode: 0o700 });
    fs.writeFileSync(temporary, JSON.stringify(entry), { mode: 0o600 });
    fs.renameSync(temporary, file);
  } catch {
    removeQuietly(temporary);
  }
}

/** A file that cannot be removed is in use or not ours: tried again another time. */
function removeQuietly(...files: readonly string[]): void {
  try {
    for (const file of files) fs.rmSync(file, { force: true });
  } catch {
    // As above.
  }
}

/** The folders on the list with the files of their entries, most recently used first. Unreadable entries are left out. */
function readList(list: string): { entry: ListedFolder; file: string; usedMs: number }[] {
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
      if (typeof entry.folder !== 'string' || typeof entry.indexFile !== 'string') return [];
      return [{ entry: entry as ListedFolder, file, usedMs: fs.statSync(file).mtimeMs }];
    } catch {
      return [];
    }
  });
  return read.sort((a, b) => b.usedMs - a.usedMs);
}

/**
 * Fills an empty store with the documents of another worktree of the same repository, so that common files are not analysed again. Returns
 * whether there was one. Awaits `pass` between slices.
 */
export async function copyFromWorktree(
  { store, lexicons }: { readonly store: DocumentStore; readonly lexicons: Lexicons },
  list: string,
  own: ListedFolder,
  pass: () => Promise<void>,
): Promise<boolean> {
  if (own.commonDir === undefined) return false;
  for (const { entry } of readList(list)) {
    if (entry.commonDir !== own.commonDir || entry.indexFile === own.indexFile) continue;
    let copied = false;
    try {
      for (const documents of documentsInFile(entry.indexFile, indexVersion, lexicons, documentsPerStep)) {
        store.commit({ files: [], removed: [], documents });
        copied = true;
        await pass();
      }
    } catch (error) {
      // The remaining files are analysed.
      if (!(error instanceof DamagedStoreError)) throw error;
    }
    if (copied) return true;
  }
  return false;
}

/**
 * Removes index files in `directory` whose folders have been gone for a week, and entries without an index. Only for lists that own their
 * index files.
 */
export function removeVanished(list: string, directory: string, nowMs: number): void {
  for (const { entry, file, usedMs } of readList(list)) {
    const isGone = !fs.existsSync(entry.folder);
    const isOurs = nodePath.dirname(entry.indexFile) === directory;
    if (fs.existsSync(entry.indexFile) && !(isGone && isOurs && nowMs - usedMs > keepVanishedMs)) continue;
    removeQuietly(...(isOurs ? ['', ...sideSuffixes].map((suffix) => entry.indexFile + suffix) : []), file);
  }
}
