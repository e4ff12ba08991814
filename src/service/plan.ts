/** What an update has to do: which files are gone, which must be read, which are as they were. */

import { statSync } from 'node:fs';
import type { DocumentStore } from '../index/store.ts';
import { type FileEntry, isSkipped, type SkippedFile } from '../workspace/entries.ts';
import type { FolderLook } from '../workspace/folderLook.ts';
import { systemPaths } from '../workspace/paths.ts';
import { isUnchanged } from '../workspace/sweep.ts';
import { listFolder } from '../workspace/walk.ts';
import { Batch } from './batch.ts';
import type { FileTable } from './fileTable.ts';
import type { FolderOptions } from './service.ts';

/** What an update has to do. */
export interface Plan {
  /** Holds what is removed already. */
  readonly batch: Batch;
  readonly toRead: readonly FileEntry[];
  readonly unchanged: number;
  /** To be stored with the rows where the stored one is another. */
  readonly basis?: string;
}

/** The folder that is looked at, and what is known of its files. */
export interface PlannedFolder {
  readonly folder: string;
  readonly options: FolderOptions;
  readonly table: FileTable;
  readonly store: Pick<DocumentStore, 'basis' | 'commit'>;
  readonly look: FolderLook;
  readonly signal: AbortSignal;
}

/** What the rows of a folder depend on besides the files. */
export function basisOf({ settings }: FolderOptions): string {
  return JSON.stringify(settings);
}

/** What must be done after a walk over the folder, and what the walk could not take into account. Throws as `listFolder` does. */
export async function planAll(
  { folder, options, table, store, look, signal }: PlannedFolder,
  onProgress: (found: number) => void,
): Promise<{ plan: Plan; problems: readonly string[] }> {
  look.forget();
  const listing = await listFolder(folder, options.settings, { runGit: options.runGit, signal, onProgress });
  table.passOnly(listing.skipped);
  const listed = new Set<string>();
  const toRead: FileEntry[] = [];
  for (const entry of listing.files) {
    listed.add(entry.path);
    if (!isKnown(table, entry)) toRead.push(entry);
  }
  const batch = new Batch();
  for (const path of table.paths()) if (!listed.has(path)) batch.remove(path);
  const basis = basisOf(options);
  // Rows are worth nothing without their basis: a first build stores it before them, so that they survive its end.
  if (table.isEmpty && store.basis() !== basis) store.commit({ files: [], removed: [], documents: [], basis });
  const unchanged = listing.files.length - toRead.length;
  return { plan: { batch, toRead, unchanged, basis: store.basis() === basis ? undefined : basis }, problems: listing.problems };
}

/** As `planAll`, for some paths; one that is gone may have been a directory. */
export async function planPaths({ table, look }: PlannedFolder, paths: readonly string[]): Promise<Plan> {
  const batch = new Batch();
  const toRead: FileEntry[] = [];
  let unchanged = 0;
  if (paths.length === 0) return { batch, toRead, unchanged };
  for (const [path, outcome] of await look.describe(paths)) {
    if (outcome === undefined || isSkipped(outcome)) leaveOut(table, path, outcome, batch);
    else if (isKnown(table, outcome)) unchanged++;
    else toRead.push(outcome);
  }
  return { batch, toRead, unchanged };
}

/** Removes a path that is gone (it may have been a directory) or left out (by itself or with a directory above it). */
export function leaveOut(table: FileTable, path: string, skipped: SkippedFile | undefined, batch: Batch): void {
  table.unpass(path);
  for (const known of table.paths()) if (known === path || known.startsWith(`${path}/`)) batch.remove(known);
  if (skipped !== undefined) batch.add({ kind: 'passed', skipped });
}

/** Whether a path is a directory; one that cannot be looked at may be. */
export function isDirectory(folder: string, path: string): boolean {
  try {
    return statSync(systemPaths.toAbsolute(folder, path), { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return true;
  }
}

/** Whether a file is as the table has it, by its stat. */
export function isKnown(table: FileTable, entry: FileEntry): boolean {
  const row = table.get(entry.path);
  return row !== undefined && isUnchanged(row, entry);
}
