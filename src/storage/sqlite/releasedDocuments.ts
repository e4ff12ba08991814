/**
 * Documents that no path has any more. They are kept for a week (branch switches), as long as they take no more space than those in use.
 *
 * Cost: the keys of all documents are read.
 */

import type { SQLInputValue } from 'node:sqlite';
import { type FileRow, isSkipNote } from '../store.ts';
import type { SqliteReader } from './sqliteReader.ts';
import { documentKey } from './sqliteRows.ts';

const keepReleasedMs = 7 * 24 * 3600 * 1000;

/** A file that is written in a transaction. */
interface OpenTransaction {
  readonly reader: SqliteReader;
  readonly execute: (sql: string, ...values: SQLInputValue[]) => void;
}

/** Notes since when a document is without a path, and drops those that have been so for long, or the oldest where they take more than half. */
export function dropReleased(files: readonly FileRow[], { reader, execute }: OpenTransaction, nowMs: number): void {
  const used = new Set<number>();
  for (const { content } of files) if (!isSkipNote(content)) used.add(documentKey(content));
  for (const key of documentKeys(reader, 'NOT NULL')) if (used.has(key)) execute('UPDATE document SET released = NULL WHERE key = ?', key);
  for (const key of documentKeys(reader, 'NULL')) if (!used.has(key)) execute('UPDATE document SET released = ? WHERE key = ?', nowMs, key);
  execute('DELETE FROM document WHERE released < ?', nowMs - keepReleasedMs);
  const kept = reader.prepare('SELECT sum(length(data)) AS bytes FROM document WHERE released IS NULL').get();
  const newestFirst =
    'SELECT id, sum(length(data)) OVER (ORDER BY released DESC, id DESC) AS total FROM document WHERE released IS NOT NULL';
  execute(`DELETE FROM document WHERE id IN (SELECT id FROM (${newestFirst}) WHERE total > ?)`, Number(kept?.bytes ?? 0));
}

/** The keys of documents by whether they are released; as one value, since rows cost more. */
function documentKeys(reader: SqliteReader, released: 'NULL' | 'NOT NULL'): number[] {
  const keys = reader.prepare(`SELECT json_group_array(key) AS keys FROM document WHERE released IS ${released}`).get()?.keys;
  return JSON.parse(String(keys));
}
