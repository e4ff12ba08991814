/** The communities of all folders, without their chunks, and the chunks of one. Lists live as long as their answer. */

import { distinct } from '../../engine/util/distinct.ts';
import type { CommunitiesAnswer } from '../types/results.ts';
import type { Service } from '../types/service.ts';
import type { CommunityList, CommunityPassages, CommunitySummary } from '../types/treeRows.ts';

const maxEntities = 12;

/** The id of a community, unique among all folders. */
export function communityId(folder: string, id: string): string {
  return `${folder}\n${id}`;
}

/** In the service's order. */
export async function communityList(service: Service, signal: AbortSignal): Promise<CommunityList> {
  const answers = await service.communities(undefined, signal);
  return { communities: answers.flatMap(summaries) };
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

/** The chunks of a community by its id, with their shared entities; empty if it no longer exists. */
export async function communityPassages(service: Service, id: string, signal: AbortSignal): Promise<CommunityPassages> {
  const end = id.lastIndexOf('\n');
  const folder = id.slice(0, Math.max(0, end));
  const isOpen = service.report().some((report) => report.folder === folder);
  const detail = isOpen ? await service.community(folder, id.slice(end + 1), signal) : undefined;
  const { chunks = [] } = detail?.community ?? {};
  return { chunks: chunks.map((chunk, i) => ({ ...chunk, entities: distinct(detail?.shared[i] ?? []) })) };
}
