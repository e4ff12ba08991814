import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Graph, graphOfLists, holdersIn, positionsBy, rowsIn, tally } from '../../../src/systems/algorithms/graph.ts';

const lists = fc.array(fc.uniqueArray(fc.nat(8), { maxLength: 6 }), { maxLength: 12 });
const plain = (rows: readonly Int32Array[]): number[][] => rows.map((row) => [...row]);
const rows = ({ offsets, targets }: Graph): number[][] => plain(rowsIn(offsets, targets));

describe('graphs as rows of one column', () => {
  it('give back the lists that they are made of', () => {
    fc.assert(fc.property(lists, (made) => assert.deepEqual(rows(graphOfLists(made)), made)));
  });

  it('have the positions of each value, ascending, and rows for values that do not occur', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5)), (column) => {
        const wanted = [0, 1, 2, 3, 4, 5, 6].map((value) => column.flatMap((one, at) => (one === value ? [at] : [])));
        assert.deepEqual(rows(positionsBy(column, 7)), wanted);
      }),
    );
  });

  it('are turned around: the lists that hold each number, and how many of them do', () => {
    fc.assert(
      fc.property(lists, (made) => {
        const wanted = Array.from({ length: 9 }, (_, one) => made.flatMap((list, at) => (list.includes(one) ? [at] : [])));
        assert.deepEqual(plain(holdersIn(made, 9)), wanted);
        const counts = new Map([...tally(made)].sort(([a], [b]) => a - b));
        assert.deepEqual(counts, new Map(wanted.flatMap((all, one) => (all.length === 0 ? [] : [[one, all.length]]))));
      }),
    );
  });

  it('count in the order in which numbers are met', () => {
    assert.deepEqual(
      [
        ...tally([
          [3, 1],
          [2, 3],
        ]),
      ],
      [
        [3, 2],
        [1, 1],
        [2, 1],
      ],
    );
  });
});
