/** Documents that no path refers to any more: how long they are kept, and how many of them. */

import assert from 'node:assert/strict';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { test } from 'node:test';
import { dropReleased, keepReleasedMs } from '../../../src/storage/sqlite/releasedDocuments.ts';
import { documentKey } from '../../../src/storage/sqlite/sqliteRows.ts';
import { idOf, rowOf } from '../../support/storeRows.ts';

const names = ['one', 'two', 'three', 'four'] as const;

/** A table with a document for each name, of as many bytes as is said, and what is left of it once only `used` have paths. */
function documents(sizes: Readonly<Record<string, number>>) {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE document(id INTEGER PRIMARY KEY, key INTEGER NOT NULL, released INTEGER, data BLOB NOT NULL)');
  const put = database.prepare('INSERT INTO document(key, data) VALUES (?, zeroblob(?))');
  for (const [name, size] of Object.entries(sizes)) put.run(documentKey(idOf(name)), size);
  const execute = (sql: string, ...values: SQLInputValue[]): void => void database.prepare(sql).run(...values);
  return (used: readonly string[], nowMs: number): Record<string, number | null> => {
    dropReleased(
      used.map((name) => rowOf(`${name}.md`, name)),
      { reader: database, execute },
      nowMs,
    );
    const left = database.prepare('SELECT key, released FROM document').all();
    const nameOf = new Map(names.map((name) => [documentKey(idOf(name)), name]));
    return Object.fromEntries(left.map(({ key, released }) => [nameOf.get(Number(key)), released as number | null]));
  };
}

test('a document without a path is kept for a week, and for good once a path refers to it again', () => {
  const left = documents({ one: 100, two: 10, three: 10 });
  assert.deepEqual(left(['one', 'two', 'three'], 5), { one: null, two: null, three: null });
  assert.deepEqual(left(['one'], 10), { one: null, two: 10, three: 10 });
  assert.deepEqual(left(['one', 'three'], 20), { one: null, two: 10, three: null });
  assert.deepEqual(left(['one', 'three'], 10 + keepReleasedMs), { one: null, two: 10, three: null });
  assert.deepEqual(left(['one', 'three'], 11 + keepReleasedMs), { one: null, three: null });
});

test('those that take more space than what is in use go, the longest released first', () => {
  const left = documents({ one: 25, two: 10, three: 10, four: 10 });
  assert.deepEqual(left(['one', 'three', 'four'], 1), { one: null, two: 1, three: null, four: null });
  assert.deepEqual(left(['one', 'four'], 2), { one: null, two: 1, three: 2, four: null });
  assert.deepEqual(left(['one'], 3), { one: null, three: 2, four: 3 });
  assert.deepEqual(left([], 4), {});
});
