/**
 * Opens a SQLite file of derived data and decides whether it can be trusted.
 *
 * A file that is damaged, foreign or newer is moved aside, never deleted and never read further; one of another content version is
 * emptied. Each case leaves a usable file.
 */

import fs from 'node:fs';
import nodePath from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { fileSize } from '../fileFigures.ts';
import { isNetworkStorage } from '../networkStorage.ts';
import { classifyFault, closeDatabase, type NodeSqlite } from './nodeSqlite.ts';
import { createFile } from './writerLock.ts';

/** An open file; without a database if it cannot be used. */
export interface OpenedFile {
  readonly database?: DatabaseSync;
  readonly isReadOnly?: boolean;
  /** Why what was in the file is not used. */
  readonly unfit?: Unusable;
}

/** A kind of file that this program writes. Its tables include `meta`. */
export interface FileLayout {
  /** In SQLite's header. */
  readonly applicationId: number;
  readonly schemaVersion: number;
  readonly tables: readonly string[];
  /** Of a new file; a power of 2. */
  readonly pageBytes: number;
}

export const metaTable = 'CREATE TABLE meta(name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID';

/** How long a statement waits for another process. It blocks the thread, so it is short; the change is retried later. */
const busyTimeoutMs = 250;
/** The same for a follower: it polls several times a second, and retries if the file is being written. */
const followerTimeoutMs = 2;

/** Opens or creates the file. `content` is the version of what is stored. Never throws for faults of the file or its storage. */
export function openSqliteFile(sqlite: NodeSqlite, file: string, content: string, layout: FileLayout): OpenedFile {
  if (!isWritablePlace(file)) return openReadOnly(sqlite, file, content, layout);
  try {
    return openWritable(sqlite, file, content, layout);
  } catch (error) {
    const fault = classifyFault(error);
    if (fault === 'busy') return {};
    if (fault === 'unwritable') return openReadOnly(sqlite, file, content, layout);
    if (fault === 'damaged') return recreateFile(sqlite, file, content, 'was damaged', layout);
    throw error;
  }
}

/** Moves the file (and SQLite's side files) aside. Returns whether that succeeded. */
function moveAside(file: string): boolean {
  for (let n = 1; n < 100; n++) {
    const target = `${file}.aside${n === 1 ? '' : n}`;
    if (fs.existsSync(target)) continue;
    try {
      fs.renameSync(file, target);
      moveIfThere(`${file}-wal`, `${target}-wal`);
      fs.rmSync(`${file}-shm`, { force: true });
      fs.rmSync(`${file}-journal`, { force: true });
      return true;
    } catch {
      return false;
    }
  }
  return false;
}

/** Moves an unusable file aside and creates a new one. */
export function recreateFile(sqlite: NodeSqlite, file: string, content: string, what: Unusable, layout: FileLayout): OpenedFile {
  if (!moveAside(file)) return {};
  try {
    return { ...openWritable(sqlite, file, content, layout), unfit: what };
  } catch {
    return {};
  }
}

function openWritable(sqlite: NodeSqlite, file: string, content: string, layout: FileLayout): OpenedFile {
  createFile(file);
  restrictMode(file);
  let database = connect(sqlite, file);
  try {
    const unfit = judge(database, content, layout);
    if (unfit === 'was damaged' || unfit === 'was written by a newer version' || unfit === 'belonged to another program') {
      database.close();
      return recreateFile(sqlite, file, content, unfit, layout);
    }
    const isRebuilt = unfit === 'was written by another version';
    if (isRebuilt) dropTables(database);
    if (isRebuilt || unfit === 'new') createTables(database, content, layout);
    const hasLog = keepsLog(database, file);
    if (!hasLog) {
      database.close();
      database = connect(sqlite, file);
      keepJournal(database);
    }
    database.exec('PRAGMA temp_store = memory; PRAGMA cache_size = -8192');
    return { database, ...(isRebuilt ? { unfit } : {}) };
  } catch (error) {
    closeDatabase(database);
    throw error;
  }
}

function connect(sqlite: NodeSqlite, file: string, { isFollowed = false } = {}): DatabaseSync {
  const database = new sqlite.DatabaseSync(file, { readOnly: isFollowed });
  const timeoutMs = isFollowed ? followerTimeoutMs : busyTimeoutMs;
  database.exec(`PRAGMA busy_timeout = ${timeoutMs}; PRAGMA trusted_schema = off; PRAGMA cell_size_check = on`);
  return database;
}

/** Opens a file that another process writes; without a database if it cannot be read here. */
export function openFollowed(sqlite: NodeSqlite, file: string, content: string, layout: FileLayout): OpenedFile {
  let database: DatabaseSync | undefined;
  try {
    if (!isFile(file)) return {};
    database = connect(sqlite, file, { isFollowed: true });
    if (judge(database, content, layout) === undefined) return { database, isReadOnly: true };
  } catch {
    // Not readable now.
  }
  if (database !== undefined) closeDatabase(database);
  return {};
}

/** Reads the file from read-only storage, if that is safe: a log that was not written back forbids it. */
function openReadOnly(sqlite: NodeSqlite, file: string, content: string, layout: FileLayout): OpenedFile {
  if (!isFile(file) || fileSize(`${file}-wal`) > 0 || fileSize(`${file}-journal`) > 0) return {};
  let database: DatabaseSync | undefined;
  try {
    const url = pathToFileURL(file);
    url.searchParams.set('immutable', '1');
    database = new sqlite.DatabaseSync(url, { readOnly: true });
    database.exec('PRAGMA trusted_schema = off; PRAGMA cell_size_check = on');
    if (judge(database, content, layout) === undefined) return { database, isReadOnly: true };
  } catch {
    // Unreadable as well.
  }
  if (database !== undefined) closeDatabase(database);
  return {};
}

export type Unusable = 'was damaged' | 'was written by a newer version' | 'was written by another version' | 'belonged to another program';

/** The fault of an open file; `undefined` if it is ours and current. */
function judge(
  database: DatabaseSync,
  content: string,
  { applicationId, schemaVersion, tables: wanted }: FileLayout,
): Unusable | 'new' | undefined {
  const id = pragma(database, 'application_id');
  const version = pragma(database, 'user_version');
  const schema = database.prepare("SELECT sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_autoindex%' ORDER BY rowid").all();
  if (id === 0 && version === 0 && schema.length === 0) return 'new';
  if (id !== applicationId) return 'belonged to another program';
  if (version > schemaVersion) return 'was written by a newer version';
  if (version > 0 && version < schemaVersion) return 'was written by another version';
  if (version !== schemaVersion || schema.length !== wanted.length || schema.some((row, i) => row.sql !== wanted[i])) return 'was damaged';
  const stored = database.prepare("SELECT value FROM meta WHERE name = 'content'").get()?.value;
  return stored === content ? undefined : 'was written by another version';
}

function createTables(database: DatabaseSync, content: string, layout: FileLayout): void {
  const { applicationId, schemaVersion, tables: wanted, pageBytes } = layout;
  database.exec(`PRAGMA page_size = ${pageBytes}; PRAGMA auto_vacuum = incremental`);
  database.exec('BEGIN IMMEDIATE');
  // Two processes may create the file at once; the second one finds the tables.
  if (pragma(database, 'application_id') === 0) {
    database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion}; ${wanted.join(';')}`);
    database.prepare("INSERT INTO meta VALUES ('content', ?)").run(content);
  }
  database.exec('COMMIT');
}

/** Drops the tables of another version. The header is reset to that of a new file. */
function dropTables(database: DatabaseSync): void {
  const names = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").all();
  const drops = names.map(({ name }) => `DROP TABLE "${String(name).replaceAll('"', '""')}"`);
  database.exec(['BEGIN IMMEDIATE', ...drops, 'PRAGMA application_id = 0', 'PRAGMA user_version = 0', 'COMMIT'].join(';'));
}

/** Turns on the write-ahead log where the file system supports it. Returns whether it works. */
function keepsLog(database: DatabaseSync, file: string): boolean {
  if (isNetworkStorage(nodePath.dirname(file))) return false;
  try {
    const isLog = database.prepare('PRAGMA journal_mode = wal').get()?.journal_mode === 'wal';
    // SQLite accepts the mode before it knows whether processes can share memory here.
    database.exec('BEGIN IMMEDIATE; ROLLBACK; PRAGMA synchronous = normal');
    return isLog;
  } catch (error) {
    const fault = classifyFault(error);
    if (fault === 'busy') return true;
    if (fault !== 'unwritable') throw error;
    return false;
  }
}

/**
 * The rollback journal, which works everywhere. It survives a crash as well; commits are synchronous, since a power cut could otherwise
 * leave a damaged file. A leftover write-ahead log is written back first, which without shared memory needs exclusive access.
 */
function keepJournal(database: DatabaseSync): void {
  database.exec('PRAGMA locking_mode = exclusive; PRAGMA journal_mode = truncate; PRAGMA locking_mode = normal');
  database.exec('SELECT name FROM meta LIMIT 1; PRAGMA synchronous = full');
}

/** Makes the directory. Returns whether the file can be written. */
function isWritablePlace(file: string): boolean {
  try {
    fs.mkdirSync(nodePath.dirname(file), { recursive: true, mode: 0o700 });
    const stat = fs.lstatSync(file, { throwIfNoEntry: false });
    if (stat !== undefined && !stat.isFile()) return false;
    fs.accessSync(stat === undefined ? nodePath.dirname(file) : file, fs.constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** An index is private. SQLite gives its side files the same mode. */
function restrictMode(file: string): void {
  if (process.platform !== 'win32' && (fs.statSync(file).mode & 0o077) !== 0) fs.chmodSync(file, 0o600);
}

function pragma(database: DatabaseSync, name: string): number {
  return Number(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0] ?? 0);
}

/** Whether the path is a regular file; false also if one of its directories is a file. */
function isFile(file: string): boolean {
  try {
    return fs.lstatSync(file, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}

function moveIfThere(from: string, to: string): void {
  if (fs.existsSync(from)) fs.renameSync(from, to);
}
