import assert from 'node:assert/strict';
import { test } from 'node:test';
import { confirmUsers, keyOf } from '../../src/extension/views/confirmedUses.ts';
import type { WireImpact } from '../../src/protocol/impact.ts';

const row = (path: string, kind: WireImpact['kind'], ...lines: number[]): WireImpact => {
  return { kind, depth: 1, uri: `file:///${path}`, path, shared: [], lines: lines.map((line) => ({ line, name: 'pour' })) };
};
const reference = (path: string, line: number) => ({ uri: `file:///${path}`, path, line });
const shown = (rows: readonly WireImpact[]) =>
  rows.map(({ path, kind, lines }) => `${path} ${kind} ${lines.map(({ line }) => line).join(',')}`);

test('missing references are added, and uses of something else are apart', () => {
  const rows = [row('a.ts', 'users', 3, 9), row('b.ts', 'importers', 1), row('c.ts', 'users', 5), row('d.md', 'docs', 7)];
  const defined = new Set([keyOf(reference('pot.ts', 2))]);
  const references = [reference('pot.ts', 2), reference('a.ts', 3), reference('b.ts', 1), reference('b.ts', 4), reference('e.ts', 6)];
  const confirmed = confirmUsers('pour', rows, defined, references, new Set(['file:///c.ts', 'file:///d.md']));
  assert.deepEqual(shown(confirmed.rows), ['a.ts users 3,9', 'b.ts importers 1', 'd.md docs 7', 'b.ts users 4', 'e.ts users 6']);
  assert.deepEqual(shown(confirmed.elsewhere), ['c.ts users 5']);
});
