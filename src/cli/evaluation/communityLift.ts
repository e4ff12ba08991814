/** The quality of communities: the lift of gold pairs over chance. */

import { communitiesOf } from '../../engine/graph/communities.ts';
import type { IndexReader } from '../../engine/index/reader.ts';
import { rounded } from './metrics.ts';

/**
 * Count, coverage and size of the communities, and the lift: the share of pairs of gold passages that share a community, divided by that
 * share among all pairs.
 */
export async function communityFigures(reader: IndexReader, goldSets: readonly (readonly string[])[]): Promise<Record<string, number>> {
  const documents = [...(await reader.documents())].sort((a, b) => (a.path < b.path ? -1 : 1));
  const communities = await communitiesOf(reader, [documents]);
  const covered = communities.reduce((sum, { chunks }) => sum + chunks.length, 0);
  const communityOf = new Map(communities.flatMap(({ chunks }, community) => chunks.map((chunk) => [chunk, community])));
  const infos = await reader.chunkInfo(Array.from({ length: reader.chunkCount }, (_, chunk) => chunk));
  const chunkOf = new Map(infos.map(({ path }, chunk) => [path, chunk]));
  const areTogether = (a: number, b: number): boolean => communityOf.has(a) && communityOf.get(a) === communityOf.get(b);
  let pairs = 0;
  let met = 0;
  for (const gold of goldSets) {
    const chunks = gold.map((id) => chunkOf.get(id)).filter((chunk) => chunk !== undefined);
    for (let i = 0; i < chunks.length; i++) {
      for (let j = i + 1; j < chunks.length; j++) {
        pairs++;
        if (areTogether(chunks[i] as number, chunks[j] as number)) met++;
      }
    }
  }
  const together = communities.reduce((sum, { chunks }) => sum + pairsAmong(chunks.length), 0);
  const goldShare = pairs === 0 ? 0 : met / pairs;
  const chance = together / pairsAmong(reader.liveCount);
  return {
    count: communities.length,
    coverage: rounded(covered / Math.max(1, reader.liveCount)),
    largest: rounded(Math.max(0, ...communities.map(({ chunks }) => chunks.length)) / Math.max(1, reader.liveCount)),
    goldTogether: rounded(goldShare),
    lift: chance === 0 ? 0 : rounded(goldShare / chance, 1),
  };
}

function pairsAmong(count: number): number {
  return (count * (count - 1)) / 2;
}
