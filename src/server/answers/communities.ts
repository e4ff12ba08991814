/**
 * Communities for the tree. The initial list is small, since a large workspace has thousands; overlaps are computed when a community is
 * opened. Lookup tables live as long as their answer.
 */

import { visible } from '../../engine/text/visible.ts';
import type { CommunitiesResult, CommunityResult, WireCommunity } from '../../protocol/places.ts';
import type { Service } from '../../service/api.ts';
import { communitiesHolding } from '../../service/explore/communityFiles.ts';
import type { CommunitiesAnswer, Community, CommunityDetail } from '../../service/results.ts';
import { type Conversion, toWirePlace } from './convert.ts';
import { distinct } from './evidenceText.ts';

const entitiesShown = 12;
const overlapsShown = 5;

/** The communities of all folders, in the service's order, without their chunks. */
export function toCommunities(answers: readonly CommunitiesAnswer[]): CommunitiesResult {
  return {
    communities: answers.flatMap(listOf),
    isOfCommit: answers.some((answer) => answer.isOfCommit === true),
  };
}

/** The chunks of one community, with their shared entities and other communities; empty if it no longer exists. */
export function toCommunity(detail: CommunityDetail | undefined, conversion: Conversion): CommunityResult {
  if (detail === undefined) return { chunks: [], overlaps: [] };
  const { answer, community, shared } = detail;
  const others = community.chunks.map((chunk) => communitiesHolding(answer, chunk).filter((one) => one !== community));
  return {
    chunks: community.chunks.map((chunk, i) => ({
      ...toWirePlace(chunk, conversion),
      title: visible(chunk.title),
      entities: distinct(shared[i] ?? []).map(visible),
      alsoIn: (others[i] ?? []).map(({ name }) => visible(name)),
    })),
    overlaps: byFrequency(others.flat()).map(({ name }) => visible(name)),
  };
}

/** The id of a community, unique among all folders. */
export function wireId(folder: string, id: string): string {
  return `${folder}\n${id}`;
}

/** Finds a community by its id among all folders; `undefined` if it no longer exists. */
export async function findCommunity(service: Service, id: string, signal: AbortSignal): Promise<CommunityDetail | undefined> {
  const end = id.lastIndexOf('\n');
  const folder = id.slice(0, Math.max(0, end));
  const isOpen = service.report().some((report) => report.folder === folder);
  return isOpen ? service.community(folder, id.slice(end + 1), signal) : undefined;
}

const lists = new WeakMap<CommunitiesAnswer, readonly WireCommunity[]>();

function listOf(answer: CommunitiesAnswer): readonly WireCommunity[] {
  const list = lists.get(answer) ?? answer.communities.map((community) => toWire(answer.folder, community));
  lists.set(answer, list);
  return list;
}

function toWire(folder: string, community: Community): WireCommunity {
  return {
    id: wireId(folder, community.id),
    name: visible(community.name),
    size: community.size,
    files: community.files,
    entities: distinct(community.entities).slice(0, entitiesShown).map(visible),
  };
}

function byFrequency(communities: readonly Community[]): Community[] {
  const counts = new Map<Community, number>();
  for (const community of communities) counts.set(community, (counts.get(community) ?? 0) + 1);
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, overlapsShown)
    .map(([community]) => community);
}
