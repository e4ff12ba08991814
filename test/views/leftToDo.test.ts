import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leftToDo } from '../../src/extension/reports/leftToDo.ts';
import type { WireImpact } from '../../src/protocol/impact.ts';

type Line = WireImpact['lines'][number];

function row(path: string, kind: WireImpact['kind'], depth: number, lines: readonly Line[] = []): WireImpact {
  return { uri: `file:///${path}`, path, kind, depth, lines, shared: [] } as WireImpact;
}

const sources = [{ uri: 'file:///a.ts', path: 'a.ts' }];
const heat = { name: 'heat', uri: 'file:///a.ts', path: 'a.ts', line: 1, isRemoved: false, isDeclaredAnew: true as const };
const left = (...rows: readonly WireImpact[]) =>
  leftToDo({ rows, sources, names: [heat] }).map(
    ({ path, kind, depth, lines }) => `${path} ${kind} ${depth} ${lines.map(({ line }) => line)}`,
  );

test('in a changed file, the uses that are as they were', () => {
  const lines = [
    { line: 3, name: 'heat' },
    { line: 9, name: 'heat', isChanged: true as const },
  ];
  assert.deepEqual(left(row('a.ts', 'users', 1, lines), row('b.ts', 'users', 1, lines)), ['a.ts users 1 3', 'b.ts users 1 3,9']);
  assert.deepEqual(left(row('a.ts', 'users', 1, lines.slice(1)), row('a.ts', 'importers', 1, lines)), []);
  const { isDeclaredAnew: _, ...body } = heat;
  assert.deepEqual(leftToDo({ rows: [row('a.ts', 'users', 1, lines)], sources, names: [body] }), [], 'its users may stay as they are');
});

test('tests that share names stand in where none uses what changed', () => {
  const shares = row('c.test.ts', 'tests', 0);
  assert.deepEqual(left(shares), ['c.test.ts tests 1 ']);
  assert.deepEqual(left(row('b.test.ts', 'tests', 1), shares), ['b.test.ts tests 1 ', 'c.test.ts tests 0 ']);
});

test('files that import a changed one count where no name changed', () => {
  const rows = [row('b.ts', 'importers', 1, [{ line: 1, name: 'a.ts' }])];
  assert.deepEqual(leftToDo({ rows, sources, names: [heat] }), []);
  assert.deepEqual(leftToDo({ rows, sources, names: [] }), rows);
});
