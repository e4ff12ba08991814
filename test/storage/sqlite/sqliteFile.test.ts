/** How a file of SQLite is opened: new, current, of another version, damaged, foreign, read-only; and what is left beside it. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { loadSqlite, type NodeSqlite } from '../../../src/storage/sqlite/nodeSqlite.ts';
import { type FileLayout, metaTable, type OpenedFile, openFollowed, openSqliteFile } from '../../../src/storage/sqlite/sqliteFile.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const sqlite = loadSqlite() as NodeSqlite;
const layout: FileLayout = {
  applicationId: 77,
  schemaVersion: 2,
  tables: [metaTable, 'CREATE TABLE note(id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT'],
  pageBytes: 8192,
};
const isWindows = process.platform === 'win32' && 'on Windows files have no modes';

/** The notes of a file after one more was written; closes it. */
function noted({ database }: OpenedFile, note?: string): readonly unknown[] {
  assert.ok(database);
  if (note !== undefined) database.prepare('INSERT INTO note(text) VALUES (?)').run(note);
  const notes = database.prepare('SELECT text FROM note ORDER BY id').all();
  database.close();
  return notes.map(({ text }) => text);
}

const placeIn = (t: TestContext): string => path.join(temporaryDirectory(t), 'below', 'notes.sqlite');
const open = (file: string, version = 'v1', own = layout): OpenedFile => openSqliteFile(sqlite, file, version, own);

/** A number of the header or of the connection. */
const pragma = (database: DatabaseSync | undefined, name: string): unknown =>
  Object.values(database?.prepare(`PRAGMA ${name}`).get() ?? {})[0];

test('a new file has its layout, is private and is opened again with what it has', (t) => {
  const file = placeIn(t);
  const opened = open(file);
  assert.deepEqual([opened.isReadOnly, opened.unfit], [undefined, undefined]);
  assert.deepEqual(
    ['application_id', 'user_version', 'page_size', 'auto_vacuum', 'journal_mode', 'synchronous', 'busy_timeout', 'trusted_schema'].map(
      (name) => pragma(opened.database, name),
    ),
    [77, 2, 8192, 2, 'wal', 1, 250, 0],
  );
  assert.deepEqual(noted(opened, 'one'), ['one']);
  const again = open(file);
  assert.deepEqual([again.isReadOnly, again.unfit], [undefined, undefined]);
  assert.deepEqual(noted(again, 'two'), ['one', 'two']);
  assert.deepEqual(fs.readdirSync(path.dirname(file)), ['notes.sqlite']);
});

test('directory and file are private, also where the file was not', { skip: isWindows }, (t) => {
  const file = placeIn(t);
  noted(open(file));
  const modeOf = (name: string): number => fs.statSync(name).mode & 0o777;
  assert.deepEqual([modeOf(path.dirname(file)), modeOf(file)], [0o700, 0o600]);
  for (const mode of [0o640, 0o604, 0o644]) {
    fs.chmodSync(file, mode);
    noted(open(file));
    assert.equal(modeOf(file), 0o600);
  }
});

test('one of another version is emptied and of an earlier layout made again, and the next process finds it as it should be', (t) => {
  const file = placeIn(t);
  noted(open(file), 'one');
  const other = open(file, 'v2');
  assert.equal(other.unfit, 'was written by another version');
  assert.deepEqual(noted(other, 'two'), ['two']);
  assert.equal(open(file, 'v2').unfit, undefined);
  const later: FileLayout = { ...layout, schemaVersion: 3, tables: [...layout.tables, 'CREATE TABLE more(id INTEGER) STRICT'] };
  const made = open(file, 'v2', later);
  assert.equal(made.unfit, 'was written by another version');
  assert.equal(pragma(made.database, 'user_version'), 3);
  assert.deepEqual(noted(made, 'three'), ['three']);
  const next = open(file, 'v2', later);
  assert.deepEqual([next.unfit, noted(next)], [undefined, ['three']]);
  assert.deepEqual(fs.globSync(`${file}.aside*`), [], 'nothing of it was set aside');
});

test('what cannot be trusted is set aside, each under a name of its own, and a new file takes its place', (t) => {
  const file = placeIn(t);
  const change = (sql: string) => (): void => {
    const database = new DatabaseSync(file);
    database.exec(sql);
    database.close();
  };
  const cases: readonly (readonly [change: () => void, unfit: string])[] = [
    [change('PRAGMA user_version = 3'), 'was written by a newer version'],
    [change('PRAGMA application_id = 78'), 'belonged to another program'],
    [change('PRAGMA user_version = 0'), 'was damaged'],
    [change('CREATE TABLE diary(text)'), 'was damaged'],
    [change('DROP TABLE note; CREATE TABLE note(id INTEGER PRIMARY KEY, text BLOB) STRICT'), 'was damaged'],
    [() => fs.writeFileSync(file, 'Dear diary,\n'.repeat(200)), 'was damaged'],
  ];
  for (const [i, [spoil, unfit]] of cases.entries()) {
    noted(open(file), 'kept');
    spoil();
    assert.deepEqual(openFollowed(sqlite, file, 'v1', layout), {}, 'who reads along leaves it alone');
    const opened = open(file);
    assert.equal(opened.unfit, unfit, `${i}`);
    assert.deepEqual(noted(opened), []);
    const aside = `notes.sqlite.aside${i === 0 ? '' : i + 1}`;
    assert.ok(fs.existsSync(path.join(path.dirname(file), aside)), aside);
  }
  assert.equal(fs.globSync(`${file}.aside*`).length, cases.length);
});

test('who reads along sees what the writer writes, cannot write, and has nothing without a file or with another version', (t) => {
  const file = placeIn(t);
  const follow = (version = 'v1'): OpenedFile => openFollowed(sqlite, file, version, layout);
  assert.deepEqual(follow(), {});
  const { database } = open(file);
  const followed = follow();
  assert.equal(followed.isReadOnly, true);
  assert.equal(pragma(followed.database, 'busy_timeout'), 2);
  database?.exec("INSERT INTO note(text) VALUES ('one')");
  assert.throws(() => followed.database?.exec("INSERT INTO note(text) VALUES ('two')"), /readonly/);
  assert.deepEqual(noted(followed), ['one']);
  assert.deepEqual(follow('v2'), {});
  database?.close();
  fs.rmSync(file);
  fs.mkdirSync(file);
  assert.deepEqual(follow(), {});
});

test('what is no place for a file has no database, and a directory of that name is left alone', (t) => {
  const file = placeIn(t);
  noted(open(file));
  assert.deepEqual(open(path.join(file, 'below')), {});
  const directory = path.join(path.dirname(file), 'directory');
  fs.mkdirSync(directory);
  assert.deepEqual(open(directory), {});
  assert.deepEqual(fs.readdirSync(directory), []);
});
