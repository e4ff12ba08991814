/** Index files whose content is wrong and whose checksums are right: what a bug or a stranger may have written. */

import { DatabaseSync } from 'node:sqlite';
import { blockName, recordName, sealed, sumBytes } from '../../src/storage/sqlite/sqliteRows.ts';

/** How content is stored in a blob, see `sqliteRows.ts`. */
export const Form = { Plain: 0, Brotli: 1, Deflated: 2 } as const;

/** Puts other bytes, after their form, into the first row of a table, under a checksum that is right. */
export function resealFirst(file: string, table: 'dictionary' | 'file', form: number, content: Uint8Array): void {
  changing(file, (database) => {
    const epoch = Number(database.prepare("SELECT value FROM meta WHERE name = 'epoch'").get()?.value ?? 0);
    const id = Number(database.prepare(`SELECT min(id) AS id FROM ${table} WHERE length(data) > 0`).get()?.id);
    const name = table === 'file' ? recordName(id, epoch) : blockName(id, epoch);
    const data = sealed(name, Buffer.concat([new Uint8Array(sumBytes), Uint8Array.of(form), content]));
    database.prepare(`UPDATE ${table} SET data = ? WHERE id = ?`).run(data, id);
  });
}

/** Does something to an index file that nobody has open, and leaves nothing next to it. */
export function changing(file: string, change: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(file);
  try {
    change(database);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
}
