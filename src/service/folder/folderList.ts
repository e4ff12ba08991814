/**
 * A list of the folders that have an index: one small file each, in a directory shared by all windows (or by all runs of the command line).
 * Used to find worktrees of the same repository and indexes of deleted folders.
 */

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import nodePath from 'node:path';
import { indexVersion, type Lexicons, readJson } from '../../engine/index.ts';
import { documentsInFile } from '../../storage/importDocuments.ts';
import { loadSqlite } from '../../storage/sqlite/nodeSqlite.ts';
import { sideSuffixes } from '../../storage/sqlite/sqliteFile.ts';
import { WriterLock } from '../../storage/sqlite/writerLock.ts';
import { DamagedStoreError, type DocumentStore } from '../../storage/store.ts';

/** A folder that has an index. All paths are absolute. */
export interface ListedFolder {
  readonly folder: string;
  readonly indexFile: string;
  /** The directory shared by all worktrees of the folder's repository; absent outside of any. */
  readonly commonDir?: string;
  /** When the folder was first missed, in milliseconds since 1970; absent while it is there. */
  readonly missedMs?: number;
}

/** An index on this machine. */
export interface StoredIndex {
  /** Identifies it to the user. */
  readonly id: string;
  /** Absolute path. */
  readonly indexFile: string;
  /** Absolute path; absent if the list does not know it. */
  readonly folder?: string;
  readonly isVanished: boolean;
  /** Of all its files. */
  readonly bytes: number;
  readonly usedMs: number;
  /** Replies of models, which may have cost money: their number, and the bytes of embedding vectors. */
  readonly added: { readonly passages: number; readonly gates: number; readonly vectorBytes: number };
}

/** Files of what a model was paid for. */
const paidSuffixes = ['-enriched', '-gates', '-embeddings'] as const;

/** Documents copied in one step: a few milliseconds. */
const documentsPerStep = 64;
/** An index is kept this long after its folder was first missed: a disk may only be unplugged. Milliseconds. */
const keepVanishedMs = 30 * 24 * 3600 * 1000;

/** Adds a folder to the list, or updates when it was last used. Does nothing if the list is not writable. */
export function noteFolder(list: string, entry: ListedFolder): void {
  write(entryFile(list, entry.indexFile), entry);
}

function entryFile(list: string, indexFile: string): string {
  return nodePath.join(list, `${createHash('sha256').update(indexFile).digest('hex').slice(0, 32)}.json`);
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
 * Removes index files in `directory` whose folders have been missed for 30 days, and entries without an index. What a model was paid for is
 * never removed. Only for lists that own their index files.
 */
export function removeVanished(list: string, directory: string, nowMs: number): void {
  for (const { entry, file, usedMs } of readList(list)) {
    const isOurs = nodePath.dirname(entry.indexFile) === directory;
    if (isOurs && isPaid(entry.indexFile)) continue;
    if (fs.existsSync(entry.indexFile)) {
      const isGone = !fs.existsSync(entry.folder);
      if (isGone !== (entry.missedMs !== undefined)) {
        const { missedMs: _, ...known } = entry;
        write(file, isGone ? { ...known, missedMs: nowMs } : known);
        // Using the folder is what counts as use.
        setUsed(file, usedMs);
      }
      if (!isGone || !isOurs || nowMs - (entry.missedMs ?? nowMs) <= keepVanishedMs) continue;
    }
    removeQuietly(...(isOurs ? filesOf(entry.indexFile) : []), file);
  }
}

function setUsed(file: string, usedMs: number): void {
  try {
    fs.utimesSync(file, usedMs / 1000, usedMs / 1000);
  } catch {
    // Not writable: it then counts as used now.
  }
}

/** All indexes on the list, and those in `directory` that it does not know; most recently used first. */
export function storedIndexes(list: string, directory: string): readonly StoredIndex[] {
  const listed = readList(list).map(({ entry, usedMs }) => ({ ...entry, usedMs }));
  const known = new Set(listed.map(({ indexFile }) => indexFile));
  const orphans = [...new Set(namesIn(directory).flatMap((name) => /^[0-9a-f]{32}\.sqlite/.exec(name)?.[0] ?? []))]
    .map((name) => nodePath.join(directory, name))
    .filter((indexFile) => !known.has(indexFile))
    .map((indexFile) => ({
      indexFile,
      folder: undefined,
      usedMs: Math.max(...filesOf(indexFile).map((file) => statOf(file)?.mtimeMs ?? 0)),
    }));
  return [...listed, ...orphans]
    .map(({ indexFile, folder, usedMs }) => ({
      id: createHash('sha256').update(indexFile).digest('hex').slice(0, 8),
      indexFile,
      ...(folder === undefined ? {} : { folder }),
      isVanished: folder !== undefined && !fs.existsSync(folder),
      bytes: filesOf(indexFile).reduce((sum, file) => sum + (statOf(file)?.size ?? 0), 0),
      usedMs,
      added: {
        passages: linesOf(`${indexFile}-enriched`),
        gates: linesOf(`${indexFile}-gates`),
        vectorBytes: statOf(`${indexFile}-embeddings`)?.size ?? 0,
      },
    }))
    .sort((a, b) => b.usedMs - a.usedMs);
}

/** Removes an index with everything that a model added to it. Returns false if another process has it open, or it cannot be removed. */
export function removeIndex(list: string, { indexFile }: StoredIndex): boolean {
  const sqlite = loadSqlite();
  const lock = sqlite && fs.existsSync(`${indexFile}.lock`) ? WriterLock.at(sqlite, indexFile) : undefined;
  try {
    if (lock?.take() === 'held') return false;
    for (const file of filesOf(indexFile)) fs.rmSync(file, { force: true });
  } catch {
    return false;
  } finally {
    lock?.close();
  }
  removeQuietly(entryFile(list, indexFile));
  return true;
}

/** The index file, its side files, and what was set aside. */
function filesOf(indexFile: string): readonly string[] {
  const aside = namesIn(nodePath.dirname(indexFile)).filter((name) => name.startsWith(`${nodePath.basename(indexFile)}.aside`));
  return [
    ...['', ...sideSuffixes].map((suffix) => indexFile + suffix),
    ...aside.map((name) => nodePath.join(nodePath.dirname(indexFile), name)),
  ];
}

function isPaid(indexFile: string): boolean {
  return paidSuffixes.some((suffix) => (statOf(indexFile + suffix)?.size ?? 0) > 0);
}

function statOf(file: string): fs.Stats | undefined {
  return fs.statSync(file, { throwIfNoEntry: false });
}

function namesIn(directory: string): readonly string[] {
  try {
    return fs.readdirSync(directory);
  } catch {
    return [];
  }
}

/** One reply a line. */
function linesOf(file: string): number {
  if (!statOf(file)?.isFile()) return 0;
  const bytes = fs.readFileSync(file);
  let lines = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++;
  return lines;
}
