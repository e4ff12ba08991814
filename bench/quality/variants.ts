/** Variants of `mesh` to hold against it: without one ingredient, or with all constants moved at random. */

import { type MeshWeights, meshWeights } from '../../src/engine/retrieval/steps/weights.ts';
import { randomFrom } from './statistics.ts';

export type WeightName = keyof MeshWeights;

/** More than any index holds: a limit that limits nothing. */
const unlimited = 1e9;

/**
 * What each constant is set to so that its ingredient is gone. 0 where it is not named here: a bonus, a share or a count of nothing.
 * Decays and factors are gone at 1, limits where they limit nothing; a smaller pool is no pool that is gone, so it is made a third.
 */
const neutral: Readonly<Partial<Record<string, number>>> = {
  pool: 20,
  titleDecay: 1,
  test: 1,
  changeLog: 1,
  maxChunks: unlimited,
};

/** All constants by name. */
export const weightNames = Object.keys(meshWeights) as readonly WeightName[];

/** One option of `mesh` set to the value at which its ingredient is gone, as `--systems` takes it. */
export function without(name: WeightName): { readonly system: string; readonly value: number } {
  const value = neutral[name] ?? 0;
  return { system: `mesh:${name}=${value}`, value };
}

/** `mesh` with every constant multiplied by a number of its own from [0.5, 1.5); counts stay whole. */
export function shaken(seed: number): string {
  const random = randomFrom(seed);
  const settings = weightNames.map((name) => {
    const value: number = meshWeights[name] * (0.5 + random());
    return `${name}=${Number.isInteger(meshWeights[name]) && meshWeights[name] > 1 ? Math.max(1, Math.round(value)) : value.toFixed(4)}`;
  });
  return `mesh:${settings.join(':')}`;
}
