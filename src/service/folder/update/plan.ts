/** Plans an update: which files are gone, which must be read, which are unchanged. */

import { statSync } from 'node:fs';
import type { Message } from '../../../engine/message.ts';
import { sideFile } from '../../../storage/segments/indexDirectory.ts';
import type { IndexStore } from '../../../storage/store.ts';
import { type FileEntry, isSkipped } from '../../../workspace/entries.ts';
import type { Described, FolderLook } from '../../../workspace/files/folderLook.ts';
import { isUnchanged } from '../../../workspace/files/sweep.ts';
import { listFolder } from '../../../workspace/files/walk.ts';
import { systemPaths } from '../../../workspace/systemPaths.ts';
import type { FolderOptions } from '../../types/options.ts';
import { Batch } from './batch.ts';
import type { FileTable } from './fileTable.ts';

/** The work of an update. */
export interface Plan {
  /** Already holds the removals. */
  readonly batch: Batch;
  readonly toRead: readonly FileEntry[];
  readonly unchanged: number;
  /** To be stored with the rows if it has changed. */
  readonly basis?: string;
}

/** The folder, and what is known of its files. */
export interface PlannedFolder {
  readonly folder: string;
  readonly options: FolderOptions;
  readonly table: FileTable;
  readonly store: Pick<IndexStore, 'basis' | 'commit'>;
  readonly look: FolderLook;
  readonly signal?: AbortSignal;
}

/** What the rows of a folder depend on besides the files and the version of the index, which covers how they are read. */
export function settingsBasis({ settings }: FolderOptions): string {
  return JSON.stringify(settings);
}

/** The file of the last listing; undefined if nothing may be written. */
export function listingFile({ indexDirectory, isReader }: FolderOptions): string | undefined {
  return indexDirectory === undefined || isReader ? undefined : sideFile(indexDirectory, 'listing');
}

/** The plan after listing the whole folder, with any problems of the listing. Throws like `listFolder`. */
export async function planAll(
  { folder, options, table, store, look, signal }: PlannedFolder,
  onProgress: (found: number) => void,
): Promise<{ plan: Plan; problems: readonly Message[] }> {
  look.forget();
  const listing = await listFolder(folder, options.settings, {
    runGit: options.runGit,
    signal,
    onProgress,
    keptIn: listingFile(options),
  });
  table.replaceSkipped(listing.skipped);
  const toRead: FileEntry[] = [];
  let found = 0;
  for (const entry of listing.files) {
    const row = table.get(entry.path);
    if (row !== undefined) found++;
    if (row === undefined || !isUnchanged(row, entry)) toRead.push(entry);
  }
  const batch = new Batch();
  if (found < table.size) removeUnlisted(table, listing.files, batch);
  const basis = settingsBasis(options);
  // Rows are useless without their basis: a first build stores it before them, so that they survive an early end.
  if (table.isEmpty && store.basis() !== basis) store.commit({ files: [], removed: [], segments: [], basis });
  const unchanged = listing.files.length - toRead.length;
  return { plan: { batch, toRead, unchanged, basis: store.basis() === basis ? undefined : basis }, problems: listing.problems };
}

function removeUnlisted(table: FileTable, files: readonly FileEntry[], batch: Batch): void {
  const listed = new Set(files.map(({ path }) => path));
  for (const path of table.paths()) if (!listed.has(path)) batch.remove(path);
}

/** Like `planAll`, for some paths; a path that is gone may have been a directory. */
export async function planPaths({ table, look }: PlannedFolder, paths: readonly string[]): Promise<Plan> {
  const batch = new Batch();
  const toRead: FileEntry[] = [];
  let unchanged = 0;
  if (paths.length === 0) return { batch, toRead, unchanged };
  const looked = await look.describe(paths);
  leaveOut(table, looked, batch);
  for (const outcome of looked.values()) {
    if (outcome === undefined || isSkipped(outcome)) continue;
    if (isKnown(table, outcome)) unchanged++;
    else toRead.push(outcome);
  }
  return { batch, toRead, unchanged };
}

/**
 * Removes files after a check of some paths: those that are gone or left out (themselves or with a directory above), everything that was
 * below them, everything below a directory that has become a file, and files that have become directories.
 */
export function leaveOut(table: FileTable, looked: ReadonlyMap<string, Described>, batch: Batch): void {
  const emptied = new Set<string>();
  // A known file has nothing below it, so removing many files does not scan all files for each.
  const remove = (path: string): void => {
    if (table.get(path) === undefined) emptied.add(path);
    else batch.remove(path);
  };
  for (const [path, outcome] of looked) {
    table.unskip(path);
    const isFile = outcome !== undefined && !isSkipped(outcome);
    if (!isFile) remove(path);
    else if (table.get(path) === undefined) {
      emptied.add(path);
      removeAbove(table, path, batch);
    }
    if (outcome !== undefined && !isFile && outcome.path !== path) remove(outcome.path.replace(/\/$/, ''));
  }
  if (emptied.size > 0) removeBelow(table, emptied, batch);
  for (const outcome of looked.values()) {
    if (outcome !== undefined && isSkipped(outcome)) batch.add({ kind: 'passed', skipped: outcome });
  }
}

function removeAbove(table: FileTable, path: string, batch: Batch): void {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const above = path.slice(0, end);
    table.unskip(above);
    if (table.get(above) !== undefined) batch.remove(above);
  }
}

/** Up to this many directories, comparing prefixes is faster than splitting every path. */
const fewDirectories = 8;

function removeBelow(table: FileTable, directories: ReadonlySet<string>, batch: Batch): void {
  const beginnings = [...directories].map((path) => `${path}/`);
  const isBelow = (path: string): boolean =>
    directories.size <= fewDirectories ? beginnings.some((beginning) => path.startsWith(beginning)) : liesBelow(path, directories);
  for (const known of table.paths()) if (isBelow(known)) batch.remove(known);
  for (const passed of table.skippedPaths()) if (isBelow(passed)) table.unskip(passed);
}

function liesBelow(path: string, directories: ReadonlySet<string>): boolean {
  for (let end = path.indexOf('/'); end > 0; end = path.indexOf('/', end + 1)) if (directories.has(path.slice(0, end))) return true;
  return false;
}

/** Whether a path is a directory; true if that cannot be determined. */
export function isDirectory(folder: string, path: string): boolean {
  try {
    return statSync(systemPaths.toAbsolute(folder, path), { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return true;
  }
}

/** Whether a file still has the stat of its row. */
export function isKnown(table: FileTable, entry: FileEntry): boolean {
  const row = table.get(entry.path);
  return row !== undefined && isUnchanged(row, entry);
}
