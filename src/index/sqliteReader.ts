/** Reads the tables of an index file, for the process that writes it and for those that read along. */

import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { faultOf } from './nodeSqlite.ts';
import { bytesOf, fileRowOf, hexOf, unpack } from './sqliteRows.ts';
import { BusyStoreError, type ContentId, DamagedStoreError, type FileRow, type StoredDocument } from './store.ts';

export class SqliteReader {
  readonly database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.database = database;
  }

  /** The statement, prepared once. */
  prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  basis(): string | undefined {
    return reading(() => this.prepare("SELECT value FROM meta WHERE name = 'basis'").get()?.value as string | undefined);
  }

  /** Number of the last change; 0 before the first. */
  generation(): number {
    return reading(() => Number(this.prepare('SELECT max(generation) AS last FROM change').get()?.last ?? 0));
  }

  /** The paths of the changes after `generation`; `undefined` where not all of these are noted any more, or one concerned everything. */
  changedSince(generation: number): string[] | undefined {
    const rows = reading(() =>
      this.prepare('SELECT generation, paths FROM change WHERE generation > ? ORDER BY generation').all(generation),
    );
    if (rows.length > 0 && Number(rows[0]?.generation) !== generation + 1) return undefined;
    const paths = new Set<string>();
    for (const { paths: noted } of rows) {
      if (noted === null) return undefined;
      for (const path of JSON.parse(String(noted)) as string[]) paths.add(path);
    }
    return [...paths];
  }

  /** The row of a path; absent where there is none, or a damaged one. */
  file(path: string): FileRow | undefined {
    return reading(() => {
      const statement = this.prepare('SELECT * FROM file WHERE path = ?');
      statement.setReadBigInts(true);
      const stored = statement.get(path);
      return stored === undefined ? undefined : fileRowOf(stored);
    });
  }

  files(): FileRow[] {
    return reading(() => {
      const statement = this.prepare('SELECT * FROM file');
      statement.setReadBigInts(true);
      const rows: FileRow[] = [];
      for (const stored of statement.iterate()) {
        const row = fileRowOf(stored);
        if (row !== undefined) rows.push(row);
      }
      return rows.sort((a, b) => (a.path < b.path ? -1 : 1));
    });
  }

  *documents(): Generator<StoredDocument> {
    const statement = this.prepare('SELECT id, hash, language, data FROM document WHERE id > ? ORDER BY id LIMIT 64');
    for (let last = 0; ; ) {
      const rows = reading(() => statement.all(last));
      if (rows.length === 0) return;
      for (const row of rows) {
        const id = { hash: hexOf(row.hash), language: String(row.language) };
        yield { ...id, bytes: unpack(id, row.data as Uint8Array) };
        last = Number(row.id);
      }
    }
  }

  document(id: ContentId): Uint8Array | undefined {
    try {
      const row = this.prepare('SELECT data FROM document WHERE hash = ? AND language = ?').get(bytesOf(id.hash), id.language);
      return row === undefined ? undefined : unpack(id, row.data as Uint8Array);
    } catch (error) {
      if (faultOf(error) === undefined) throw error;
      return undefined;
    }
  }

  close(): void {
    this.#statements.clear();
    if (this.database.isOpen) this.database.close();
  }
}

function reading<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    const fault = faultOf(error);
    if (fault === undefined) throw error;
    if (fault === 'busy') throw new BusyStoreError('Another program holds the index file', { cause: error });
    throw new DamagedStoreError((error as Error).message, { cause: error });
  }
}
