/** Draws by a seed: the same ones on every machine, whatever else there is. */

import { createHash } from 'node:crypto';

/** All in the order in which they are drawn; what has one key is drawn once. */
export function drawnBy<T>(seed: string, all: readonly T[], keyOf: (one: T) => string): readonly T[] {
  const hashed = new Map(
    all.map((one) => [
      createHash('sha256')
        .update(`${seed} ${keyOf(one)}`)
        .digest('hex'),
      one,
    ]),
  );
  return [...hashed].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}
