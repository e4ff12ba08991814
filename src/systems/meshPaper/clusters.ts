/**
 * Communities by k-means or DBSCAN instead of hash buckets: the alternatives in the paper's table 2.
 *
 * Source: MeshRAG section 4.5, which does not specify what is clustered. Here, without a model for vectors, k-means uses feature-hashed entities
 * weighted by rarity, and DBSCAN the exact Jaccard distance of the entity sets. Both put a chunk into at most one cluster.
 * Cost: k-means as in `kmeans.ts`; DBSCAN the sum of the squared posting list sizes of the entities.
 */

import type { Hash } from '../../engine/hash/hash.ts';
import { mix32 } from '../../engine/hash/mix.ts';
import { rarity } from '../../engine/retrieval/rarity.ts';
import type { Yield } from '../../engine/util/steps.ts';
import { dbscan } from '../algorithms/dbscan.ts';
import { kMeans, unitVector } from '../algorithms/kmeans.ts';
import type { EntityGraph } from '../entities/entityGraph.ts';
import { coreSize, radius } from './options.ts';

const dimensions = 1024;

/** k-means clusters of the items, in content order. */
export function kMeansClusters(sets: EntityGraph, yieldThread: Yield): Promise<readonly Int32Array[]> {
  const vectors = sets.entities.map((entities) => {
    const entries = new Map<number, number>();
    for (const id of entities) {
      const { high, low } = sets.hashes[id] as Hash;
      const at = low % dimensions;
      const sign = mix32(high) & 1 ? 1 : -1;
      entries.set(at, (entries.get(at) ?? 0) + sign * rarity(sets.sizes[id] as number, sets.count));
    }
    return unitVector(entries);
  });
  const clusters = Math.max(1, Math.round(Math.sqrt(sets.count)));
  return kMeans(vectors, { clusters, dimensions, yieldThread });
}

/** DBSCAN clusters; noise items are in no cluster. */
export async function dbscanClusters(sets: EntityGraph, yieldThread: Yield): Promise<readonly Int32Array[]> {
  const shared = new Int32Array(sets.count);
  const near = (item: number): Int32Array => {
    const touched: number[] = [];
    const own = sets.entities[item] as Int32Array;
    for (const id of own)
      for (const other of sets.holders[id] as Int32Array) {
        if (shared[other] === 0) touched.push(other);
        shared[other] = (shared[other] as number) + 1;
      }
    const found = touched.filter((other) => {
      const both = shared[other] as number;
      const either = own.length + (sets.entities[other] as Int32Array).length - both;
      return other !== item && 1 - both / either <= radius;
    });
    for (const other of touched) shared[other] = 0;
    return Int32Array.from(found).sort();
  };
  const neighbours: Int32Array[] = [];
  for (let item = 0; item < sets.count; item++) {
    if (item % 100 === 0) await yieldThread();
    neighbours.push(near(item));
  }
  return dbscan(neighbours, coreSize);
}
