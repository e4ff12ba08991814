import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type LayoutLink, layoutCircles, layoutGroups } from '../../../src/engine/graph/mapLayout.ts';

const circles = fc.array(fc.double({ min: 3, max: 80, noNaN: true }), { minLength: 1, maxLength: 40 });

function linksOf(n: number, pairs: readonly (readonly [number, number])[]): LayoutLink[] {
  return pairs.map(([a, b]) => ({ a: a % n, b: b % n, weight: 1 })).filter(({ a, b }) => a !== b);
}

test('circles never overlap, whatever the links', () => {
  fc.assert(
    fc.property(circles, fc.array(fc.tuple(fc.nat(100), fc.nat(100)), { maxLength: 60 }), (radii, pairs) => {
      const points = layoutCircles(radii, linksOf(radii.length, pairs), 5);
      for (const [i, a] of points.entries()) {
        assert.ok(Number.isFinite(a.x) && Number.isFinite(a.y));
        for (const [k, b] of points.entries()) {
          if (k <= i) continue;
          const least = (radii[i] as number) + (radii[k] as number);
          assert.ok(Math.hypot(a.x - b.x, a.y - b.y) > least * 0.98, `${i} and ${k}`);
        }
      }
    }),
    { numRuns: 60 },
  );
});

test('the same circles and links give the same layout', () => {
  const radii = Array.from({ length: 50 }, (_, i) => 5 + ((i * 7) % 30));
  const links = radii
    .slice(1)
    .map((_, i) => ({ a: i, b: (i * 3) % 50, weight: 1 + (i % 4) }))
    .filter(({ a, b }) => a !== b);
  assert.deepEqual(layoutCircles(radii, links, 5), layoutCircles(radii, links, 5));
});

test('linked circles are closer than others', () => {
  const radii = Array.from({ length: 40 }, () => 10);
  const links: LayoutLink[] = [];
  for (let i = 0; i < 40; i++) for (let k = i + 1; k < 40; k++) if (i % 4 === k % 4) links.push({ a: i, b: k, weight: 1 });
  const points = layoutCircles(radii, links, 5);
  const mean = (isSame: boolean): number => {
    const distances: number[] = [];
    for (let i = 0; i < 40; i++) {
      for (let k = i + 1; k < 40; k++) {
        const [a, b] = [points[i], points[k]];
        if (a && b && (i % 4 === k % 4) === isSame) distances.push(Math.hypot(a.x - b.x, a.y - b.y));
      }
    }
    return distances.reduce((sum, one) => sum + one, 0) / distances.length;
  };
  assert.ok(mean(true) < mean(false) * 0.75, `${mean(true)} ${mean(false)}`);
});

test('no circle and one circle', () => {
  assert.deepEqual(layoutCircles([], [], 5), []);
  assert.deepEqual(
    layoutCircles([7], [], 5).map(({ x, y }) => [Math.abs(x), Math.abs(y)]),
    [[0, 0]],
  );
});

test('circles of a group are inside the circle of the group, and groups never overlap', () => {
  fc.assert(
    fc.property(
      circles,
      fc.array(fc.tuple(fc.nat(100), fc.nat(100)), { maxLength: 60 }),
      fc.integer({ min: 1, max: 9 }),
      (radii, pairs, count) => {
        const links = linksOf(radii.length, pairs);
        const groupOf = radii.map((_, i) => (i * 7) % count);
        const groupLinks = linksOf(count, pairs);
        const min = Array.from({ length: count }, (_, i) => 10 * i);
        const { circles: points, groups } = layoutGroups(radii, links, groupOf, min, groupLinks, 5);
        for (const [i, { x, y }] of points.entries()) {
          const group = groups[groupOf[i] as number];
          assert.ok(group && Math.hypot(x - group.x, y - group.y) + (radii[i] as number) <= group.r + 1e-6);
        }
        for (const [i, a] of groups.entries()) {
          assert.ok(a.r >= (min[i] as number));
          for (const b of groups.slice(0, i)) assert.ok(Math.hypot(a.x - b.x, a.y - b.y) > (a.r + b.r) * 0.98);
        }
      },
    ),
    { numRuns: 60 },
  );
});
