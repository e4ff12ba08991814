/** Loads `node:sqlite` on first use, so that everything else runs without it. */

import type { DatabaseSync } from 'node:sqlite';

/** What `node:sqlite` exports. */
export type NodeSqlite = typeof import('node:sqlite');

let loaded: NodeSqlite | undefined;

/**
 * The module, or `undefined` if this Node lacks it (before 22.13, or built without it).
 *
 * Suppresses only Node 22's warning that the module is experimental, since the user cannot act on it.
 */
export function loadSqlite(): NodeSqlite | undefined {
  if (loaded !== undefined) return loaded;
  const emitWarning = process.emitWarning;
  process.emitWarning = ((warning: string | Error, ...rest: never[]) => {
    if (!/SQLite is an experimental feature/.test(String(warning))) emitWarning.call(process, warning, ...rest);
  }) as typeof emitWarning;
  try {
    loaded = process.getBuiltinModule?.('node:sqlite');
  } finally {
    process.emitWarning = emitWarning;
  }
  return loaded;
}

/** Whether a transaction is open. Node reports it from 22.16 on; before, SQLite refuses a second one. */
export function isInTransaction(database: DatabaseSync): boolean {
  if (database.isTransaction !== undefined) return database.isTransaction;
  try {
    database.exec('BEGIN; ROLLBACK');
    return false;
  } catch {
    return true;
  }
}

/** Closes a database that may be closed already. Node has `isOpen` from 22.15 on. */
export function closeDatabase(database: DatabaseSync): void {
  if (database.isOpen === false) return;
  try {
    database.close();
  } catch (error) {
    if (database.isOpen !== undefined) throw error;
  }
}

/** What an error of `node:sqlite` means for an index, by the result codes of SQLite. See sqlite.org/rescode.html. */
export function classifyFault(error: unknown): 'busy' | 'damaged' | 'unwritable' | undefined {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
  // An integer that a number cannot represent; no store writes one.
  if (code === 'ERR_OUT_OF_RANGE') return 'damaged';
  if (typeof errcode !== 'number') return undefined;
  switch (errcode & 255) {
    case 5: // SQLITE_BUSY
    case 6: // SQLITE_LOCKED
      return 'busy';
    case 1: // SQLITE_ERROR: the statements are correct if the tables are
    case 11: // SQLITE_CORRUPT
    case 19: // SQLITE_CONSTRAINT: no statement violates one in an intact file
    case 20: // SQLITE_MISMATCH
    case 26: // SQLITE_NOTADB
      return 'damaged';
    case 3: // SQLITE_PERM
    case 8: // SQLITE_READONLY
    case 10: // SQLITE_IOERR
    case 13: // SQLITE_FULL
    case 14: // SQLITE_CANTOPEN
    case 22: // SQLITE_NOLFS
    case 23: // SQLITE_AUTH
      return 'unwritable';
    default:
      return undefined;
  }
}
