/** Index files with wrong content and valid checksums, as from a bug or another program. */

import { DatabaseSync } from 'node:sqlite';
import { blockName, recordName, sealed, sumBytes } from '../../src/storage/sqlite/sqliteRows.ts';

/** The encoding of a blob, see `sqliteRows.ts`. */
export const Form = { Plain: 0, Brotli: 1, Deflated: 2 } as const;

/** Replaces the bytes after the form in the first row of a table, with a valid checksum. */
export function resealFirst(file: string, table: 'dictionary' | 'file', form: number, content: Uint8Array): void {
  changing(file, (database) => {
    const epoch = Number(database.prepare("SELECT value FROM meta WHERE name = 'epoch'").get()?.value ?? 0);
    const id = Number(database.prepare(`SELECT min(id) AS id FROM ${table} WHERE length(data) > 0`).get()?.id);
    const name = table === 'file' ? recordName(id, epoch) : blockName(id, epoch);
    const data = sealed(name, Buffer.concat([new Uint8Array(sumBytes), Uint8Array.of(form), content]));
    database.prepare(`UPDATE ${table} SET data = ? WHERE id = ?`).run(data, id);
  });
}

/** Modifies an index file that is not open, without leaving side files. */
export function changing(file: string, change: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(file);
  try {
    change(database);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
}
