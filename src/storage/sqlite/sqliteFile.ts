/**
 * Opens the SQLite file of derived data and decides whether it can be used. One that is damaged, or that another version has written, is rebuilt:
 * all of it can be built again, and each blob has a checksum (`sqliteRows.ts`). So nothing waits for the disk, either.
 */

import fs from 'node:fs';
import nodePath from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import zlib from 'node:zlib';
import { classifyFault, closeDatabase, type NodeSqlite } from './nodeSqlite.ts';
import { createFile } from './writerLock.ts';

/** An open file; without a database if it cannot be used. */
export interface OpenedFile {
  readonly database?: DatabaseSync;
  readonly canWrite?: boolean;
  /** Why what was in the file is not used. */
  readonly unfit?: Unfit;
}

export type Unfit = 'was damaged' | 'was written by another version';

/** What is opened, and how. */
export interface Opening {
  readonly file: string;
  /** Of what is stored. */
  readonly version: string;
  readonly isWriter: boolean;
}

const tables = [
  'CREATE TABLE builder(id INTEGER PRIMARY KEY, name TEXT NOT NULL, variant TEXT NOT NULL, UNIQUE(name, variant)) STRICT',
  'CREATE TABLE generation(id INTEGER PRIMARY KEY, builder INTEGER NOT NULL, state TEXT NOT NULL, part INTEGER NOT NULL, used INTEGER NOT NULL, data BLOB NOT NULL, UNIQUE(builder, state, part)) STRICT',
  // `key`: see `documentKey`. `released`: when the last path was lost, in milliseconds since 1970.
  'CREATE TABLE document(id INTEGER PRIMARY KEY, key INTEGER NOT NULL, builder INTEGER NOT NULL, released INTEGER, data BLOB NOT NULL, UNIQUE(key, builder)) STRICT',
].join(';');

/** How long a statement waits for another process. It blocks the thread, so it is short. */
const busyTimeoutMs = 250;

/** Opens the file; the writer makes it if it is not there. Never throws for faults of the file or its storage. */
export function openDerivedFile(sqlite: NodeSqlite, opening: Opening): OpenedFile {
  const { file, version, isWriter } = opening;
  const canWrite = isWriter && isWritablePlace(file);
  let database: DatabaseSync | undefined;
  try {
    if (canWrite) createFile(file);
    if (!isFile(file)) return {};
    if (canWrite) restrictMode(file);
    database = connect(sqlite, file, canWrite);
    const state = judge(database, version);
    if (state === 'current') return { database, canWrite };
    if (state === 'new' && canWrite) return { database: withTables(database, version), canWrite };
    closeDatabase(database);
    return state === 'other' && canWrite ? recreateFile(sqlite, opening, 'was written by another version') : {};
  } catch (error) {
    if (database !== undefined) closeDatabase(database);
    const fault = classifyFault(error);
    if (fault === undefined && (error as NodeJS.ErrnoException).syscall === undefined) throw error;
    return fault === 'damaged' && canWrite ? recreateFile(sqlite, opening, 'was damaged') : {};
  }
}

/** Removes an unusable file, with those that SQLite keeps beside it, and makes a new one. */
export function recreateFile(sqlite: NodeSqlite, { file, version }: Opening, unfit: Unfit): OpenedFile {
  let database: DatabaseSync | undefined;
  try {
    for (const suffix of ['', '-journal', '-wal', '-shm']) fs.rmSync(`${file}${suffix}`, { force: true });
    createFile(file);
    database = connect(sqlite, file, true);
    return { database: withTables(database, version), canWrite: true, unfit };
  } catch {
    if (database !== undefined) closeDatabase(database);
    return {};
  }
}

function connect(sqlite: NodeSqlite, file: string, canWrite: boolean): DatabaseSync {
  const database = new sqlite.DatabaseSync(file, { readOnly: !canWrite });
  database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}; PRAGMA trusted_schema = off; PRAGMA cell_size_check = on`);
  // A process that is killed leaves all of a change or nothing, by the journal.
  database.exec('PRAGMA synchronous = off; PRAGMA temp_store = memory; PRAGMA cache_size = -8192');
  return database;
}

/** Throws where the file is no database. */
function judge(database: DatabaseSync, version: string): 'new' | 'current' | 'other' {
  const found = Number(database.prepare('PRAGMA user_version').get()?.user_version);
  if (found === 0 && database.prepare('SELECT 1 FROM sqlite_schema').get() === undefined) return 'new';
  return found === stamp(version) ? 'current' : 'other';
}

function withTables(database: DatabaseSync, version: string): DatabaseSync {
  database.exec(`PRAGMA auto_vacuum = incremental; BEGIN; ${tables}; PRAGMA user_version = ${stamp(version)}; COMMIT`);
  return database;
}

/** Positive. */
function stamp(version: string): number {
  return (zlib.crc32(version + tables) >>> 1) | 1;
}

/** Makes the directory. Returns whether the file can be written. */
function isWritablePlace(file: string): boolean {
  try {
    fs.mkdirSync(nodePath.dirname(file), { recursive: true, mode: 0o700 });
    fs.accessSync(fs.existsSync(file) ? file : nodePath.dirname(file), fs.constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** An index is private. SQLite gives its side files the same mode. */
function restrictMode(file: string): void {
  if (process.platform !== 'win32' && (fs.statSync(file).mode & 0o077) !== 0) fs.chmodSync(file, 0o600);
}

/** Whether the path is a regular file; false also if one of its directories is a file. */
function isFile(file: string): boolean {
  try {
    return fs.lstatSync(file, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}
