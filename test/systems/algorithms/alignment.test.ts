import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { alignByLeastSquares, alignByPrices, type Rows } from '../../../src/systems/algorithms/alignment.ts';
import { randomNumbers } from '../../support/randomEdits.ts';

const near = (actual: ArrayLike<number>, wanted: readonly number[], within = 1e-6): void =>
  wanted.forEach((value, i) => void assert.ok(Math.abs((actual[i] as number) - value) < within, `${actual[i]} is not ${value}`));

function randomRows(random: () => number, classes: number): Rows {
  const rows = Array.from({ length: 1 + Math.floor(random() * 12) }, () =>
    Array.from({ length: classes }, (_, s) => s).filter(() => random() < 0.4),
  );
  return [...rows.filter((row) => row.length > 0), ...Array.from({ length: classes }, (_, s) => [s])];
}

describe('alignByPrices()', () => {
  it('solves the example of appendix D', () => {
    const { x, multipliers } = alignByPrices(
      [
        [0, 2],
        [1, 2],
      ],
      Float64Array.of(1, 1, 1),
    );
    near(x, [2 / 3, 2 / 3, 1 / 3]);
    near(multipliers, [3 / 2, 3 / 2]);
  });

  it('satisfies the conditions of optimality (KKT) within 1e-6 in 1,000 random cases', () => {
    const random = randomNumbers(3);
    for (let round = 0; round < 1000; round++) {
      const classes = 1 + Math.floor(random() * 10);
      const rows = randomRows(random, classes);
      const gamma = Float64Array.from({ length: classes }, () => 0.05 + random());
      const { x, multipliers } = alignByPrices(rows, gamma);
      for (let s = 0; s < classes; s++) {
        const paid = rows.reduce((sum, row, i) => sum + (row.includes(s) ? (multipliers[i] as number) : 0), 0);
        assert.ok(Math.abs((gamma[s] as number) / (x[s] as number) - paid) < 1e-6);
      }
      rows.forEach((row, i) => {
        const load = row.reduce((sum, s) => sum + (x[s] as number), 0);
        assert.ok(load < 1 + 1e-6, `a load of ${load}`);
        assert.ok((multipliers[i] as number) * (1 - load) < 1e-6);
      });
    }
  });

  it('counts irrelevant items with a very small weight, so that the logarithm is defined', () => {
    const { x } = alignByPrices([[0, 1]], Float64Array.of(1, -0.5));
    near(x, [1, 1e-6], 2e-6);
    assert.ok((x[1] as number) > 0);
  });
});

describe('alignByLeastSquares()', () => {
  it('solves the example of appendix D', () => {
    const vectors = [Float64Array.of(1, 0), Float64Array.of(0, 1), Float64Array.of(0.5, 0.5)];
    const { x, multipliers } = alignByLeastSquares(
      [
        [0, 2],
        [1, 2],
      ],
      vectors,
      Float64Array.of(1, 1),
    );
    near(x, [1, 1, 0]);
    near(multipliers, [0, 0]);
  });

  it('satisfies the linear system if it has a solution, otherwise its normal equations', () => {
    const random = randomNumbers(4);
    for (let round = 0; round < 1000; round++) {
      const classes = 1 + Math.floor(random() * 10);
      const rows = randomRows(random, classes);
      const vectors = Array.from({ length: classes }, () => Float64Array.from({ length: 4 }, () => random()));
      const question = Float64Array.from({ length: 4 }, () => random());
      const { x, multipliers } = alignByLeastSquares(rows, vectors, question);
      const residual = [
        ...vectors.map((vector, s) => {
          const paid = rows.reduce((sum, row, i) => sum + (row.includes(s) ? (multipliers[i] as number) : 0), 0);
          return vector.reduce(
            (sum, value, t) =>
              sum + value * (vectors.reduce((all, other, o) => all + (other[t] as number) * (x[o] as number), 0) - (question[t] as number)),
            paid,
          );
        }),
        ...rows.map((row) => row.reduce((sum, s) => sum + (x[s] as number), -1)),
      ];
      // The system is symmetric: its transpose applied to the residual is the system applied to it.
      const gradient = [
        ...vectors.map((vector, s) =>
          vector.reduce(
            (sum, value, t) => sum + value * vectors.reduce((all, other, o) => all + (other[t] as number) * (residual[o] as number), 0),
            rows.reduce((sum, row, i) => sum + (row.includes(s) ? (residual[classes + i] as number) : 0), 0),
          ),
        ),
        ...rows.map((row) => row.reduce((sum, s) => sum + (residual[s] as number), 0)),
      ];
      assert.ok(Math.hypot(...gradient) < 1e-6, `${Math.hypot(...gradient)}`);
    }
  });

  it('chooses the solution of minimum norm if there are many', () => {
    const { x } = alignByLeastSquares([[0, 1]], [Float64Array.of(1), Float64Array.of(1)], Float64Array.of(1));
    near(x, [0.5, 0.5]);
  });
});
