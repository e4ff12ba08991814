/**
 * Agglomerative clustering by average linkage (UPGMA; Sokal and Michener, 1958): the two clusters that are most similar on average are merged
 * first. Similarities that are not given are 0, so rows are sparse.
 *
 * Deterministic: equal similarities are merged in the order of the items. Cost: the pairs once, and a row for each merge.
 */

import { Heap } from './heap.ts';

/** Two items, the first below the second, and how similar they are, above 0. */
export interface SimilarPair {
  readonly a: number;
  readonly b: number;
  readonly similarity: number;
}

interface Cluster {
  readonly members: readonly number[];
  /** By cluster: the sum of the similarities of their members. */
  readonly row: Map<number, number>;
}

/**
 * The clusters of several items.
 * @param count of the items.
 * @param isMerged whether two clusters of this average similarity are merged into one of `size` items, now that `groups` clusters have several.
 */
export function averageLinkage(
  count: number,
  pairs: Iterable<SimilarPair>,
  isMerged: (similarity: number, size: number, groups: number) => boolean,
): readonly (readonly number[])[] {
  const clusters: (Cluster | undefined)[] = Array.from({ length: count }, (_, item) => ({ members: [item], row: new Map() }));
  const waiting = new Heap<SimilarPair>((x, y) => y.similarity - x.similarity || x.a - y.a || x.b - y.b);
  for (const pair of pairs) {
    clusters[pair.a]?.row.set(pair.b, pair.similarity);
    clusters[pair.b]?.row.set(pair.a, pair.similarity);
    waiting.push(pair);
  }
  let groups = 0;
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
    const [one, other] = [clusters[pair.a], clusters[pair.b]];
    if (one === undefined || other === undefined) continue;
    if (!isMerged(pair.similarity, one.members.length + other.members.length, groups)) continue;
    groups += 1 - Number(one.members.length > 1) - Number(other.members.length > 1);
    const merged: Cluster = { members: [...one.members, ...other.members], row: new Map() };
    const id = clusters.push(merged) - 1;
    clusters[pair.a] = undefined;
    clusters[pair.b] = undefined;
    for (const { row } of [one, other])
      for (const [third, sum] of row) if (clusters[third] !== undefined) merged.row.set(third, (merged.row.get(third) ?? 0) + sum);
    for (const [third, sum] of merged.row) {
      const { members, row } = clusters[third] as Cluster;
      row.set(id, sum);
      waiting.push({ a: third, b: id, similarity: sum / (members.length * merged.members.length) });
    }
  }
  return clusters.flatMap((cluster) => (cluster !== undefined && cluster.members.length > 1 ? [cluster.members] : []));
}
