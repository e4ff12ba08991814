/** The communities of all folders, without their chunks, and the chunks of one. Lists live as long as their answer. */

import { distinct } from '../../engine/util/distinct.ts';
import { communitiesHolding } from '../explore/communityFiles.ts';
import type { CommunityList, CommunityPassages, CommunitySummary } from '../types/explorer.ts';
import type { CommunitiesAnswer, Community, CommunityDetail } from '../types/results.ts';
import type { Service } from '../types/service.ts';

const maxEntities = 12;
const maxOverlaps = 5;

/** The id of a community, unique among all folders. */
export function communityId(folder: string, id: string): string {
  return `${folder}\n${id}`;
}

/** In the service's order. */
export async function communityList(service: Service, signal: AbortSignal): Promise<CommunityList> {
  const answers = await service.communities(undefined, signal);
  return { communities: answers.flatMap(summaries), isOfCommit: answers.some((answer) => answer.isOfCommit === true) };
}

const lists = new WeakMap<CommunitiesAnswer, readonly CommunitySummary[]>();

function summaries(answer: CommunitiesAnswer): readonly CommunitySummary[] {
  const list =
    lists.get(answer) ??
    answer.communities.map(({ id, name, size, files, entities }) => {
      return { id: communityId(answer.folder, id), name, size, files, entities: distinct(entities).slice(0, maxEntities) };
    });
  lists.set(answer, list);
  return list;
}

/** The chunks of a community by its id, with their shared entities and other communities; empty if it no longer exists. */
export async function communityPassages(service: Service, id: string, signal: AbortSignal): Promise<CommunityPassages> {
  const end = id.lastIndexOf('\n');
  const folder = id.slice(0, Math.max(0, end));
  const isOpen = service.report().some((report) => report.folder === folder);
  const detail = isOpen ? await service.community(folder, id.slice(end + 1), signal) : undefined;
  return detail === undefined ? { chunks: [], overlaps: [] } : describe(detail);
}

function describe({ answer, community, shared }: CommunityDetail): CommunityPassages {
  const others = community.chunks.map((chunk) => communitiesHolding(answer, chunk).filter((one) => one !== community));
  const chunks = community.chunks.map((chunk, i) => {
    return { ...chunk, entities: distinct(shared[i] ?? []), alsoIn: (others[i] ?? []).map(({ name }) => name) };
  });
  return { chunks, overlaps: byFrequency(others.flat()).map(({ name }) => name) };
}

function byFrequency(communities: readonly Community[]): Community[] {
  const counts = new Map<Community, number>();
  for (const community of communities) counts.set(community, (counts.get(community) ?? 0) + 1);
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, maxOverlaps)
    .map(([community]) => community);
}
