/** How the file of derived data is opened: new, current, of another version, damaged, read-only; and what is left beside it. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { loadSqlite, type NodeSqlite } from '../../../src/storage/sqlite/nodeSqlite.ts';
import { type OpenedFile, openDerivedFile } from '../../../src/storage/sqlite/sqliteFile.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const sqlite = loadSqlite() as NodeSqlite;
const isWindows = process.platform === 'win32' && 'on Windows files have no modes';

/** The builders of a file after one more was written; closes it. */
function builders({ database }: OpenedFile, name?: string): readonly unknown[] {
  assert.ok(database);
  if (name !== undefined) database.prepare("INSERT INTO builder(name, variant) VALUES (?, '')").run(name);
  const rows = database.prepare('SELECT name FROM builder ORDER BY id').all();
  database.close();
  return rows.map((row) => row.name);
}

const placeIn = (t: TestContext): string => path.join(temporaryDirectory(t), 'below', 'derived.sqlite');
const open = (file: string, version = 'v1'): OpenedFile => openDerivedFile(sqlite, { file, version, isWriter: true });
const follow = (file: string, version = 'v1'): OpenedFile => openDerivedFile(sqlite, { file, version, isWriter: false });

test('a new file is opened again with what it has, and nothing is left beside it', (t) => {
  const file = placeIn(t);
  const opened = open(file);
  assert.deepEqual([opened.canWrite, opened.unfit], [true, undefined]);
  assert.deepEqual(builders(opened, 'one'), ['one']);
  const again = open(file);
  assert.deepEqual([again.canWrite, again.unfit], [true, undefined]);
  assert.deepEqual(builders(again, 'two'), ['one', 'two']);
  assert.deepEqual(fs.readdirSync(path.dirname(file)), ['derived.sqlite']);
});

test('directory and file are private, also where the file was not', { skip: isWindows }, (t) => {
  const file = placeIn(t);
  builders(open(file));
  const modeOf = (name: string): number => fs.statSync(name).mode & 0o777;
  assert.deepEqual([modeOf(path.dirname(file)), modeOf(file)], [0o700, 0o600]);
  for (const mode of [0o640, 0o604, 0o644]) {
    fs.chmodSync(file, mode);
    builders(open(file));
    assert.equal(modeOf(file), 0o600);
  }
});

test('what cannot be used is left alone by who reads along, and made anew by the writer', (t) => {
  const file = placeIn(t);
  const change = (sql: string) => (): void => {
    const database = new DatabaseSync(file);
    database.exec(sql);
    database.close();
  };
  const cases: readonly (readonly [change: () => void, unfit: string])[] = [
    [change('PRAGMA user_version = 3'), 'was written by another version'],
    [change('PRAGMA user_version = 0'), 'was written by another version'],
    [change('PRAGMA journal_mode = wal; PRAGMA user_version = 2'), 'was written by another version'],
    [() => fs.writeFileSync(file, 'Dear diary,\n'.repeat(200)), 'was damaged'],
  ];
  for (const [i, [spoil, unfit]] of cases.entries()) {
    builders(open(file), 'kept');
    spoil();
    const bytes = fs.readFileSync(file);
    assert.deepEqual(follow(file), {});
    assert.ok(fs.readFileSync(file).equals(bytes));
    const opened = open(file);
    assert.equal(opened.unfit, unfit, `${i}`);
    assert.deepEqual(builders(opened), []);
    assert.deepEqual(fs.readdirSync(path.dirname(file)), ['derived.sqlite']);
  }
  assert.deepEqual([open(file, 'v2').unfit, open(file, 'v2').unfit], ['was written by another version', undefined]);
});

test('who reads along sees what the writer writes, cannot write, and has nothing without a file or with another version', (t) => {
  const file = placeIn(t);
  assert.deepEqual(follow(file), {});
  const { database } = open(file);
  const followed = follow(file);
  assert.equal(followed.canWrite, false);
  database?.exec("INSERT INTO builder(name, variant) VALUES ('one', '')");
  assert.throws(() => followed.database?.exec("INSERT INTO builder(name, variant) VALUES ('two', '')"), /readonly/);
  assert.deepEqual(builders(followed), ['one']);
  assert.deepEqual(follow(file, 'v2'), {});
  database?.close();
  fs.rmSync(file);
  fs.mkdirSync(file);
  assert.deepEqual(follow(file), {});
});

test('what is no place for a file has no database, and a directory of that name is left alone', (t) => {
  const file = placeIn(t);
  builders(open(file));
  assert.deepEqual(open(path.join(file, 'below')), {});
  const directory = path.join(path.dirname(file), 'directory');
  fs.mkdirSync(directory);
  assert.deepEqual(open(directory), {});
  assert.deepEqual(fs.readdirSync(directory), []);
});
