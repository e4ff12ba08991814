import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { DefinedName } from '../../../src/engine/drift/definedNames.ts';
import { retiredNames } from '../../../src/engine/drift/retired.ts';
import { finish } from '../../../src/engine/util/steps.ts';

/** Compares every pair, line by line. */
function renameByComparing(lost: DefinedName, allLost: readonly DefinedName[], candidates: readonly DefinedName[]): string | undefined {
  const ofKind = candidates.filter(({ isType }) => isType === lost.isType);
  const sameLine = ofKind.filter(({ signature }) => signature === lost.signature);
  const isOnly = allLost.filter(({ signature }) => signature === lost.signature).length === 1;
  if (sameLine.length === 1 && isOnly && lost.signature.length > 8) return sameLine[0]?.name;
  const ranked = ofKind
    .map(({ name, body }) => ({ name, share: likeness(body, lost.body) }))
    .filter(({ share }) => share >= 0.6)
    .sort((a, b) => b.share - a.share);
  return ranked[0] !== undefined && ranked[0].share > (ranked[1]?.share ?? 0) ? ranked[0].name : undefined;
}

function likeness(a: readonly string[], b: readonly string[]): number {
  if (Math.min(a.length, b.length) < 2) return 0;
  const left = [...a];
  let common = 0;
  for (const line of b) {
    const at = left.indexOf(line);
    if (at < 0) continue;
    left.splice(at, 1);
    common++;
  }
  return common / Math.max(a.length, b.length);
}

const defined = fc.record({
  isType: fc.boolean(),
  signature: fc.constantFrom('', 'function \u0001()', 'function \u0001(port)', 'class \u0001 {'),
  body: fc.array(fc.constantFrom('open();', 'read();', 'close();', 'write();', 'flush();'), { maxLength: 8 }),
});

test('detects the same renames as comparing every pair of definitions', () => {
  const some = fc.array(defined, { maxLength: 8 });
  fc.assert(
    fc.property(some, some, some, (lost, here, elsewhere) => {
      const named = (prefix: string, list: typeof lost): DefinedName[] =>
        list.map((one, i) => ({ ...one, name: `${prefix}Name${i}`, line: i + 1 }));
      const [before, after, added] = [named('old', lost), named('new', here), named('added', elsewhere)];
      const found = retiredNames({
        before: [{ path: 'a.ts', names: before }],
        after: [
          { path: 'a.ts', names: after },
          { path: 'b.ts', names: added },
        ],
        defined: new Set(),
        dependencies: new Set(),
      });
      assert.deepEqual(
        finish(found).map(({ newName }) => newName),
        before.map((one) => renameByComparing(one, before, [...after, ...added])),
      );
    }),
    { numRuns: 2000 },
  );
});
