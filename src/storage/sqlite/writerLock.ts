/**
 * Determines which process writes an index: the one that holds an open transaction on a small database in its directory. The operating
 * system ends the transaction with its process, however it dies, so no stale lock is ever left behind.
 */

import fs from 'node:fs';
import nodePath from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { closeDatabase, isBusy, isInTransaction, type NodeSqlite } from './nodeSqlite.ts';

export class WriterLock {
  readonly #database: DatabaseSync;

  private constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** The lock in a file, not yet taken; `undefined` if its directory is not writable. */
  static at(sqlite: NodeSqlite, file: string): WriterLock | undefined {
    try {
      fs.mkdirSync(nodePath.dirname(file), { recursive: true, mode: 0o700 });
      createFile(file);
      return new WriterLock(new sqlite.DatabaseSync(file));
    } catch {
      return undefined;
    }
  }

  /** Tries to take the lock, without waiting. `unusable` if this storage does not support locks. */
  take(): 'taken' | 'held' | 'unusable' {
    try {
      this.#database.exec('BEGIN EXCLUSIVE');
      return 'taken';
    } catch (error) {
      return isBusy(error) ? 'held' : 'unusable';
    }
  }

  /** Releases the lock, which can be taken again. */
  release(): void {
    if (isInTransaction(this.#database)) this.#database.exec('ROLLBACK');
  }

  close(): void {
    closeDatabase(this.#database);
  }
}

/**
 * Creates a private file if there is none. An existing one is not opened: when a process opens and closes a file itself, POSIX drops every
 * lock that its databases hold on it.
 */
export function createFile(file: string): void {
  try {
    fs.closeSync(fs.openSync(file, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
