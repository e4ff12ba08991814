import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSection, figure, passages } from '../../../src/engine/retrieval/explanation.ts';

test('a section has the first twenty rows, each with its first three places, and says how many are left out', () => {
  const row = (i: number) => ({ label: `row ${i}`, detail: '', chunks: [i, 1, 2, 3] });
  const rows = Array.from({ length: 23 }, (_, i) => row(i));
  const { kind, rows: shown, more } = createSection('votes', rows);
  assert.deepEqual([kind, shown.length, more], ['votes', 20, 3]);
  assert.deepEqual(shown[19], { label: 'row 19', detail: '', chunks: [19, 1, 2] });
  assert.equal(createSection('votes', rows.slice(0, 20)).more, 0);
});

test('figures have two digits, small ones the first that says something, and one passage is no passages', () => {
  assert.deepEqual([1, 0.126, 12.3, 0, 0.005, 0.0042].map(figure), ['1.00', '0.13', '12.30', '0.00', '0.01', '0.004']);
  assert.deepEqual([0, 1, 2].map(passages), ['0 passages', '1 passage', '2 passages']);
});
