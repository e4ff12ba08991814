import assert from 'node:assert/strict';
import { test } from 'node:test';
import { convertedRows, startsInOrder } from '../../../src/engine/index/codec/farRows.ts';
import { type EntryRows, RowWriter } from '../../../src/engine/index/entryRows.ts';
import { fetchDeleted, fetchPostings, fetchRows } from '../../../src/engine/index/fetchRows.ts';
import { FrozenIndex } from '../../../src/engine/index/frozenIndex.ts';
import { RowCache } from '../../../src/engine/index/rowCache.ts';
import type { Segment } from '../../../src/engine/index/segment.ts';
import { buildSegment } from '../../../src/engine/index/segmentBuilder.ts';
import { indexed, lexicons } from '../../support/memoryIndex.ts';

/** Rows of so many entries that lie elsewhere, with the ranges of bytes that were fetched. */
function farRows(...sizes: readonly number[]): EntryRows & { readonly fetched: string[] } {
  const writer = new RowWriter(sizes.length, 0, false);
  for (const size of sizes) {
    for (let i = 0; i < size; i++) writer.add(i, 1, 1);
    writer.endRow(true);
  }
  const { bytes, ...rows } = writer.finish();
  const fetched: string[] = [];
  return {
    ...{ ...rows, fetched },
    get bytes(): never {
      throw new Error('all bytes are read');
    },
    read: (from, to) => bytes.slice(from, to),
    fetch: async (from, to) => void fetched.push(`${from}-${to}`),
  };
}

test('rows in another order are read and fetched where they are stored, empty ones nowhere', async () => {
  const stored = farRows(1, 0, 3, 2);
  assert.deepEqual([...stored.starts], [0, 2, 2, 8, 12]);
  const order = Int32Array.of(2, 1, 3, 0);
  const starts = startsInOrder(stored, order);
  assert.deepEqual([...starts], [0, 6, 6, 10, 12]);
  const sizes = order.map((row) => stored.sizes[row] as number);
  const rows = convertedRows(stored, { sizes, starts, check: undefined, storedRow: (row) => order[row] as number });
  const read = (row: number) => rows.read?.(starts[row] as number, starts[row + 1] as number);
  assert.deepEqual(
    [0, 1, 2, 3].map((row) => read(row)?.length),
    [6, 0, 4, 2],
  );
  for (const row of [0, 1, 2, 3]) await rows.fetch?.(starts[row] as number, starts[row + 1] as number);
  assert.deepEqual(stored.fetched, ['2-8', '8-12', '0-2']);
  assert.ok(!('check' in rows));
  assert.throws(() => rows.bytes, /one by one/);
  const check = () => undefined;
  assert.equal(convertedRows(stored, { sizes, starts, check, storedRow: (row) => row }).check, check);
});

test('rows with other numbers are converted as they are read', () => {
  const stored = farRows(1, 2);
  const { sizes, starts } = stored;
  const rows = convertedRows(stored, { sizes, starts, storedRow: (row) => row, convert: (row) => Uint8Array.of(row, 7) });
  assert.deepEqual(rows.read?.(2, 6), Uint8Array.of(1, 7));
  assert.equal(rows.read?.(2, 2).length, 0);
});

test('only rows that exist are fetched, and only from elsewhere', async () => {
  const [far, near] = [farRows(1, 2, 3), farRows(1)];
  const ids = Int32Array.of(4, 6, 9);
  const { sizes, starts, isRoles } = near;
  const here = { sizes, starts, isRoles, bytes: new Uint8Array(2) };
  const parts = [Object.assign(far, { ids }), { ...here, ids }].map((terms) => ({ segment: { terms } as unknown as Segment }));
  await fetchPostings(parts, 'terms', [6, -1, 5, 9]);
  assert.deepEqual(far.fetched, ['2-6', '6-12']);
  await fetchRows([
    { rows: far, row: 0 },
    { rows: here, row: 0 },
  ]);
  assert.deepEqual(far.fetched.slice(2), ['0-2']);
});

test('of what was deleted, the keys are fetched chunk by chunk, and the terms that are asked for', async () => {
  const [terms, keys, chunkKeys] = [farRows(1, 2), farRows(1), farRows(1, 1, 1)];
  const ids = Int32Array.of(0, 1);
  const segment = { terms: Object.assign(terms, { ids }), keys: Object.assign(keys, { ids }), chunkKeys } as unknown as Segment;
  const none = { segment, deletedChunks: [2, 0, 1], deletedCount: 0 };
  await fetchDeleted([none], 'keys');
  await fetchDeleted([none], 'terms', [1]);
  assert.deepEqual([terms.fetched, keys.fetched, chunkKeys.fetched], [[], [], []]);
  await fetchDeleted([{ ...none, deletedCount: 2 }], 'keys', [0]);
  assert.deepEqual([terms.fetched, keys.fetched, chunkKeys.fetched], [[], [], ['4-6', '0-2']]);
  await fetchDeleted([{ ...none, deletedCount: 1 }], 'terms', [1]);
  assert.deepEqual([terms.fetched, keys.fetched], [['2-6'], []]);
});

test('lists of at least 48 entries are kept, until those that came later hold two million', () => {
  const cache = new RowCache();
  const rows = farRows(47, 48, 1_000_000, 1_000_000);
  const isKept = (row: number) => new Set([0, 1].map(() => cache.postings(rows, row))).size === 1;
  assert.deepEqual([isKept(0), isKept(1)], [false, true]);
  const first = cache.postings(rows, 1);
  cache.postings(rows, 2);
  cache.postings(rows, 3);
  assert.equal(cache.postings(rows, 1), first, 'the list was in the older half, and is in the younger one now');
  const other = farRows(1_000_000, 1_000_000, 48);
  const kept = cache.postings(other, 0);
  cache.postings(other, 1);
  assert.equal(cache.postings(other, 0), kept, 'two million fit');
  cache.postings(other, 2);
  assert.notEqual(cache.postings(rows, 1), first);
  assert.deepEqual(cache.postings(rows, 1), first);
});

test('a frozen index has the documents that were not deleted, and gives those that are wanted as a segment', () => {
  const segment = buildSegment(
    ['a.md', 'b.md', 'c.md'].map((path) => indexed(path, `Text of ${path}.`)),
    lexicons,
  );
  const gone = buildSegment([indexed('d.md', 'Text.')], lexicons);
  const frozen = new FrozenIndex([
    { segment, documentTombstones: Uint8Array.of(0, 1, 0) },
    { segment: gone, documentTombstones: undefined },
  ]);
  assert.deepEqual(
    ['a.md', 'b.md', 'c.md', 'd.md', 'e.md'].map((path) => frozen.chunkCount(path)),
    [1, undefined, 1, 1, undefined],
  );
  const slice = (...wanted: readonly string[]) => {
    const steps = frozen.slice((path) => wanted.includes(path));
    for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
  };
  assert.deepEqual(slice('d.md', 'c.md', 'b.md')?.paths, ['c.md', 'd.md']);
  assert.deepEqual(slice('a.md')?.paths, ['a.md']);
  assert.equal(slice('a.md')?.chunkCount, 1);
  assert.equal(slice('b.md'), undefined);
  assert.equal(slice(), undefined);
});
