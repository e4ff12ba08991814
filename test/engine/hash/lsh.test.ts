import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { bandValue, fillBuckets, layOutBands } from '../../../src/engine/hash/lsh.ts';

/** Signatures of 12 rows over a small base, so that bands meet. */
const signatures = fc.array(fc.array(fc.nat(3), { minLength: 12, maxLength: 12 }), { minLength: 1, maxLength: 15 });
const layout = fc.record({ rows: fc.constantFrom(1, 2, 3, 4, 6, 12), tables: fc.integer({ min: 1, max: 8 }) });

describe('layOutBands()', () => {
  it('reads every row once in every table', () => {
    fc.assert(
      fc.property(layout, ({ rows, tables }) => {
        const bands = layOutBands({ length: 12, rows, tables });
        const reads = new Float64Array(12);
        for (const band of bands) for (const row of band.rows) reads[row] = (reads[row] as number) + band.times;
        assert.deepEqual([...reads], new Array(12).fill(tables));
      }),
    );
  });

  it('has the same twelve bands in each of eight tables where a band is one row', () => {
    const bands = layOutBands({ length: 12, rows: 1, tables: 8 });
    assert.equal(bands.length, 12);
    assert.ok(bands.every(({ times }) => times === 8));
  });

  it('has 96 different bands of 5 of 60 bits', () => {
    assert.equal(layOutBands({ length: 60, rows: 5, tables: 8 }).length, 96);
  });

  it('refuses rows that do not divide the signature', () => {
    assert.throws(() => layOutBands({ length: 12, rows: 5, tables: 8 }), /Cannot cut a signature of 12 rows into bands of 5/);
  });
});

describe('fillBuckets()', () => {
  for (const base of [4, 2 ** 32]) {
    it(`puts exactly the items with an equal band together, base ${base}`, async () => {
      await fc.assert(
        fc.asyncProperty(signatures, layout, async (items, { rows, tables }) => {
          const bands = layOutBands({ length: 12, rows, tables });
          const buckets = await fillBuckets(bands, items.length, base, (item, row) => items[item]?.[row] as number);
          bands.forEach((band, b) => {
            items.forEach((signature, i) => {
              const wanted = items.flatMap((other, j) => ([...band.rows].every((row) => other[row] === signature[row]) ? [j] : []));
              assert.deepEqual([...(buckets.members[buckets.ofItem(i)[b] as number] as Int32Array)], wanted);
            });
          });
        }),
      );
    });
  }

  it('finds the buckets of a signature as those of an item that has it, and -1 where there is none', async () => {
    await fc.assert(
      fc.asyncProperty(signatures, layout, async (items, { rows, tables }) => {
        const bands = layOutBands({ length: 12, rows, tables });
        const buckets = await fillBuckets(bands, items.length, 8, (item, row) => items[item]?.[row] as number);
        items.forEach((signature, i) => {
          assert.deepEqual(
            buckets.ofSignature((row) => signature[row] as number),
            buckets.ofItem(i),
          );
        });
        assert.ok(buckets.ofSignature(() => 7).every((bucket) => bucket === -1));
      }),
    );
  });
});

describe('bandValue()', () => {
  it('is exact where a number is too small for the band', () => {
    const band = { rows: Int32Array.of(0, 1), times: 1 };
    const read = (values: readonly number[]) => bandValue(band, 2 ** 32, (row) => values[row] as number);
    assert.notEqual(read([1, 0xffffffff]), read([1, 0xfffffffe]));
  });
});
