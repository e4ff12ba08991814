/** Both stores make the same promises; the SQLite one across runs. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import fc from 'fast-check';
import { analysisOf } from '../../src/engine/text/words/columns.ts';
import { createLexicons } from '../../src/engine/text/words/lexicon.ts';
import { textOf } from '../../src/messages/messages.ts';
import { createMemoryStore } from '../../src/storage/memoryStore.ts';
import { openSqliteStore } from '../../src/storage/sqlite/sqliteStore.ts';
import type { DocumentStore } from '../../src/storage/store.ts';
import { anyDocument } from '../support/anyDocument.ts';
import { columnsOf } from '../support/columns.ts';
import { documentOf, idOf, lexicons, rowOf } from '../support/storeRows.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const kinds: Record<string, (t: { after(fn: () => void): void }) => DocumentStore> = {
  memory: () => createMemoryStore(),
  sqlite: (t) => openSqliteStore(`${temporaryDirectory(t)}/index.sqlite`, { lexicons, version: '1' }),
};

for (const [name, open] of Object.entries(kinds)) {
  test(`${name} store returns what was committed`, (t) => {
    const store = open(t);
    store.commit({
      files: [rowOf('b.ts', 'two'), rowOf('a.ts', 'one')],
      removed: [],
      documents: [documentOf('one'), documentOf('two')],
      basis: 'x',
    });
    assert.deepEqual(store.files(), [rowOf('a.ts', 'one'), rowOf('b.ts', 'two')]);
    assert.deepEqual(store.document(idOf('one')), documentOf('one').columns);
    assert.equal(store.document({ ...idOf('one'), language: 'other' }), undefined);
    assert.deepEqual([...store.documents()].map((d) => d.hash).sort(), [idOf('one').hash, idOf('two').hash].sort());
    assert.equal(store.basis(), 'x');
    assert.ok(store.sizeBytes() > 0);
    store.close();
  });

  test(`${name} store forgets what was removed and drops its document when it is old`, (t) => {
    const store = open(t);
    store.commit({ files: [rowOf('a.ts', 'one')], removed: [], documents: [documentOf('one')] });
    store.commit({ files: [], removed: ['a.ts', 'unknown'], documents: [] });
    assert.deepEqual(store.files(), []);
    assert.ok(store.document(idOf('one')));
    store.compact();
    assert.equal(store.document(idOf('one')), undefined);
    store.close();
  });

  test(`${name} store keeps why a file was skipped`, (t) => {
    const store = open(t);
    const rows = [
      { ...rowOf('a', 'one'), content: { reason: 'binary' } },
      { ...rowOf('b', 'one'), content: { reason: 'generated', detail: 'line 1' } },
    ];
    store.commit({ files: rows, removed: [], documents: [] });
    assert.deepEqual(store.files(), rows);
    store.close();
  });

  test(`${name} store is empty after clear()`, (t) => {
    const store = open(t);
    store.commit({ files: [rowOf('a.ts', 'one')], removed: [], documents: [documentOf('one')], basis: 'x' });
    store.clear();
    assert.deepEqual([store.files(), [...store.documents()], store.basis()], [[], [], undefined]);
    store.close();
  });
}

test('sqlite store returns any document after a restart', (t) => {
  const file = `${temporaryDirectory(t)}/index.sqlite`;
  let n = 0;
  fc.assert(
    fc.property(anyDocument, (analysis) => {
      const id = { hash: (n++).toString(16).padStart(8, '0'), language: 'text' };
      const store = openSqliteStore(file, { lexicons, version: '1' });
      store.commit({ files: [], removed: [], documents: [{ ...id, columns: columnsOf(analysis, lexicons) }] });
      store.close();
      const again = openSqliteStore(file, { lexicons, version: '1' });
      assert.deepEqual(analysisOf(again.document(id)!, lexicons), analysis);
      assert.equal(again.status().messages, undefined);
      again.close();
    }),
    { numRuns: 30 },
  );
});

test('sqlite store keeps numbers beyond 2^53 and odd paths', (t) => {
  const file = `${temporaryDirectory(t)}/index.sqlite`;
  const row = { ...rowOf('a b/\n🙂/日本.md', 'one'), inode: -(2n ** 63n), mtimeNs: 2n ** 63n - 1n };
  const store = openSqliteStore(file, { lexicons, version: '1' });
  store.commit({ files: [row], removed: [], documents: [] });
  store.close();
  const again = openSqliteStore(file, { lexicons, version: '1' });
  assert.deepEqual(again.files(), [row]);
  again.close();
});

test('sqlite store keeps a released document for a week', (t) => {
  const file = `${temporaryDirectory(t)}/index.sqlite`;
  let now = 1_000_000;
  const store = openSqliteStore(file, { lexicons, version: '1', now: () => now });
  store.commit({ files: [rowOf('a', 'one'), rowOf('b', 'two')], removed: [], documents: [documentOf('one'), documentOf('two')] });
  store.commit({ files: [], removed: ['a'], documents: [] });
  store.compact();
  now += 6 * 24 * 3600 * 1000;
  store.compact();
  assert.ok(store.document(idOf('one')));
  now += 2 * 24 * 3600 * 1000;
  store.compact();
  assert.equal(store.document(idOf('one')), undefined);
  assert.ok(store.document(idOf('two')));
  store.close();
});

test('sqlite store keeps at most as many bytes of released documents as of used ones, newest first', (t) => {
  const file = `${temporaryDirectory(t)}/index.sqlite`;
  let now = 1_000_000;
  const store = openSqliteStore(file, { lexicons, version: '1', now: () => now });
  const of = (branch: string): string[] => Array.from({ length: 20 }, (_, i) => `${branch} ${i}`);
  // Three branches in turn, each with its own content in every file.
  for (const branch of ['one', 'two', 'six']) {
    now += 1000;
    store.commit({ files: of(branch).map((content, i) => rowOf(`f${i}`, content)), removed: [], documents: of(branch).map(documentOf) });
    store.compact();
  }
  const kept = (branch: string): number => of(branch).filter((content) => store.document(idOf(content)) !== undefined).length;
  assert.equal(kept('six'), 20);
  assert.ok(kept('two') >= 18, `${kept('two')} of the last branch`);
  assert.ok(kept('one') <= 2, `${kept('one')} of the one before`);
  store.close();
});

test('sqlite store and its side files are private to their owner', {
  skip: process.platform === 'win32' && 'on Windows there are no modes',
}, (t) => {
  const file = `${temporaryDirectory(t)}/new/deep/index.sqlite`;
  const store = openSqliteStore(file, { lexicons, version: '1' });
  store.commit({ files: [rowOf('a', 'one')], removed: [], documents: [documentOf('one')] });
  for (const suffix of ['', '-wal', '-shm']) assert.equal(fs.statSync(file + suffix).mode & 0o777, 0o600, suffix);
  assert.equal(fs.statSync(`${file}/..`.replace('/index.sqlite/..', '')).mode & 0o777, 0o700);
  store.close();
  fs.chmodSync(file, 0o644);
  openSqliteStore(file, { lexicons, version: '1' }).close();
  assert.equal(fs.statSync(file).mode & 0o777, 0o600);
});

test('sqlite store reassigns numbers that another program kept it from writing, and reads its documents after that', (t) => {
  const file = `${temporaryDirectory(t)}/index.sqlite`;
  const store = openSqliteStore(file, { lexicons, version: '1' });
  store.commit({ files: [], removed: [], documents: [documentOf('first')] });
  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  store.commit({ files: [], removed: [], documents: [documentOf('second')] });
  assert.match(textOf(store.status().messages), /Another program has locked the index file/);
  assert.deepEqual(store.document(idOf('second')), documentOf('second').columns);
  other.exec('ROLLBACK');
  other.close();
  store.commit({ files: [], removed: [], documents: [documentOf('third')] });
  store.close();
  const own = createLexicons();
  const again = openSqliteStore(file, { lexicons: own, version: '1' });
  for (const name of ['first', 'second', 'third'])
    assert.deepEqual(analysisOf(again.document(idOf(name))!, own), analysisOf(documentOf(name).columns, lexicons));
  again.close();
});

test('a follower of a store that is cleared and refilled never reads a document with the old strings', (t) => {
  const file = `${temporaryDirectory(t)}/index.sqlite`;
  const store = openSqliteStore(file, { lexicons, version: '1' });
  store.commit({ files: [], removed: [], documents: [documentOf('first'), documentOf('second')] });
  const own = createLexicons();
  const follower = openSqliteStore(file, { lexicons: own, version: '1', isReader: true });
  const read = (name: string): unknown => {
    const columns = follower.document(idOf(name));
    return columns && analysisOf(columns, own);
  };
  assert.deepEqual(read('second'), analysisOf(documentOf('second').columns, lexicons));
  store.clear();
  assert.equal(read('second'), undefined);
  store.commit({ files: [], removed: [], documents: [documentOf('third'), documentOf('second')] });
  for (const name of ['second', 'third']) assert.deepEqual(read(name), analysisOf(documentOf(name).columns, lexicons));
  follower.close();
  store.close();
});

test('a follower without a write-ahead log waits while the file is written, and never throws', (t) => {
  const file = `${temporaryDirectory(t)}/index.sqlite`;
  const store = openSqliteStore(file, { lexicons, version: '1' });
  store.commit({ files: [], removed: [], documents: [documentOf('first')] });
  store.close();
  const writer = new DatabaseSync(file);
  writer.exec('PRAGMA journal_mode = DELETE');
  const follower = openSqliteStore(file, { lexicons: createLexicons(), version: '1', isReader: true });
  writer.exec("BEGIN EXCLUSIVE; INSERT OR REPLACE INTO meta VALUES ('basis', 'x')");
  assert.equal(follower.isBehind(), false);
  assert.deepEqual(follower.news(), { kind: 'nothing' });
  writer.exec('COMMIT');
  assert.equal(follower.isBehind(), true);
  follower.close();
  writer.close();
});
