import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bitCount } from '../../../src/engine/util/bitCount.ts';
import { distinct } from '../../../src/engine/util/distinct.ts';
import { grown } from '../../../src/engine/util/growArray.ts';
import { isObject } from '../../../src/engine/util/isObject.ts';
import { once } from '../../../src/engine/util/once.ts';
import { pushTo } from '../../../src/engine/util/pushTo.ts';

test('set bits are counted, those of all 32', () => {
  for (let bit = 0; bit < 32; bit++) assert.equal(bitCount(1 << bit), 1, String(bit));
  assert.deepEqual([0, 3, 0xff, 0x55555555, -1].map(bitCount), [0, 2, 8, 16, 32]);
});

test('an array grows to twice its length, or to one that is given and rounded up', () => {
  assert.deepEqual(grown(Int32Array.of(7, 8, 9)), Int32Array.of(7, 8, 9, 0, 0, 0));
  assert.deepEqual(grown(Uint8Array.of(7), 2.5), Uint8Array.of(7, 0, 0));
});

test('of names that differ in case alone, the first is kept', () => {
  assert.deepEqual(distinct(['Reef', 'tide', 'reef', 'Tide', 'buoy']), ['Reef', 'tide', 'buoy']);
});

test('only an object that is no list is an object', () => {
  assert.deepEqual([{}, { a: 1 }, [], null, undefined, 'text', 1].map(isObject), [true, true, false, false, false, false, false]);
});

test('a value is made once, also if it is undefined', () => {
  let made = 0;
  const value = once(() => {
    made++;
    return undefined;
  });
  assert.deepEqual([made, value(), value(), made], [0, undefined, undefined, 1]);
});

test('values are listed by key', () => {
  const lists = new Map<string, number[]>();
  for (const [key, value] of [
    ['a', 1],
    ['b', 2],
    ['a', 3],
  ] as const)
    pushTo(lists, key, value);
  assert.deepEqual(
    [...lists],
    [
      ['a', [1, 3]],
      ['b', [2]],
    ],
  );
});
