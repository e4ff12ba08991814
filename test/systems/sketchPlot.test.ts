import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hash64 } from '../../src/engine/hash/hash.ts';
import { writeMinima } from '../../src/systems/algorithms/minima.ts';
import { projectSignatures } from '../../src/systems/figures/sketchPlot.ts';

const k = 32;

function minimaOf(sets: readonly (readonly string[])[]): Uint32Array {
  const minima = new Uint32Array(sets.length * k);
  for (const [i, set] of sets.entries()) {
    const hashes = set.map((entity) => hash64(entity));
    writeMinima(hashes, k, minima, i * k);
  }
  return minima;
}

function project(sets: readonly (readonly string[])[]): Float64Array {
  const steps = projectSignatures(minimaOf(sets), sets.length, k);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

test('two groups of chunks with different entities are apart, each close together', () => {
  const sets = Array.from({ length: 40 }, (_, i) => {
    const group = i % 2 === 0 ? 'kettle' : 'bell';
    return [...Array.from({ length: 8 }, (_, n) => `${group}${n}`), `own${i}`];
  });
  const places = project(sets);
  const mean = (isSame: boolean): number => {
    const distances: number[] = [];
    for (let i = 0; i < sets.length; i++) {
      for (let other = i + 1; other < sets.length; other++) {
        if ((i % 2 === other % 2) !== isSame) continue;
        const dx = (places[2 * i] as number) - (places[2 * other] as number);
        const dy = (places[2 * i + 1] as number) - (places[2 * other + 1] as number);
        distances.push(Math.hypot(dx, dy));
      }
    }
    return distances.reduce((sum, one) => sum + one, 0) / distances.length;
  };
  assert.ok(mean(true) < mean(false) / 2, `${mean(true)} ${mean(false)}`);
});

test('the same sketches give the same plot, within -1 and 1', () => {
  const set = fc.uniqueArray(fc.constantFrom(...'abcdefghijklmnop'), { minLength: 1 });
  fc.assert(
    fc.property(fc.array(set, { maxLength: 30 }), (sets) => {
      const places = project(sets);
      assert.deepEqual(project(sets), places);
      for (const value of places) assert.ok(Number.isFinite(value) && Math.abs(value) <= 1 + 1e-9);
    }),
    { numRuns: 20 },
  );
});
