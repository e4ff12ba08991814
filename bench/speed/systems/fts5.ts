/** SQLite FTS5 by `node:sqlite`: contentless without positions, its leanest form, and with its defaults. */

import nodePath from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Opened, resultCount, type System } from '../system.ts';

function openDatabase(dir: string): DatabaseSync {
  const database = new DatabaseSync(nodePath.join(dir, 'fts5.db'));
  database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL');
  return database;
}

/** An OR query of the words. */
function anyOf(query: string): string {
  return (query.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `"${word}"`).join(' OR ');
}

/** @param options follow the column in `CREATE VIRTUAL TABLE`. */
function createFts5(options: string, isContentless: boolean): System {
  return {
    async build(chunks, { dir }) {
      const database = openDatabase(dir);
      database.exec(`CREATE VIRTUAL TABLE chunk USING fts5(text${options})`);
      const insert = database.prepare('INSERT INTO chunk(rowid, text) VALUES (?, ?)');
      database.exec('BEGIN');
      for (const { id, text } of chunks) insert.run(id, text);
      database.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
      database.close();
    },
    async open({ dir }): Promise<Opened> {
      const database = openDatabase(dir);
      const find = database.prepare(`SELECT rowid FROM chunk WHERE chunk MATCH ? ORDER BY bm25(chunk) LIMIT ${resultCount}`);
      const insert = database.prepare('INSERT INTO chunk(rowid, text) VALUES (?, ?)');
      const remove = isContentless
        ? database.prepare("INSERT INTO chunk(chunk, rowid, text) VALUES ('delete', ?, ?)")
        : database.prepare('DELETE FROM chunk WHERE rowid = ?');
      return {
        search: async (query) => find.all(anyOf(query)).map(({ rowid }) => Number(rowid)),
        async change({ before, after }) {
          database.exec('BEGIN');
          for (const { id, text } of before) remove.run(...(isContentless ? [id, text] : [id]));
          for (const { id, text } of after) insert.run(id, text);
          database.exec('COMMIT');
        },
        close: async () => database.close(),
      };
    },
  };
}

export const fts5Contentless: System = createFts5(", content='', detail=none", true);
export const fts5Default: System = createFts5('', false);
