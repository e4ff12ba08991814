/** Reads documents from another folder's index file, whichever process writes it. */

import type { Lexicons } from '../engine/text/words/lexicon.ts';
import { loadSqlite } from './sqlite/nodeSqlite.ts';
import { openFollowed } from './sqlite/sqliteFile.ts';
import { SqliteReader } from './sqlite/sqliteReader.ts';
import type { NewDocument } from './store.ts';

/** The undamaged documents of the file, in batches of `atOnce`; none if it cannot be read or has another version. */
export function* documentsInFile(file: string, version: string, lexicons: Lexicons, batchSize: number): Generator<NewDocument[]> {
  const sqlite = loadSqlite();
  const database = sqlite && openFollowed(sqlite, file, version).database;
  if (database === undefined) return;
  const reader = new SqliteReader(database, lexicons);
  try {
    let group: NewDocument[] = [];
    for (const { hash, language, columns } of reader.documents()) {
      if (columns === undefined) continue;
      group.push({ hash, language, columns });
      if (group.length < batchSize) continue;
      yield group;
      group = [];
    }
    if (group.length > 0) yield group;
  } finally {
    reader.close();
  }
}
