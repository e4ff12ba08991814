/** Bootstrap intervals and a paired test. Every draw is seeded, so repeated runs print the same figures. */

const defaultRounds = 2000;
const defaultSeed = 20_260_101;

/** Numbers in [0, 1) from a seed: mulberry32 by Tommy Ettinger, public domain. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface Estimate {
  readonly mean: number;
  /** Standard error of the mean, by the bootstrap. */
  readonly error: number;
  /** Bounds of the central 95 % of the bootstrap means. */
  readonly low: number;
  readonly high: number;
}

/** Means of resamples with replacement, ascending. */
function resampledMeans(values: readonly number[], rounds: number, seed: number): Float64Array {
  const random = randomFrom(seed);
  const means = new Float64Array(rounds);
  for (let round = 0; round < rounds; round++) {
    let sum = 0;
    for (let i = 0; i < values.length; i++) sum += values[Math.floor(random() * values.length)] as number;
    means[round] = sum / values.length;
  }
  return means.sort();
}

function meanOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] as number;
  return sum / values.length;
}

/** Mean of some values with its bootstrap interval; all zero if there are none. */
export function estimate(values: readonly number[], rounds = defaultRounds, seed = defaultSeed): Estimate {
  if (values.length === 0) return { mean: 0, error: 0, low: 0, high: 0 };
  const means = resampledMeans(values, rounds, seed);
  const centre = meanOf(means);
  const variance = meanOf(means.map((value) => (value - centre) ** 2));
  const at = (share: number): number => means[Math.min(rounds - 1, Math.floor(share * rounds))] as number;
  return { mean: meanOf(values), error: Math.sqrt(variance), low: at(0.025), high: at(0.975) };
}

export interface PairedTest extends Estimate {
  /** Two-sided p value of no difference: how often resampled differences have the other sign, or none. */
  readonly p: number;
}

/** The paired bootstrap of `a[i] - b[i]`. Throws `RangeError` if the lengths differ. */
export function pairedTest(a: readonly number[], b: readonly number[], rounds = defaultRounds, seed = defaultSeed): PairedTest {
  if (a.length !== b.length) throw new RangeError(`Paired values must be as many on both sides; there are ${a.length} and ${b.length}`);
  const differences = a.map((value, i) => value - (b[i] as number));
  if (differences.every((difference) => difference === 0)) return { mean: 0, error: 0, low: 0, high: 0, p: 1 };
  const means = resampledMeans(differences, rounds, seed);
  const notPositive = means.filter((value) => value <= 0).length;
  const notNegative = means.filter((value) => value >= 0).length;
  // One is added to both counts, since this many rounds cannot show a smaller p value.
  const p = Math.min(1, (2 * (Math.min(notPositive, notNegative) + 1)) / (rounds + 1));
  return { ...estimate(differences, rounds, seed), p };
}
