import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type EntryRows, entriesOf, RowWriter } from '../../../src/engine/index/entryRows.ts';

type Entry = readonly [number: number, value: number, places: number];

const anyPlaces = fc.oneof(
  fc.nat(15),
  fc.nat(31).map((bit) => (1 << bit) >>> 0),
  fc.constant(0xffffffff),
  fc.nat(0xffffffff),
);
const anyValue = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 0x3fffffff }));
const anyRow = fc.array(fc.tuple(fc.oneof(fc.nat(300), fc.nat(0x7ffffffe)), anyValue, anyPlaces), { maxLength: 12 }).map(byNumber);
const anyRows = fc.array(anyRow, { maxLength: 6 });

function byNumber(entries: readonly Entry[]): Entry[] {
  return [...entries].sort(([one], [other]) => one - other);
}

function written(rows: readonly (readonly Entry[])[], isRoles: boolean): EntryRows {
  const writer = new RowWriter(rows.length, 0, isRoles);
  for (const row of rows) {
    for (const entry of row) writer.add(...entry);
    writer.endRow(true);
  }
  return writer.finish();
}

function read(rows: EntryRows): Entry[][] {
  return Array.from(rows.sizes, (_, row) => {
    const { numbers, values, places } = entriesOf(rows, row);
    return Array.from(numbers, (number, i): Entry => [number, values[i] as number, places[i] as number]);
  });
}

/** The same rows, with their bytes in a simulated file. */
function onDisk({ sizes, starts, bytes, isRoles }: EntryRows): EntryRows {
  return { sizes, starts, isRoles, bytes: new Uint8Array(), read: (from, to) => bytes.slice(from, to) };
}

test('rows round-trip their entries, in memory and on disk', () => {
  fc.assert(
    fc.property(anyRows, fc.boolean(), (rows, isRoles) => {
      const own = written(rows, isRoles);
      assert.deepEqual(read(own), rows);
      assert.deepEqual(read(onDisk(own)), rows);
    }),
  );
});

test('rows are joined with mapped numbers, dropping unmapped entries', () => {
  const anyFew = fc.array(fc.array(fc.tuple(fc.nat(99), anyValue, anyPlaces), { maxLength: 8 }).map(byNumber), { maxLength: 5 });
  fc.assert(
    fc.property(anyFew, anyFew, fc.uniqueArray(fc.nat(99)), (one, other, gone) => {
      const map = Int32Array.from({ length: 100 }, (_, i) => (gone.includes(i) ? -1 : i * 3));
      const later = map.map((number) => (number < 0 ? -1 : number + 1000));
      const rows = Math.max(one.length, other.length);
      const [first, second] = [written(one, false), written(other, false)];
      const writer = new RowWriter(rows, 0, false);
      for (let row = 0; row < rows; row++) {
        if (row < one.length) writer.addMapped(first, row, map);
        if (row < other.length) writer.addMapped(second, row, later);
        writer.endRow(true);
      }
      const mapped = (list: readonly Entry[] = [], by: Int32Array): Entry[] =>
        list.flatMap(([number, ...rest]) => ((by[number] as number) < 0 ? [] : [[by[number] as number, ...rest] as Entry]));
      assert.deepEqual(
        read(writer.finish()),
        Array.from({ length: rows }, (_, row) => [...mapped(one[row], map), ...mapped(other[row], later)]),
      );
    }),
  );
});

test('rows are copied unchanged, empty ones only on request', () => {
  fc.assert(
    fc.property(anyRows, fc.boolean(), (rows, keepEmpty) => {
      const own = written(rows, true);
      const writer = new RowWriter(rows.length, 0, true);
      for (let row = 0; row < rows.length; row++) {
        writer.addWhole(own, row);
        writer.endRow(keepEmpty);
      }
      assert.deepEqual(
        read(writer.finish()),
        rows.filter((row) => keepEmpty || row.length > 0),
      );
    }),
  );
});
