/**
 * The pairs of modules that algorithm 2 of HugRAG compares, as printed.
 *
 * Source: HugRAG appendix B.1, algorithm 2: from the coarsest level down, each module with each other of its level, then with the modules of the
 * next level but its own parts and those of modules that it was found to be related to. On the levels of the paper's HotpotQA (97, 891, 1,344
 * and 27 modules) that is 3.9 million of 5.6 million pairs where nothing is related: the pruning saves what it is named for only where gates
 * are many. Therefore it is an option, counted before it is run and refused above `maxPairs`.
 */

/** More requests than this are refused. */
export const maxPairs = 10_000;

export interface Levels {
  /** The module that each was split from, -1 at the top; parents come first. */
  readonly parents: ArrayLike<number>;
  /** The level of each module, 0 at the top. */
  readonly levels: ArrayLike<number>;
}

/** The most pairs that can be compared: those where nothing is related. @param sizes modules of each level, the coarsest first */
export function countPairs(sizes: readonly number[]): number {
  return sizes.reduce((sum, size, level) => {
    const below = sizes[level + 1] ?? 0;
    return sum + size * (size - 1) + size * below - below;
  }, 0);
}

/** Compares the modules. `verify` says whether two are related; pairs with one that `isKnown` rejects are left out. */
export async function compareAll(
  { parents, levels }: Levels,
  isKnown: (module: number) => boolean,
  verify: (from: number, to: number) => Promise<boolean>,
): Promise<void> {
  const byLevel: number[][] = [];
  for (let module = 0; module < parents.length; module++) {
    const level = levels[module] as number;
    byLevel[level] ??= [];
    if (isKnown(module)) byLevel[level].push(module);
  }
  for (const [level, own] of byLevel.entries())
    for (const one of own) {
      const related = new Set([one]);
      for (const other of own) if (other !== one && (await verify(one, other))) related.add(other);
      for (const other of byLevel[level + 1] ?? []) if (!related.has(parents[other] as number)) await verify(one, other);
    }
}

/** Modules on each level that are compared, the coarsest first. */
export function levelSizes({ levels }: Pick<Levels, 'levels'>, isKnown: (module: number) => boolean): readonly number[] {
  const sizes: number[] = [];
  for (let module = 0; module < levels.length; module++)
    if (isKnown(module)) sizes[levels[module] as number] = (sizes[levels[module] as number] ?? 0) + 1;
  return Array.from(sizes, (size) => size ?? 0);
}
