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

/** Whether another process holds what an operation of SQLite needs (SQLITE_BUSY, SQLITE_LOCKED; see sqlite.org/rescode.html). */
export function isBusy(error: unknown): boolean {
  const { errcode } = (error ?? {}) as { errcode?: unknown };
  return typeof errcode === 'number' && [5, 6].includes(errcode & 255);
}
