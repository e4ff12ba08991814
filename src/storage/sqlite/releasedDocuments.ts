/**
 * Documents that no path refers to any more. They are kept for a week (branch switches) while they take at most as much space as those in
 * use.
 *
 * Reads the keys of all documents.
 */

import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { readJson } from '../../engine/util/budget.ts';
import { type FileRow, isSkipNote } from '../store.ts';
import { documentKey } from './sqliteRows.ts';

export const keepReleasedMs = 7 * 24 * 3600 * 1000;

/** A file with a table of documents, and with an open transaction. */
interface OpenTransaction {
  readonly reader: { prepare(sql: string): StatementSync };
  readonly execute: (sql: string, ...values: SQLInputValue[]) => void;
}

/**
 * Records when documents lost their last path, and drops those whose time is up, or the oldest ones if they take more than half of the
 * space.
 */
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

/** The keys of released documents, or of those in use; as one value, since rows are slower. */
function documentKeys(reader: OpenTransaction['reader'], released: 'NULL' | 'NOT NULL'): number[] {
  const keys = reader.prepare(`SELECT json_group_array(key) AS keys FROM document WHERE released IS ${released}`).get()?.keys;
  return readJson(String(keys)) as number[];
}
