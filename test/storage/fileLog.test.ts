import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CorruptBytesError } from '../../src/engine/index/codec/bytes.ts';
import { decodeRecord, encodeRecord, type FileRecord, LogRows } from '../../src/storage/fileLog.ts';
import type { FileRow } from '../../src/storage/store.ts';
import { anyUnits } from '../support/anyText.ts';
import { rowOf } from '../support/storeRows.ts';

const anyPath = fc.oneof(
  anyUnits(12).map((units) => `a${units.replaceAll('\0', '').replaceAll('/', '|')}`),
  fc.array(fc.constantFrom('src', 'test', 'a', 'b.ts', '日本'), { minLength: 1 }).map((parts) => parts.join('/')),
);
const anyLarge = fc.oneof(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), fc.bigInt({ min: 0n, max: 1000n }));
const anyHash = fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes).toString('hex'));
const anyContent = fc.oneof(
  fc.record({ hash: anyHash, language: fc.constantFrom('typescript', 'markdown', '') }, { noNullPrototype: true }),
  fc.record({ reason: anyUnits(6), detail: anyUnits(6) }, { requiredKeys: ['reason'], noNullPrototype: true }),
);
const anyRow: fc.Arbitrary<FileRow> = fc.record(
  {
    path: anyPath,
    size: fc.oneof(fc.nat(), fc.maxSafeNat()),
    mtimeNs: anyLarge,
    ctimeNs: anyLarge,
    inode: anyLarge,
    indexedAtNs: anyLarge,
    content: anyContent,
  },
  { noNullPrototype: true },
);
const anyRecord = fc.record({ removed: fc.array(anyPath), files: fc.array(anyRow) }, { noNullPrototype: true });

test('a record round-trips', () => {
  fc.assert(
    fc.property(anyRecord, (record) => {
      assert.deepEqual(decodeRecord(encodeRecord(record)), record);
    }),
    { numRuns: 500 },
  );
});

test('truncated and random bytes are rejected or read as a record', () => {
  const tried = (bytes: Uint8Array): FileRecord | undefined => {
    try {
      return decodeRecord(bytes);
    } catch (error) {
      assert.ok(error instanceof CorruptBytesError, String(error));
      return undefined;
    }
  };
  fc.assert(
    fc.property(anyRecord, fc.nat(), fc.uint8Array({ maxLength: 100 }), (record, at, noise) => {
      const bytes = encodeRecord(record);
      assert.equal(tried(bytes.subarray(0, at % bytes.length)), undefined);
      tried(noise);
    }),
    { numRuns: 500 },
  );
});

test('a log has the state after its records in sequence', () => {
  fc.assert(
    fc.property(fc.array(anyRecord, { maxLength: 6 }), fc.boolean(), (records, isBuilt) => {
      const all = isBuilt ? [{ removed: [], files: ['a', 'b', 'c'].map((path) => rowOf(path, 'one')) }, ...records] : records;
      const log = new LogRows();
      const rows = new Map<string, FileRow>();
      for (const record of all) {
        log.add(record);
        for (const path of record.removed) rows.delete(path);
        for (const row of record.files) rows.set(row.path, row);
      }
      assert.deepEqual(
        log.sorted(),
        [...rows.values()].sort((a, b) => (a.path < b.path ? -1 : 1)),
      );
    }),
  );
});
