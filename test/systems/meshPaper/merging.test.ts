import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { mergeOverlapping } from '../../../src/systems/meshPaper/merging.ts';

const set = fc.uniqueArray(fc.nat(25), { minLength: 1, maxLength: 8 }).map((items) => Int32Array.from(items).sort());
const sets = fc.array(set, { maxLength: 12 });
const theta = fc.constantFrom(0, 0.3, 0.5, 0.8, 1);

function overlap(a: Int32Array, b: Int32Array): number {
  return a.filter((item) => b.includes(item)).length / Math.min(a.length, b.length);
}

/** The paper's loop as written: all pairs of a round, by exhaustive search. */
function mergedByHand(given: readonly Int32Array[], limit: number): string[] {
  let current = given.map((items) => new Set(items));
  for (;;) {
    const group = current.map((_, i) => i);
    for (let i = 0; i < current.length; i++) {
      for (let j = i + 1; j < current.length; j++) {
        const [a, b] = [current[i] as Set<number>, current[j] as Set<number>];
        if ([...a].filter((item) => b.has(item)).length / Math.min(a.size, b.size) <= limit) continue;
        const [from, to] = [group[j] as number, group[i] as number];
        group.forEach((value, at) => {
          if (value === from) group[at] = to;
        });
      }
    }
    const next = [...new Set(group)].map((name) => new Set(current.flatMap((items, i) => (group[i] === name ? [...items] : []))));
    if (next.length === current.length) break;
    current = next;
  }
  return current.map((items) => [...items].sort((a, b) => a - b).join()).sort();
}

const printed = (merged: readonly Int32Array[]): string[] => merged.map((items) => items.join()).sort();

describe('mergeOverlapping()', () => {
  it('reaches a fixed point: no two sets are left that overlap more than theta', async () => {
    await fc.assert(
      fc.asyncProperty(sets, theta, async (given, limit) => {
        const merged = await mergeOverlapping(given, limit);
        merged.forEach((a, i) => {
          for (const b of merged.slice(i + 1)) assert.ok(overlap(a, b) <= limit);
        });
      }),
    );
  });

  it('gives the same as merging all pairs of a round by hand', async () => {
    await fc.assert(
      fc.asyncProperty(sets, theta, async (given, limit) =>
        assert.deepEqual(printed(await mergeOverlapping(given, limit)), mergedByHand(given, limit)),
      ),
    );
  });

  it('does not depend on the order of the sets', async () => {
    await fc.assert(
      fc.asyncProperty(sets, theta, async (given, limit) => {
        assert.deepEqual(await mergeOverlapping([...given].reverse(), limit), await mergeOverlapping(given, limit));
      }),
    );
  });

  it('keeps every item, and leaves sets that overlap little as they are', async () => {
    const merged = await mergeOverlapping([Int32Array.of(1, 2, 3, 4), Int32Array.of(4, 5), Int32Array.of(1, 2, 9)], 0.5);
    assert.deepEqual(printed(merged), ['1,2,3,4,9', '4,5']);
  });
});
