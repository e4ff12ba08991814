import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { projectSignatures } from '../../../src/core/graph/sketchPlot.ts';
import { hash64 } from '../../../src/core/hash/hash.ts';
import { writeMinima } from '../../../src/core/hash/minhash.ts';

const k = 32;

function minimaOf(sets: readonly (readonly string[])[]): Uint32Array {
  const minima = new Uint32Array(sets.length * k);
  for (const [i, set] of sets.entries()) {
    const hashes = set.map((entity) => hash64(entity));
    writeMinima(hashes, k, minima, i * k);
  }
  return minima;
}

test('two groups of chunks with other entities lie apart, each close together', () => {
  const sets = Array.from({ length: 40 }, (_, i) => {
    const group = i % 2 === 0 ? 'kettle' : 'bell';
    return [...Array.from({ length: 8 }, (_, n) => `${group}${n}`), `own${i}`];
  });
  const places = projectSignatures(minimaOf(sets), sets.length, k);
  const xs = (even: boolean): number[] => sets.flatMap((_, i) => (i % 2 === (even ? 0 : 1) ? [places[2 * i] as number] : []));
  const [a, b] = [xs(true), xs(false)];
  assert.ok(Math.max(...a) < Math.min(...b) || Math.max(...b) < Math.min(...a), `${a} | ${b}`);
});

test('the same sketches give the same plane, within -1 and 1', () => {
  const set = fc.uniqueArray(fc.constantFrom(...'abcdefghijklmnop'), { minLength: 1 });
  fc.assert(
    fc.property(fc.array(set, { maxLength: 30 }), (sets) => {
      const minima = minimaOf(sets);
      const places = projectSignatures(minima, sets.length, k);
      assert.deepEqual(projectSignatures(minima, sets.length, k), places);
      for (const value of places) assert.ok(Number.isFinite(value) && Math.abs(value) <= 1 + 1e-9);
    }),
    { numRuns: 40 },
  );
});
