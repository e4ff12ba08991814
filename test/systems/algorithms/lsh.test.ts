import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { hash64 } from '../../../src/engine/hash/hash.ts';
import { bandValue, fillBuckets, layOutBands } from '../../../src/systems/algorithms/lsh.ts';
import { writeMinima } from '../../../src/systems/algorithms/minima.ts';

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
    it(`groups exactly the items with an equal band, base ${base}`, async () => {
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

  it('finds the buckets of a signature as those of an item that has it, and -1 if there is none', async () => {
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
  it('is exact if a number is too small for the band', () => {
    const band = { rows: Int32Array.of(0, 1), times: 1 };
    const read = (values: readonly number[]) => bandValue(band, 2 ** 32, (row) => values[row] as number);
    assert.notEqual(read([1, 0xffffffff]), read([1, 0xfffffffe]));
  });
});

describe('bands of minima', () => {
  /** Sizes of A ∩ B, A \\ B and B \\ A. */
  const sizes = fc.tuple(fc.integer({ min: 1, max: 20 }), fc.nat(10), fc.nat(10));
  const [k, trials] = [12, 1500];

  it('meet with the probability P_sim = 1 - (1 - J^r)^b of the paper, over the seeds', () => {
    fc.assert(
      fc.property(sizes, fc.constantFrom(1, 2, 3, 4, 6), ([shared, left, right], rows) => {
        const hashesOf = (names: readonly string[]) => names.map((name) => hash64(name));
        const names = (kind: string, count: number) => Array.from({ length: count }, (_, i) => `${kind}${i}`);
        const a = hashesOf([...names('both', shared), ...names('a', left)]);
        const b = hashesOf([...names('both', shared), ...names('b', right)]);
        const bands = layOutBands({ length: k, rows, tables: 1 });
        const minima = new Uint32Array(2 * k);
        let met = 0;
        for (let seed = 0; seed < trials; seed++) {
          writeMinima(a, k, minima, 0, seed * k);
          writeMinima(b, k, minima, k, seed * k);
          if (bands.some((band) => band.rows.every((row) => minima[row] === minima[k + row]))) met++;
        }
        const jaccard = shared / (shared + left + right);
        const wanted = 1 - (1 - jaccard ** rows) ** (k / rows);
        const deviation = Math.sqrt((wanted * (1 - wanted)) / trials);
        assert.ok(Math.abs(met / trials - wanted) <= 5 * deviation + 1e-9, `J = ${jaccard}, r = ${rows}: ${met / trials}, not ${wanted}`);
      }),
      { numRuns: 60 },
    );
  });
});
