/** The indexes stored on this machine: what each takes and what a model was paid for it; removing one, and those of folders that are gone. */

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import nodePath from 'node:path';
import { fileSize } from '../storage/fileFigures.ts';
import { ModelReplies } from '../storage/modelReplies.ts';
import { sideFile } from '../storage/segments/indexDirectory.ts';
import { forgetUnused } from '../storage/served/keptFiles.ts';
import { loadSqlite } from '../storage/sqlite/nodeSqlite.ts';
import { WriterLock } from '../storage/sqlite/writerLock.ts';
import { removeQuietly } from '../workspace/files/removeQuietly.ts';
import { listedFolders, noteMissed, unlist } from './folder/folderList.ts';

/** An index on this machine. */
export interface StoredIndex {
  /** Identifies it to the user. */
  readonly id: string;
  /** Absolute path. */
  readonly indexDirectory: string;
  /** Absolute path; absent if the list does not know it. */
  readonly folder?: string;
  readonly isVanished: boolean;
  /** Of all its files. */
  readonly bytes: number;
  readonly usedMs: number;
  /** Replies of models, which may have cost money: their number, and the bytes of embedding vectors. */
  readonly added: { readonly passages: number; readonly gates: number; readonly vectorBytes: number };
}

/** An index is kept this long after its folder was first missed: a disk may only be unplugged. Milliseconds. */
const keepVanishedMs = 30 * 24 * 3600 * 1000;

/** All indexes on the list, and those in `directory` that it does not know; most recently used first. */
export function storedIndexes(list: string, directory: string): readonly StoredIndex[] {
  const listed = listedFolders(list).map(({ entry, usedMs }) => ({ ...entry, usedMs }));
  const known = new Set(listed.map(({ indexDirectory }) => indexDirectory));
  const orphans = namesIn(directory)
    .filter((name) => /^[0-9a-f]{32}\.index$/.test(name))
    .map((name) => nodePath.join(directory, name))
    .filter((indexDirectory) => !known.has(indexDirectory))
    .map((indexDirectory) => ({
      indexDirectory,
      folder: undefined,
      usedMs: Math.max(0, ...filesIn(indexDirectory).map((file) => tryStat(file)?.mtimeMs ?? 0)),
    }));
  return [...listed, ...orphans]
    .map(({ indexDirectory, folder, usedMs }) => ({
      id: createHash('sha256').update(indexDirectory).digest('hex').slice(0, 8),
      indexDirectory,
      ...(folder === undefined ? {} : { folder }),
      isVanished: folder !== undefined && !fs.existsSync(folder),
      bytes: filesIn(indexDirectory).reduce((sum, file) => sum + (tryStat(file)?.size ?? 0), 0),
      usedMs,
      added: {
        passages: countLines(sideFile(indexDirectory, 'enriched')),
        gates: countLines(sideFile(indexDirectory, 'gates')),
        vectorBytes: fileSize(sideFile(indexDirectory, 'embeddings')) + fileSize(sideFile(indexDirectory, 'vectors')),
      },
    }))
    .sort((a, b) => b.usedMs - a.usedMs);
}

/** Removes an index with everything that a model added to it. Returns false if another process has it open, or it cannot be removed. */
export function removeIndex(list: string, { indexDirectory }: StoredIndex): boolean {
  const sqlite = loadSqlite();
  const file = sideFile(indexDirectory, 'lock');
  const lock = sqlite && fs.existsSync(file) ? WriterLock.at(sqlite, file) : undefined;
  try {
    if (lock?.take() === 'held') return false;
    fs.rmSync(indexDirectory, { recursive: true, force: true });
  } catch {
    return false;
  } finally {
    lock?.close();
  }
  unlist(list, indexDirectory);
  return true;
}

/**
 * Removes indexes in `directory` whose folders have been missed for 30 days, entries without an index, and what shared indexes have left unused. What a model was paid for is
 * never removed. Only for lists that own their indexes.
 */
export function removeVanished(list: string, directory: string, nowMs: number): void {
  forgetUnused(directory, nowMs);
  for (const listing of listedFolders(list)) {
    const { entry, file } = listing;
    const isOurs = nodePath.dirname(entry.indexDirectory) === directory;
    if (isOurs && new ModelReplies(entry.indexDirectory).sizeBytes() > 0) continue;
    if (fs.existsSync(entry.indexDirectory)) {
      const isGone = !fs.existsSync(entry.folder);
      if (isGone !== (entry.missedMs !== undefined)) noteMissed(listing, isGone ? nowMs : undefined);
      if (!isGone || !isOurs || nowMs - (entry.missedMs ?? nowMs) <= keepVanishedMs) continue;
    }
    if (isOurs) removeDirectory(entry.indexDirectory);
    removeQuietly(file);
  }
}

function filesIn(directory: string): readonly string[] {
  return namesIn(directory).map((name) => nodePath.join(directory, name));
}

function removeDirectory(directory: string): void {
  try {
    fs.rmSync(directory, { recursive: true, force: true });
  } catch {
    // Not removable: tried again at the next start.
  }
}

function tryStat(file: string): fs.Stats | undefined {
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
function countLines(file: string): number {
  if (!tryStat(file)?.isFile()) return 0;
  const bytes = fs.readFileSync(file);
  let lines = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++;
  return lines;
}
