/** The indexes stored on this machine: what each takes and what a model was paid for it; removing one, and those of folders that are gone. */

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import nodePath from 'node:path';
import { loadSqlite } from '../storage/sqlite/nodeSqlite.ts';
import { sideSuffixes } from '../storage/sqlite/sqliteFile.ts';
import { WriterLock } from '../storage/sqlite/writerLock.ts';
import { removeQuietly } from '../workspace/files/removeQuietly.ts';
import { listedFolders, noteMissed, unlist } from './folder/folderList.ts';

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
const paidSuffixes = ['-enriched', '-gates', '-embeddings', '-vectors'] as const;

/** An index is kept this long after its folder was first missed: a disk may only be unplugged. Milliseconds. */
const keepVanishedMs = 30 * 24 * 3600 * 1000;

/** All indexes on the list, and those in `directory` that it does not know; most recently used first. */
export function storedIndexes(list: string, directory: string): readonly StoredIndex[] {
  const listed = listedFolders(list).map(({ entry, usedMs }) => ({ ...entry, usedMs }));
  const known = new Set(listed.map(({ indexFile }) => indexFile));
  const orphans = [...new Set(namesIn(directory).flatMap((name) => /^[0-9a-f]{32}\.sqlite/.exec(name)?.[0] ?? []))]
    .map((name) => nodePath.join(directory, name))
    .filter((indexFile) => !known.has(indexFile))
    .map((indexFile) => ({
      indexFile,
      folder: undefined,
      usedMs: Math.max(...indexFiles(indexFile).map((file) => tryStat(file)?.mtimeMs ?? 0)),
    }));
  return [...listed, ...orphans]
    .map(({ indexFile, folder, usedMs }) => ({
      id: createHash('sha256').update(indexFile).digest('hex').slice(0, 8),
      indexFile,
      ...(folder === undefined ? {} : { folder }),
      isVanished: folder !== undefined && !fs.existsSync(folder),
      bytes: indexFiles(indexFile).reduce((sum, file) => sum + (tryStat(file)?.size ?? 0), 0),
      usedMs,
      added: {
        passages: countLines(`${indexFile}-enriched`),
        gates: countLines(`${indexFile}-gates`),
        vectorBytes: ['-embeddings', '-vectors'].reduce((sum, suffix) => sum + (tryStat(`${indexFile}${suffix}`)?.size ?? 0), 0),
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
    for (const file of indexFiles(indexFile)) fs.rmSync(file, { force: true });
  } catch {
    return false;
  } finally {
    lock?.close();
  }
  unlist(list, indexFile);
  return true;
}

/**
 * Removes index files in `directory` whose folders have been missed for 30 days, and entries without an index. What a model was paid for is
 * never removed. Only for lists that own their index files.
 */
export function removeVanished(list: string, directory: string, nowMs: number): void {
  for (const listing of listedFolders(list)) {
    const { entry, file } = listing;
    const isOurs = nodePath.dirname(entry.indexFile) === directory;
    const isPaid = paidSuffixes.some((suffix) => (tryStat(entry.indexFile + suffix)?.size ?? 0) > 0);
    if (isOurs && isPaid) continue;
    if (fs.existsSync(entry.indexFile)) {
      const isGone = !fs.existsSync(entry.folder);
      if (isGone !== (entry.missedMs !== undefined)) noteMissed(listing, isGone ? nowMs : undefined);
      if (!isGone || !isOurs || nowMs - (entry.missedMs ?? nowMs) <= keepVanishedMs) continue;
    }
    removeQuietly(...(isOurs ? indexFiles(entry.indexFile) : []), file);
  }
}

/** The index file, its side files, and what was set aside. */
function indexFiles(indexFile: string): readonly string[] {
  const aside = namesIn(nodePath.dirname(indexFile)).filter((name) => name.startsWith(`${nodePath.basename(indexFile)}.aside`));
  return [
    ...['', ...sideSuffixes].map((suffix) => indexFile + suffix),
    ...aside.map((name) => nodePath.join(nodePath.dirname(indexFile), name)),
  ];
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
