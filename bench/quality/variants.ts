/** Variants of `mesh` for comparison: without one component, or with all constants perturbed at random. */

import { type MeshWeights, meshWeights } from '../../src/engine/retrieval/steps/mesh/weights.ts';
import { randomFrom } from './statistics.ts';

export type WeightName = keyof MeshWeights;

/** Larger than any index, so no limit. */
const unlimited = 1e9;

/**
 * The value of each constant that disables its component; 0 unless listed: no bonus, share or count. Decays and factors are disabled at 1,
 * limits above all sizes; a pool cannot be disabled, so it is cut to a third.
 */
const neutral: Readonly<Partial<Record<string, number>>> = {
  pool: 20,
  titleDecay: 1,
  further: 1,
  variant: 1,
  test: 1,
  changeLog: 1,
  code: 1,
  docs: 1,
  maxChunks: unlimited,
};

/** All constants by name. */
export const weightNames = Object.keys(meshWeights) as readonly WeightName[];

/** The value of a constant that disables its component. */
export function neutralOf(name: WeightName): number {
  return neutral[name] ?? 0;
}

/** `mesh` without some components, as in `--systems`. */
export function without(names: readonly WeightName[]): string {
  return ['mesh', ...names.map((name) => `${name}=${neutralOf(name)}`)].join(':');
}

/** `mesh` with every constant multiplied by its own factor from [0.5, 1.5); counts stay integers. */
export function shaken(seed: number): string {
  const random = randomFrom(seed);
  const settings = weightNames.map((name) => {
    const value: number = meshWeights[name] * (0.5 + random());
    return `${name}=${Number.isInteger(meshWeights[name]) && meshWeights[name] > 1 ? Math.max(1, Math.round(value)) : value.toFixed(4)}`;
  });
  return `mesh:${settings.join(':')}`;
}
