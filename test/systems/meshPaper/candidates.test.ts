import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { bernoulliBic, coinBic } from '../../../src/systems/meshPaper/candidates.ts';

const matrix = fc
  .integer({ min: 1, max: 12 })
  .chain((columns) =>
    fc.array(fc.array(fc.constantFrom(0, 1), { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 12 }),
  );

const onesOf = (rows: readonly (readonly number[])[]): number[] =>
  (rows[0] as readonly number[]).map((_, l) => rows.reduce((sum, row) => sum + (row[l] as number), 0));

describe('bernoulliBic()', () => {
  it('is -2 ln L + k ln n, with the likelihood multiplied up cell by cell', () => {
    fc.assert(
      fc.property(matrix, (rows) => {
        const shares = onesOf(rows).map((count) => count / rows.length);
        let likelihood = 1;
        for (const row of rows)
          for (const [l, bit] of row.entries()) likelihood *= bit === 1 ? (shares[l] as number) : 1 - (shares[l] as number);
        const wanted = -2 * Math.log(likelihood) + shares.length * Math.log(rows.length);
        assert.ok(Math.abs(bernoulliBic(onesOf(rows), rows.length) - wanted) < 1e-6);
      }),
    );
  });

  it('is 0 for a single chunk, which is why it cannot be used unchanged', () => {
    assert.equal(bernoulliBic([0, 1, 1, 0], 1), 0);
  });

  it('is below that of coin tosses for a group whose bits agree, above for one whose bits do not', () => {
    assert.ok(bernoulliBic(new Array(60).fill(20), 20) < coinBic(60, 20));
    assert.ok(bernoulliBic(new Array(60).fill(10), 20) > coinBic(60, 20));
  });
});
