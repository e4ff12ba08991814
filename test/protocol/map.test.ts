import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapEnd, mapInside, mapResult } from '../../src/protocol/map.ts';
import { check } from '../../src/protocol/schema.ts';

const part = { id: '/work\npart\nsrc', name: 'src', folder: '', says: '', passages: 3, files: 1 };
const arrow = { from: 0, to: 1, imports: 2, calls: 3 };

test('a map is checked to the last arrow, and unknown fields are left out', () => {
  const map = { parts: [part, { ...part, id: 'other' }], arrows: [arrow], others: 4 };
  assert.deepEqual(check(mapResult, { ...map, more: 1, parts: map.parts.map((one) => ({ ...one, more: 1 })) }), map);
  assert.throws(() => check(mapResult, { ...map, arrows: [{ ...arrow, to: 2 }] }, 'map'), /"map.arrows\[0\].to" is out of range: 2/);
  assert.throws(() => check(mapResult, { ...map, arrows: [{ ...arrow, calls: -1 }] }, 'map'), /"map.arrows\[0\].calls"/);
  assert.throws(() => check(mapResult, { ...map, parts: [{ ...part, says: 7 }] }, 'map'), /"map.parts\[0\].says" is number/);
});

test('the inside of a part has one more box where files are left', () => {
  const inside = { id: part.id, files: [{ uri: 'file:///a', path: 'a', startLine: 1, endLine: 1 }], left: 2, arrows: [arrow] };
  assert.deepEqual(check(mapInside, inside), inside);
  assert.throws(() => check(mapInside, { ...inside, left: 0 }, 'inside'), /"inside.arrows\[0\].to" is out of range: 1/);
  assert.throws(() => check(mapEnd, { parts: [7] }), /is number/);
});
