import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { analysisOf } from '../../../src/engine/text/words/columns.ts';
import { createLexicons } from '../../../src/engine/text/words/lexicon.ts';
import { openSqliteStore } from '../../../src/storage/sqlite/sqliteStore.ts';
import type { DocumentStore } from '../../../src/storage/store.ts';
import { documentOf, idOf, lexicons, rowOf } from '../../support/storeRows.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const keptMs = 8 * 24 * 3600 * 1000;
const last = ['stays', 'content 399'];

/** A store of two files; one has had 400 contents that were dropped. */
function wornStore(t: TestContext): { store: DocumentStore; file: string } {
  const file = `${temporaryDirectory(t)}/index.sqlite`;
  let now = 1_000_000;
  const store = openSqliteStore(file, { lexicons, version: '1', now: () => now });
  store.commit({ files: [rowOf('b', 'stays')], removed: [], documents: [documentOf('stays')] });
  store.compact();
  for (let i = 0; i < 400; i++) {
    const name = `content ${i}`;
    store.commit({ files: [rowOf('a', name)], removed: [], documents: [documentOf(name)], basis: 'x' });
  }
  store.compact();
  now += keptMs;
  store.compact();
  return { store, file };
}

function dictionaryIn(file: string): { blocks: number; strings: number } {
  const raw = new DatabaseSync(file, { readOnly: true });
  const blocks = Number(raw.prepare('SELECT count(*) AS n FROM dictionary').get()?.n);
  raw.close();
  const own = createLexicons();
  const store = openSqliteStore(file, { lexicons: own, version: '1', isReader: true });
  for (const _ of store.documents());
  store.close();
  return { blocks, strings: own.terms.size + own.keys.size + own.titles.size };
}

function assertHolds(store: DocumentStore, own: typeof lexicons): void {
  assert.deepEqual(store.files(), [rowOf('a', last[1]!), rowOf('b', 'stays')]);
  assert.equal(store.basis(), 'x');
  for (const name of last) assert.deepEqual(analysisOf(store.document(idOf(name))!, own), analysisOf(documentOf(name).columns, lexicons));
  assert.equal([...store.documents()].length, 2);
}

test('strings that no document uses anymore are left out of the dictionary, and it has few blocks', (t) => {
  const { store, file } = wornStore(t);
  const before = dictionaryIn(file);
  const [own, size] = [createLexicons(), store.sizeBytes()];
  const follower = openSqliteStore(file, { lexicons: own, version: '1', isReader: true });
  assertHolds(follower, own);
  while (store.renew());
  const after = dictionaryIn(file);
  assert.deepEqual([before.blocks, after.blocks], [401, 1]);
  assert.ok(after.strings < 100 && before.strings > 400, `${before.strings} strings became ${after.strings}`);
  assert.ok(store.sizeBytes() < size, `${size} bytes became ${store.sizeBytes()}`);
  assertHolds(store, lexicons);
  assert.deepEqual(follower.news(), { kind: 'everything' });
  assertHolds(follower, own);
  // Nothing is left to renew; later changes are appended.
  assert.equal(store.renew(), false);
  store.commit({ files: [rowOf('c', 'content 7')], removed: [], documents: [documentOf('content 7')] });
  assert.deepEqual(analysisOf(follower.document(idOf('content 7'))!, own), analysisOf(documentOf('content 7').columns, lexicons));
  store.commit({ files: [], removed: ['c'], documents: [] });
  follower.close();
  store.close();
  const opened = createLexicons();
  const again = openSqliteStore(file, { lexicons: opened, version: '1' });
  assertHoldsWith(again, opened, 'content 7');
  again.close();
});

function assertHoldsWith(store: DocumentStore, own: typeof lexicons, more: string): void {
  for (const name of [...last, more])
    assert.deepEqual(analysisOf(store.document(idOf(name))!, own), analysisOf(documentOf(name).columns, lexicons));
}

test('a document added while the dictionary is renewed is not lost', (t) => {
  const { store, file } = wornStore(t);
  const reader = openSqliteStore(file, { lexicons, version: '1', isReader: true });
  assert.equal(store.renew(), true);
  store.commit({ files: [rowOf('c', 'meanwhile')], removed: [], documents: [documentOf('meanwhile')] });
  while (store.renew());
  assert.equal(dictionaryIn(file).blocks, 1);
  for (const one of [store, reader]) assertHoldsWith(one, lexicons, 'meanwhile');
  reader.close();
  store.close();
});

test('a dictionary that cannot be written because of another program is unchanged, and renewed later', (t) => {
  const { store, file } = wornStore(t);
  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  while (store.renew());
  assertHolds(store, lexicons);
  other.exec('ROLLBACK');
  other.close();
  assert.equal(dictionaryIn(file).blocks, 401);
  while (store.renew());
  assert.equal(dictionaryIn(file).blocks, 1);
  assertHolds(store, lexicons);
  store.close();
});
