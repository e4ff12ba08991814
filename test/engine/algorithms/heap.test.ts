import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Heap } from '../../../src/engine/algorithms/heap.ts';

test('a heap pops its items in order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), (items) => {
      const heap = new Heap<number>((a, b) => a - b);
      for (const item of items) heap.push(item);
      const given: number[] = [];
      for (let item = heap.pop(); item !== undefined; item = heap.pop()) given.push(item);
      assert.deepEqual(
        given,
        items.sort((a, b) => a - b),
      );
    }),
  );
});
