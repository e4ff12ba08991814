import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FileTable, withEncoding } from '../../../../src/service/folder/update/fileTable.ts';
import type { FileRow } from '../../../../src/storage/store.ts';

function rowOf(path: string, size: number, content: FileRow['content'] = { hash: path, language: 'text' }): FileRow {
  return { path, size, mtimeNs: 1n, ctimeNs: 1n, inode: 1n, indexedAtNs: 5n, content };
}

const note: FileRow['content'] = { reason: 'binary', detail: 'NUL' };

const steps: readonly [what: string, change: (table: FileTable) => unknown, files: number, bytes: number, size: number, skipped: string][] =
  [
    ['an indexed file counts', (table) => table.put(rowOf('b.ts', 10)), 1, 10, 1, ''],
    ['a note counts as left out', (table) => table.put(rowOf('d.bin', 7, note)), 1, 10, 2, 'd.bin'],
    [
      'a path left out without a row is listed in order',
      (table) => table.skip({ path: 'c.log', reason: 'ignored' }),
      1,
      10,
      2,
      'c.log d.bin',
    ],
    ['a second one before it too', (table) => table.skip({ path: 'a.log', reason: 'ignored' }), 1, 10, 2, 'a.log c.log d.bin'],
    ['one of them that is indexed now is no longer left out', (table) => table.put(rowOf('c.log', 5)), 2, 15, 3, 'a.log d.bin'],
    ['the last one too', (table) => table.put(rowOf('a.log', 1)), 3, 16, 4, 'd.bin'],
    ['a new size replaces the old', (table) => table.put(rowOf('b.ts', 30)), 3, 36, 4, 'd.bin'],
    ['a file that became a note', (table) => table.put(rowOf('b.ts', 30, note)), 2, 6, 4, 'b.ts d.bin'],
    ['a note that became a file', (table) => table.put(rowOf('d.bin', 4)), 3, 10, 4, 'b.ts'],
    ['a file that is left out loses its row', (table) => table.skip({ path: 'd.bin', reason: 'ignored' }), 2, 6, 3, 'b.ts d.bin'],
    ['a listing replaces what is left out', (table) => table.replaceSkipped([{ path: 'z', reason: 'data' }]), 2, 6, 3, 'b.ts z'],
    ['distrust keeps what is counted', (table) => table.distrust(), 2, 6, 3, 'b.ts z'],
    ['a removed file', (table) => assert.equal(table.delete('a.log'), true), 1, 5, 2, 'b.ts z'],
    ['one that is not there', (table) => assert.equal(table.delete('a.log'), false), 1, 5, 2, 'b.ts z'],
    ['nothing is left', (table) => table.clear(), 0, 0, 0, ''],
  ];

test('files, bytes, rows and what is left out are right after every change', () => {
  const table = new FileTable();
  assert.equal(table.isEmpty, true);
  for (const [what, change, files, bytes, size, skipped] of steps) {
    change(table);
    const paths = table.skipped().map(({ path }) => path);
    assert.deepEqual([table.files, table.bytes, table.size, paths.join(' ')], [files, bytes, size, skipped], what);
    assert.equal(table.isEmpty, size === 0, what);
  }
});

test('distrust marks every row for checking', () => {
  const table = new FileTable();
  for (const path of ['a', 'b']) table.put(rowOf(path, 1));
  table.distrust();
  assert.deepEqual(
    [...table.rows()].map(({ path, indexedAtNs }) => [path, indexedAtNs]),
    [
      ['a', 0n],
      ['b', 0n],
    ],
  );
});

test('files that are not UTF-8 are listed by encoding, both in order, as long as they are indexed', () => {
  const table = new FileTable();
  const put = (path: string, encoding: string): void => table.put(rowOf(path, 1, { hash: path, language: withEncoding('text', encoding) }));
  const changes: readonly [change: () => unknown, encodings: Readonly<Record<string, readonly string[]>>][] = [
    [() => put('plain', 'utf8'), {}],
    [() => put('b', 'windows-1252'), { 'windows-1252': ['b'] }],
    [() => put('a', 'windows-1252'), { 'windows-1252': ['a', 'b'] }],
    [() => put('c', 'utf16le'), { utf16le: ['c'], 'windows-1252': ['a', 'b'] }],
    [() => put('b', 'utf16le'), { utf16le: ['b', 'c'], 'windows-1252': ['a'] }],
    [() => put('a', 'utf8'), { utf16le: ['b', 'c'] }],
    [() => table.delete('c'), { utf16le: ['b'] }],
    [() => table.put(rowOf('b', 1, note)), {}],
    [() => put('d', 'utf16le'), { utf16le: ['d'] }],
    [() => table.clear(), {}],
  ];
  for (const [change, encodings] of changes) {
    change();
    assert.deepEqual(Object.entries(table.encodings), Object.entries(encodings), String(change));
  }
});
