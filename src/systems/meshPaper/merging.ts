/**
 * Merges overlapping sets to a fixed point: the consolidation of MeshRAG section 3.2.
 *
 * The overlap of two sets is |A ∩ B| / min(|A|, |B|). Each round merges every connected component of pairs whose overlap exceeds theta, until no
 * such pair is left. The result does not depend on the order of the sets. Cost: per round, the sum over the items of the squared number of sets
 * with the item.
 */

import { pushTo } from '../../engine/util/pushTo.ts';
import type { Yield } from '../../engine/util/steps.ts';
import { tally } from '../algorithms/graph.ts';

/** Orders ascending lists of integers: the longer first, then by their entries. */
export function bySizeThenMembers(a: Int32Array, b: Int32Array): number {
  if (a.length !== b.length) return b.length - a.length;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return (a[i] as number) - (b[i] as number);
  return 0;
}

function union(sets: readonly Int32Array[]): Int32Array {
  if (sets.length === 1) return sets[0] as Int32Array;
  return Int32Array.from(new Set(sets.flatMap((set) => [...set]))).sort();
}

/** For each set, the number of items shared with each earlier set. */
async function sharedCounts(sets: readonly Int32Array[], yieldThread: Yield): Promise<readonly ReadonlyMap<number, number>[]> {
  const setsOf = new Map<number, number[]>();
  const all: ReadonlyMap<number, number>[] = [];
  for (const [at, set] of sets.entries()) {
    if (at % 50 === 0) await yieldThread();
    all.push(tally(Array.from(set, (item) => setsOf.get(item) ?? [])));
    for (const item of set) pushTo(setsOf, item, at);
  }
  return all;
}

/** One round; undefined if nothing was merged. */
async function mergeOnce(sets: readonly Int32Array[], theta: number, yieldThread: Yield): Promise<Int32Array[] | undefined> {
  const parent = sets.map((_, i) => i);
  const root = (i: number): number => {
    let at = i;
    while (parent[at] !== at) at = parent[at] = parent[parent[at] as number] as number;
    return at;
  };
  let merged = false;
  for (const [i, shared] of (await sharedCounts(sets, yieldThread)).entries()) {
    for (const [j, count] of shared) {
      if (count / Math.min((sets[i] as Int32Array).length, (sets[j] as Int32Array).length) <= theta) continue;
      parent[root(j)] = root(i);
      merged = true;
    }
  }
  if (!merged) return undefined;
  const groups = new Map<number, Int32Array[]>();
  sets.forEach((set, i) => {
    pushTo(groups, root(i), set);
  });
  return [...groups.values()].map(union);
}

/**
 * Merges to the fixed point. Sets are ascending, distinct and not empty; so are the results, largest first. `yieldThread` is awaited now and then.
 */
export async function mergeOverlapping(
  sets: readonly Int32Array[],
  theta: number,
  yieldThread: Yield = async () => {},
): Promise<readonly Int32Array[]> {
  let current = [...sets];
  for (;;) {
    const next = await mergeOnce(current, theta, yieldThread);
    if (next === undefined) return current.sort(bySizeThenMembers);
    current = next;
  }
}
