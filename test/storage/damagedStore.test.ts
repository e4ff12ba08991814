/** Index files that cannot be trusted or written: each a real file, each leaves one sentence and a usable store. */

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { textOf } from '../../src/messages/messages.ts';
import { openSqliteStore } from '../../src/storage/sqlite/sqliteStore.ts';
import { DamagedStoreError, type DocumentStore } from '../../src/storage/store.ts';
import { documentOf, idOf, lexicons, rowOf } from '../support/storeRows.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const contents = Array.from({ length: 400 }, (_, i) => `content number ${i}`);

test('a text file is set aside and kept', (t) => {
  const file = `${temporaryDirectory(t)}/index.sqlite`;
  fs.writeFileSync(file, 'Dear diary,\n'.repeat(200));
  checkRebuilt(file, 'The index file was damaged. It was rebuilt; the old one is kept as index.sqlite.aside.');
  assert.match(fs.readFileSync(`${file}.aside`, 'utf8'), /^Dear diary/);
});

test('the database of another program is set aside, whatever was set aside before', (t) => {
  const file = `${temporaryDirectory(t)}/index.sqlite`;
  fs.writeFileSync(`${file}.aside`, 'earlier');
  const foreign = new DatabaseSync(file);
  foreign.exec('CREATE TABLE diary(text); INSERT INTO diary VALUES (1)');
  foreign.close();
  checkRebuilt(file, 'The index file belonged to another program. It was rebuilt; the old one is kept as index.sqlite.aside2.');
  const kept = new DatabaseSync(`${file}.aside2`);
  assert.equal(kept.prepare('SELECT count(*) AS n FROM diary').get()?.n, 1);
  kept.close();
});

test('a file of a newer version is set aside', (t) => {
  const file = filled(t);
  const newer = new DatabaseSync(file);
  newer.exec('PRAGMA user_version = 99');
  newer.close();
  checkRebuilt(file, 'The index file was written by a newer version. It was rebuilt; the old one is kept as index.sqlite.aside.');
});

test('foreign tables are not used', (t) => {
  const file = filled(t);
  const odd = new DatabaseSync(file);
  odd.exec('DROP TABLE file; CREATE VIEW file AS SELECT * FROM document');
  odd.close();
  checkRebuilt(file, 'The index file was damaged. It was rebuilt; the old one is kept as index.sqlite.aside.');
});

test('a file of another algorithm version is emptied', (t) => {
  const file = filled(t);
  const store = openSqliteStore(file, { lexicons, version: '2' });
  assert.equal(textOf(store.status().messages), 'The index file was written by another version. It was rebuilt.');
  assert.deepEqual([store.files(), [...store.documents()]], [[], []]);
  store.close();
});

test('a store stops writing when another version has taken over its file', (t) => {
  const file = filled(t);
  const store = openSqliteStore(file, { lexicons, version: '1' });
  const other = new DatabaseSync(file);
  other.exec("UPDATE meta SET value = 'another' WHERE name = 'content'");
  other.close();
  store.commit({ files: [rowOf('late', 'late')], removed: [], documents: [documentOf('late')] });
  assert.match(textOf(store.status().messages), /^Another version .* changes are kept in memory\.$/);
  store.close();
  const raw = new DatabaseSync(file);
  assert.equal(raw.prepare('SELECT count(*) AS n FROM file').get()?.n, 1);
  raw.close();
});

test('a truncated file is rebuilt, wherever it was cut', (t) => {
  const file = filled(t);
  const whole = fs.readFileSync(file);
  for (const share of [0.001, 0.1, 0.5, 0.9, 0.999]) {
    fs.writeFileSync(file, whole.subarray(0, Math.floor(whole.length * share)));
    checkUsable(file);
  }
});

test('flipped bits never give a wrong document or row', (t) => {
  const file = filled(t);
  const whole = fs.readFileSync(file);
  const rows = new Map(contents.map((content, i) => [`f${i}`, rowOf(`f${i}`, content)]));
  const documents = new Map(contents.map((content) => [idOf(content).hash, documentOf(content).columns]));
  let seed = 7;
  for (let round = 0; round < 150; round++) {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    const bytes = Buffer.from(whole);
    const at = round < 30 ? round * 3 : seed % whole.length;
    bytes[at] = (bytes[at] ?? 0) ^ (1 << (round & 7));
    fs.writeFileSync(file, bytes);
    const store = openSqliteStore(file, { lexicons, version: '1' });
    try {
      for (const row of store.files()) assert.deepEqual(row, rows.get(row.path));
      for (const { hash, columns: stored } of store.documents()) if (stored) assert.deepEqual(stored, documents.get(hash));
    } catch (error) {
      assert.ok(error instanceof DamagedStoreError, String(error));
    }
    store.close();
    for (const name of fs.readdirSync(`${file}/..`.replace('/index.sqlite/..', ''))) fs.rmSync(file.replace('index.sqlite', name));
  }
});

test('a damaged blob is replaced when its document is stored again', (t) => {
  const file = filled(t);
  const raw = new DatabaseSync(file);
  raw.exec("UPDATE document SET data = x'00010203040506' WHERE id = 1");
  raw.close();
  const store = openSqliteStore(file, { lexicons, version: '1' });
  assert.equal(store.document(idOf(contents[0]!)), undefined);
  store.commit({ files: [], removed: [], documents: [documentOf(contents[0]!)] });
  assert.deepEqual(store.document(idOf(contents[0]!)), documentOf(contents[0]!).columns);
  store.close();
});

test('a file found damaged while in use is set aside by the next opening that reports it', (t) => {
  const file = filled(t);
  const store = openSqliteStore(file, { lexicons, version: '1', isDamaged: true });
  assert.match(textOf(store.status().messages), /was damaged\. It was rebuilt/);
  assert.deepEqual(store.files(), []);
  store.close();
});

test('a file truncated while open is no longer written, and later changes are kept in memory', (t) => {
  const names = Array.from({ length: 300 }, (_, i) => `content ${i}`);
  for (const share of [0.01, 0.1, 0.5, 0.99]) {
    const file = `${temporaryDirectory(t)}/index.sqlite`;
    const store = openSqliteStore(file, { lexicons, version: '1' });
    store.commit({ files: names.map((name) => rowOf(name, name)), removed: [], documents: names.map(documentOf) });
    store.compact();
    store.commit({ files: [rowOf('a', 'one')], removed: [], documents: [documentOf('one')] });
    assert.equal(store.status().messages, undefined);
    fs.truncateSync(file, Math.floor(fs.statSync(file).size * share));
    store.commit({ files: [rowOf('b', 'two')], removed: [], documents: [documentOf('two')] });
    assert.match(
      textOf(store.status().messages),
      /^The index file is damaged and will be rebuilt at the next start; changes are kept in memory/,
    );
    assert.ok(store.document(idOf('two')));
    store.close();
    checkUsable(file);
  }
});

test('a directory in place of the file leaves the index in memory', (t) => {
  const file = `${temporaryDirectory(t)}/index.sqlite`;
  fs.mkdirSync(file);
  const store = openSqliteStore(file, { lexicons, version: '1' });
  assert.equal(textOf(store.status().messages), 'The index file cannot be written (it is not a regular file); changes are kept in memory.');
  checkWorks(store);
});

test('a full disk leaves the changes in memory', (t) => {
  const directory = mounted(t, ['-t', 'tmpfs', '-o', 'size=512k', 'none']);
  if (directory === undefined) return t.skip('a small file system cannot be mounted here');
  const store = openSqliteStore(`${directory}/index.sqlite`, { lexicons, version: '1' });
  const large = Array.from({ length: 3000 }, (_, i) => documentOf(`content ${i} ${'x'.repeat(i % 700)} ${Math.sin(i)}`));
  store.commit({ files: [], removed: [], documents: large });
  assert.match(textOf(store.status().messages), /^The index file cannot be written \(.*full.*\); changes are kept in memory\.$/);
  store.commit({ files: [rowOf('a', 'one')], removed: [], documents: [] });
  store.close();
});

test('read-only storage is read and never written', (t) => {
  if (!opensByUri()) return t.skip(`Node ${process.versions.node} opens no database by URI, so the index is kept in memory`);
  const file = filled(t);
  const directory = mounted(t, ['--bind', file.replace('/index.sqlite', '')]);
  if (directory === undefined) return t.skip('a read-only mount cannot be had here');
  execFileSync('mount', ['-o', 'remount,ro,bind', directory]);
  const store = openSqliteStore(`${directory}/index.sqlite`, { lexicons, version: '1' });
  assert.match(textOf(store.status().messages), /^The index file cannot be written \(.*\); changes are kept in memory\.$/);
  assert.equal(store.files().length, contents.length);
  assert.deepEqual(store.document(idOf(contents[3]!)), documentOf(contents[3]!).columns);
  store.commit({ files: [rowOf('new', 'new')], removed: [], documents: [documentOf('new')] });
  store.compact();
  store.close();
  const empty = openSqliteStore(`${directory}/other.sqlite`, { lexicons, version: '1' });
  assert.match(textOf(empty.status().messages), /EROFS/);
  checkWorks(empty);
});

test('while another process holds the file, it is read, changes wait, and are written later', async (t) => {
  const file = filled(t);
  const holder = spawn(process.execPath, ['-e', holding, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  t.after(() => holder.kill());
  await once(holder.stdout, 'data');
  const store = openSqliteStore(file, { lexicons, version: '1' });
  assert.equal(store.files().length, contents.length);
  store.commit({ files: [rowOf('new', 'new')], removed: [], documents: [documentOf('new')] });
  assert.equal(
    textOf(store.status().messages),
    'Another program has locked the index file; changes are kept in memory until it is released.',
  );
  holder.stdin.end();
  await once(holder, 'exit');
  store.commit({ files: [rowOf('newer', 'newer')], removed: [], documents: [documentOf('newer')] });
  assert.equal(store.status().messages, undefined);
  assert.deepEqual(
    store.files().filter((row) => row.path.startsWith('new')),
    [rowOf('new', 'new'), rowOf('newer', 'newer')],
  );
  store.close();
});

test('a file that another process has locked exclusively is left alone', async (t) => {
  const file = filled(t);
  const holder = spawn(process.execPath, ['-e', `const exclusive = true; ${holding}`, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  t.after(() => holder.kill());
  await once(holder.stdout, 'data');
  const store = openSqliteStore(file, { lexicons, version: '1' });
  assert.equal(textOf(store.status().messages), 'Another program has locked the index file; this index is kept in memory.');
  checkWorks(store);
  holder.stdin.end();
  await once(holder, 'exit');
  checkUsable(file);
});

/** Runs in a second process: takes the write lock, reports it, and releases it when its input ends. */
const holding = `
  const { DatabaseSync } = require('node:sqlite');
  const database = new DatabaseSync(process.argv[1]);
  if (typeof exclusive === 'boolean') database.exec('PRAGMA locking_mode = exclusive');
  database.exec('BEGIN EXCLUSIVE; DELETE FROM meta WHERE name = 0');
  process.stdout.write('held');
  process.stdin.resume().on('end', () => { database.exec('ROLLBACK'); database.close(); });
`;

/** A closed store with 400 files. */
function filled(t: TestContext): string {
  const file = `${temporaryDirectory(t)}/index.sqlite`;
  const store = openSqliteStore(file, { lexicons, version: '1' });
  store.commit({ files: contents.map((content, i) => rowOf(`f${i}`, content)), removed: [], documents: contents.map(documentOf) });
  assert.equal(store.status().messages, undefined);
  store.close();
  return file;
}

/** A mount point made with `mount ARGS DIRECTORY`; undefined if this user may not mount. */
function mounted(t: TestContext, args: readonly string[]): string | undefined {
  const directory = temporaryDirectory({ after: () => undefined });
  try {
    execFileSync('mount', [...args, directory], { stdio: 'ignore' });
  } catch {
    fs.rmdirSync(directory);
    return undefined;
  }
  t.after(() => {
    execFileSync('umount', [directory]);
    fs.rmdirSync(directory);
  });
  return directory;
}

/** Whether this Node opens a database by URI, without which one on read-only storage cannot be opened. */
function opensByUri(): boolean {
  try {
    new DatabaseSync(new URL('file:///index?mode=memory')).close();
    return true;
  } catch {
    return false;
  }
}

function checkRebuilt(file: string, message: string): void {
  const store = openSqliteStore(file, { lexicons, version: '1' });
  assert.equal(textOf(store.status().messages), message);
  assert.deepEqual(store.files(), []);
  checkWorks(store);
}

/** Opens, reads or reports damage; a store that is recreated then works and stores what it is given. */
function checkUsable(file: string): void {
  let store = openSqliteStore(file, { lexicons, version: '1' });
  try {
    for (const document of store.documents()) assert.ok(document.hash);
    store.files();
  } catch (error) {
    assert.ok(error instanceof DamagedStoreError, String(error));
    store.close();
    store = openSqliteStore(file, { lexicons, version: '1', isDamaged: true });
  }
  checkWorks(store);
  const again = openSqliteStore(file, { lexicons, version: '1' });
  assert.ok(again.files().some((row) => row.path === 'a'));
  again.close();
}

function checkWorks(store: DocumentStore): void {
  store.commit({ files: [rowOf('a', 'one')], removed: [], documents: [documentOf('one')] });
  store.compact();
  store.close();
}
