/**
 * TF-IDF in the manner of the local index of former Copilot versions, reimplemented from its behaviour: one row per chunk in SQLite with
 * the text and a JSON object of term frequencies, document frequencies in memory, and a query that reads every chunk with a query term.
 */

import nodePath from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Opened, type PeerChunk, resultCount, type System } from '../system.ts';

/** Words in lower case, and the parts of identifiers. */
function countTerms(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  const count = (term: string): void => void counts.set(term, (counts.get(term) ?? 0) + 1);
  for (const [word] of text.matchAll(/[\p{L}_$][\p{L}\p{N}_$]*/gu)) {
    count(word.toLowerCase());
    const parts = word.split(/(?<=[a-z0-9])(?=[A-Z])|_/).filter((part) => part.length > 2);
    if (parts.length > 1) for (const part of parts) count(part.toLowerCase());
  }
  return counts;
}

function openDatabase(dir: string): DatabaseSync {
  const database = new DatabaseSync(nodePath.join(dir, 'tfidf.db'));
  database.exec('PRAGMA journal_mode=OFF; PRAGMA synchronous=0');
  database.exec('CREATE TABLE IF NOT EXISTS chunk(id INTEGER PRIMARY KEY, path TEXT, text TEXT, tf BLOB)');
  database.exec('CREATE INDEX IF NOT EXISTS byPath ON chunk(path)');
  return database;
}

const insertion = 'INSERT INTO chunk VALUES (?, ?, ?, jsonb(?))';

function parametersOf({ id, path, text }: PeerChunk): [number, string, string, string] {
  return [id, path, text, JSON.stringify(Object.fromEntries(countTerms(text)))];
}

export const tfidf: System = {
  async build(chunks, { dir }) {
    const database = openDatabase(dir);
    const insert = database.prepare(insertion);
    database.exec('BEGIN');
    for (const chunk of chunks) insert.run(...parametersOf(chunk));
    database.exec('COMMIT');
    database.close();
  },
  async open({ dir }): Promise<Opened> {
    const database = openDatabase(dir);
    const size = database.prepare('SELECT count(*) AS size FROM chunk');
    const find = database.prepare(`SELECT id, json(tf) AS tf FROM chunk
      WHERE EXISTS (SELECT 1 FROM json_each(chunk.tf) WHERE key IN (SELECT value FROM json_each(?)))`);
    const insert = database.prepare(insertion);
    const remove = database.prepare('DELETE FROM chunk WHERE path = ?');
    return {
      async search(query) {
        const terms = [...countTerms(query).keys()];
        const found = find.all(JSON.stringify(terms)).map(({ id, tf }) => ({ id: Number(id), tf: JSON.parse(String(tf)) }));
        const count = Number(size.get()?.size);
        const idf = terms.map((term) => Math.log(count / Math.max(1, found.filter(({ tf }) => Object.hasOwn(tf, term)).length)));
        const scored = found.map(({ id, tf }) => ({
          id,
          score: terms.reduce((sum, term, t) => sum + (Object.hasOwn(tf, term) ? tf[term] : 0) * (idf[t] as number), 0),
        }));
        return scored
          .sort((a, b) => b.score - a.score)
          .slice(0, resultCount)
          .map(({ id }) => id);
      },
      async change({ path, after }) {
        database.exec('BEGIN');
        remove.run(path);
        for (const chunk of after) insert.run(...parametersOf(chunk));
        database.exec('COMMIT');
      },
      close: async () => database.close(),
    };
  },
};
