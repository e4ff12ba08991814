/** What of a stored index is used again: documents whose path and content the rows name, each once. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryIndex } from '../../../../src/engine/index/memoryIndex.ts';
import { FileTable } from '../../../../src/service/folder/update/fileTable.ts';
import { loadIndex } from '../../../../src/service/folder/update/loadIndex.ts';
import type { FileRow, StoredIndex } from '../../../../src/storage/store.ts';
import { indexed, lexicons } from '../../../support/memoryIndex.ts';

const idOf = (text: string) => ({ hash: Buffer.from(text).toString('hex').padEnd(64, '0'), language: 'markdown' });
const times = { size: 1, mtimeNs: 1n, ctimeNs: 1n, inode: 1n, indexedAtNs: 1n };
const row = (path: string, text: string): FileRow => ({ path, ...times, content: idOf(text) });

/** A segment with these documents, in their order of paths. */
function saved(documents: Readonly<Record<string, string>>): StoredIndex['saved'][number] {
  const index = new MemoryIndex(lexicons);
  const segment = index.apply(Object.entries(documents).map(([path, text]) => indexed(path, text)));
  assert.ok(segment);
  return { segment, contents: segment.paths.map((path) => idOf(documents[path] as string)) };
}

function loaded(stored: StoredIndex, isElsewhere?: Parameters<typeof loadIndex>[3]) {
  const [index, table] = [new MemoryIndex(lexicons), new FileTable()];
  loadIndex(stored, index, table, isElsewhere);
  return { documents: [...index.paths()].sort(), rows: [...table.rows()].map(({ path }) => path).sort() };
}

const texts = { 'a.md': 'one', 'b.md': 'two', 'c.md': 'three', 'd.md': 'four', 'e.md': 'five' };

test('rows and documents in any order find each other', () => {
  const rows = Object.entries(texts).map(([path, text]) => row(path, text));
  const all = Object.keys(texts);
  assert.deepEqual(loaded({ rows, saved: [saved(texts)] }), { documents: all, rows: all });
  // Several segments, each of which begins again at the first paths.
  const parts = [saved({ 'b.md': 'two', 'e.md': 'five' }), saved({ 'a.md': 'one', 'd.md': 'four' }), saved({ 'c.md': 'three' })];
  assert.deepEqual(loaded({ rows, saved: parts }), { documents: all, rows: all });
  for (const path of all) {
    const one = { [path]: texts[path as keyof typeof texts] };
    assert.deepEqual(loaded({ rows, saved: [saved(one)] }), { documents: [path], rows: [path] }, path);
  }
});

test('a document of another content, one without a row and a second one are left out', () => {
  const rows = [row('a.md', 'one'), row('b.md', 'two'), row('c.md', 'three')];
  const stored = { rows, saved: [saved({ 'a.md': 'other', 'aa.md': 'none', 'b.md': 'two', 'zz.md': 'none' }), saved({ 'b.md': 'two' })] };
  assert.deepEqual(loaded(stored), { documents: ['b.md'], rows: ['b.md'] });
  assert.deepEqual(loaded({ rows, saved: [] }), { documents: [], rows: [] });
});

test('a row of a skipped file is known without a document, and so is one that another index has', () => {
  const skipped: FileRow = { path: 'b.md', ...times, content: { reason: 'binary' } };
  const stored = {
    rows: [row('a.md', 'one'), skipped, row('c.md', 'three')],
    saved: [saved({ 'a.md': 'one', 'b.md': 'two', 'c.md': 'three' })],
  };
  assert.deepEqual(loaded(stored), { documents: ['a.md', 'c.md'], rows: ['a.md', 'b.md', 'c.md'] });
  const isElsewhere = (path: string, content: { readonly hash: string }) => path === 'c.md' && content.hash === idOf('three').hash;
  assert.deepEqual(loaded(stored, isElsewhere), { documents: ['a.md'], rows: ['a.md', 'b.md', 'c.md'] });
});
