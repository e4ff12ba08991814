/** The quality of communities: the lift of gold pairs over chance. */

import { findCommunities } from '../../engine/graph/communities.ts';
import type { IndexReader } from '../../engine/index/reader.ts';
import { rounded } from './metrics.ts';

/**
 * Count, coverage and size of the communities, and the lift: the share of pairs of gold passages that share a community, divided by that
 * share among all pairs.
 */
export async function communityFigures(reader: IndexReader, goldSets: readonly (readonly string[])[]): Promise<Record<string, number>> {
  const { communities, coverage } = await findCommunities(reader);
  const membership = new Map<number, Set<number>>();
  communities.forEach(({ chunks }, community) => {
    for (const chunk of chunks) {
      const known = membership.get(chunk);
      if (known === undefined) membership.set(chunk, new Set([community]));
      else known.add(community);
    }
  });
  const infos = await reader.chunkInfo(Array.from({ length: reader.chunkCount }, (_, chunk) => chunk));
  const chunkOf = new Map(infos.map(({ path }, chunk) => [path, chunk]));
  const meet = (a: number, b: number): boolean => [...(membership.get(a) ?? [])].some((community) => membership.get(b)?.has(community));
  let pairs = 0;
  let met = 0;
  for (const gold of goldSets) {
    const chunks = gold.map((id) => chunkOf.get(id)).filter((chunk) => chunk !== undefined);
    for (let i = 0; i < chunks.length; i++) {
      for (let j = i + 1; j < chunks.length; j++) {
        pairs++;
        if (meet(chunks[i] as number, chunks[j] as number)) met++;
      }
    }
  }
  const together = meetingPairs(communities.map(({ chunks }) => chunks));
  const all = (reader.liveCount * (reader.liveCount - 1)) / 2;
  const goldShare = pairs === 0 ? 0 : met / pairs;
  const chance = together / all;
  return {
    count: communities.length,
    coverage: rounded(coverage),
    largest: rounded(Math.max(0, ...communities.map(({ chunks }) => chunks.length)) / Math.max(1, reader.liveCount)),
    goldTogether: rounded(goldShare),
    lift: chance === 0 ? 0 : rounded(goldShare / chance, 1),
  };
}

/** Distinct pairs of chunks that share a community. */
function meetingPairs(communities: readonly Int32Array[]): number {
  const pairs = new Set<number>();
  for (const chunks of communities) {
    for (let i = 0; i < chunks.length; i++) {
      for (let j = i + 1; j < chunks.length; j++) {
        const [a, b] = [chunks[i] as number, chunks[j] as number];
        pairs.add(Math.min(a, b) * 0x4000000 + Math.max(a, b));
      }
    }
  }
  return pairs.size;
}
